import LMDB
import Synchronization

/// The store's one thread of its own: waits for a first change, lets more gather, commits.
///
/// It needs no run loop and no main queue. It holds nothing of the store but the function to
/// call, and that only weakly, so that a released store ends it.
final class Committer: Sendable {
  private let signal = Signal()
  private let delay: Duration
  private let isStopped = Atomic<Bool>(false)
  private let thread = Mutex<WorkerThread?>(nil)
  private let work = Mutex<Work?>(nil)

  /// What there is to do.
  private struct Work: Sendable {
    /// Answers whether all went into the store.
    let commit: @Sendable () -> Bool
    /// Looks what other processes did; answers whether that was anything.
    let look: @Sendable () -> Bool
    let hearing: @Sendable () -> OutsideHearing
    /// Does what is for moments in which nothing is written.
    let beIdle: @Sendable () -> Void
    /// When there is such work; nil for not before the next commit.
    let timeUntilWork: @Sendable () -> Duration?
  }

  /// The code of values runs there, which may need much.
  static let stackBytes = 8 << 20

  /// Never works by itself: the store's owner says when to commit.
  private let isSilent: Bool

  init(delay: Duration, isSilent: Bool = false) {
    self.delay = delay
    self.isSilent = isSilent
  }

  /// Sets what a commit is, which answers whether all went into the store, when to look what
  /// other processes did meanwhile, and what to do when nothing is written.
  func start(
    commit: @escaping @Sendable () -> Bool, look: @escaping @Sendable () -> Bool,
    hearing: @escaping @Sendable () -> OutsideHearing, beIdle: @escaping @Sendable () -> Void,
    timeUntilWork: @escaping @Sendable () -> Duration?
  ) {
    work.withLock {
      $0 = Work(
        commit: commit, look: look, hearing: hearing, beIdle: beIdle,
        timeUntilWork: timeUntilWork)
    }
  }

  /// Something changed where nothing had: the thread is started at the first call.
  func wake() {
    guard !isSilent, !isStopped.load(ordering: .acquiring) else { return }
    thread.withLock { thread in
      guard thread == nil else { return }
      do throws(LMDBError) {
        thread = try WorkerThread(name: "scene-commit", stackBytes: Self.stackBytes) { [self] in
          loop()
        }
      } catch {
        // No thread can be had: the next change asks again, and a flush commits without one.
        thread = nil
      }
    }
    signal.notify()
  }

  /// Ends the thread; a commit that is under way is finished first.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    work.withLock { $0 = nil }
    signal.notify()
    let running = thread.withLock { $0 }
    running?.join()
  }

  private func loop() {
    var retry: Duration?
    var lastLook = Duration.zero
    while !isStopped.load(ordering: .acquiring) {
      let work = work.withLock { $0 }
      let ending = sleep(until: work, retry)
      guard !isStopped.load(ordering: .acquiring), let work else { return }
      guard ending == .notified || retry != nil else {
        // Who is told of many writes has them look like one: the next sleep is a short one.
        let isDue = ending == .late || monotonicNow() - lastLook >= OutsideWatch.interval
        if isDue, work.look() { lastLook = monotonicNow() }
        work.beIdle()
        continue
      }
      // A write while the store fails asks again soon, but not as often as there are writes.
      if delay > .zero { pause(for: retry == nil ? delay : max(delay, .milliseconds(100))) }
      guard !isStopped.load(ordering: .acquiring) else { return }
      // A store that cannot be used is asked again, more and more rarely.
      retry = work.commit() ? nil : min((retry ?? .milliseconds(125)) * 2, .seconds(4))
    }
  }

  /// Sleeps until there is something to do: to write, to look, to try again or to be idle.
  private func sleep(until work: Work?, _ retry: Duration?) -> Signal.Ending {
    // A commit that fails may write, too; the next one looks.
    if let retry { return signal.wait(timeout: retry) ? .notified : .late }
    let rest = work?.timeUntilWork()
    switch work?.hearing() ?? .notWanted {
    case .notWanted: return signal.wait(timeout: rest) ? .notified : .late
    case .looking:
      let timeout = min(rest ?? OutsideWatch.interval, OutsideWatch.interval)
      return signal.wait(timeout: timeout) ? .notified : .late
    case .told(let watch): return signal.wait(timeout: rest, orWriteTo: watch)
    }
  }

  /// Waits for the window to pass; a stop ends it early, more changes do not.
  private func pause(for delay: Duration) {
    let end = monotonicNow() + delay
    while !isStopped.load(ordering: .acquiring) {
      let rest = end - monotonicNow()
      guard rest > .zero else { return }
      _ = signal.wait(timeout: rest)
    }
  }
}
