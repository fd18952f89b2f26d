import LMDB
import Synchronization

extension OpenStores {
  /// How long the end of the process takes at most because of its stores.
  static let patience = Duration.seconds(2)

  /// What the process does last: each write from here on is committed before it returns.
  static func atEnd() {
    isOver.store(true, ordering: .releasing)
    let stores = saved
    for core in stores { core.failure.commitAtOnce() }
    save(stores)
  }

  /// Commits what waits in stores, all at a time, and says which values are lost.
  ///
  /// The work is done on threads of its own, none of which is joined: a disk that does not answer,
  /// another process that writes, or a thread inside a tick keep nobody beyond the deadline.
  static func save(_ stores: [StoreCore]) {
    let deadline = monotonicNow() + patience
    var savings: [(core: StoreCore, done: Signal?)] = []
    for core in stores where core.mayHaveUnsaved {
      // What this thread itself is in the middle of will never end.
      let isInside = core.gate.isHeld || core.commitLock.isHeld
      savings.append((core, isInside ? nil : startSaving(core, until: deadline)))
    }
    for (core, done) in savings {
      let isInTime = done?.wait(timeout: max(deadline - monotonicNow(), .zero))
      // What other threads have written since then they commit themselves.
      if isInTime == true, !core.failure.isStanding { continue }
      core.tellLoss {
        switch isInTime {
        case nil: "the process ended inside a tick or a commit"
        case true?: core.failure.text ?? ""
        case false?: "they could not be written within \(patience.components.seconds) s"
        }
      }
    }
    for core in stores { core.tellRefusals() }
  }

  private static func startSaving(_ core: StoreCore, until deadline: Duration) -> Signal {
    let done = Signal()
    do throws(LMDBError) {
      guard !ForkCount.isChild else { throw .usedAfterFork }
      _ = try WorkerThread(name: "scene-end", stackBytes: Committer.stackBytes) {
        core.save(until: nil)
        done.notify()
      }
    } catch {
      // No thread can be had or may be: this one does it, and waits for no other.
      core.save(until: deadline)
      done.notify()
    }
    return done
  }
}

extension StoreCore {
  /// Whether something waits to be written, or is just being written.
  fileprivate var mayHaveUnsaved: Bool {
    guard directory != nil else { return false }
    return commitLock.enterIfFree { pending.withLock { $0.isEmpty } } != true
  }

  /// A last commit, which tells nobody but those who read problems.
  fileprivate func save(until deadline: Duration?) {
    do throws(SceneProblem) {
      let isMine = try commitLock.enter(until: deadline) { () throws(SceneProblem) in
        guard !pending.withLock({ $0.isEmpty }) else { return }
        try commitAlone(try readyStore(), durable: true, until: deadline)
      }
      guard isMine else {
        throw SceneProblem(.storeNotUsable, detail: "another commit does not end")
      }
    } catch {
      problems.report(error)
      failure.stand(error)
    }
  }

  /// Says on standard error what did not get into the file and never will, if there is anything.
  func tellLoss(_ reason: () -> String) {
    guard SceneProblem.tellsOnStandardError, let directory, options.commitsByItself else { return }
    let (cells, hasChanges) = pending.withLock { ($0.cells, !$0.changes.isEmpty) }
    let count = cells.count { $0.isKept } + inCommit.load(ordering: .acquiring)
    guard count > 0 || hasChanges else { return }
    let what = count == 0 ? "changes" : count == 1 ? "1 value" : "\(count) values"
    writeStandardError(
      "scene-storage: \(what) of '\(directory)' \(count == 1 ? "is" : "are") lost: \(reason())\n")
  }
}

extension SceneStore {
  /// Has what waits in all stores saved when the process is asked to end (`SIGTERM`).
  ///
  /// Without it that signal ends a process as a kill does, and up to ``Options/commitDelay`` of
  /// writes are lost. With it a thread of its own saves at the first such signal, in 2 s at most, and
  /// then passes the signal on: to the handler that was there before, or the process ends by it. Ask
  /// once, after your own handlers are in place.
  ///
  /// - Returns: Whether it will be done; false if the system has no thread to give.
  @discardableResult
  public static func savesOnTermination() -> Bool {
    do throws(LMDBError) {
      try TerminationSignal.perform { OpenStores.save(OpenStores.saved) }
      return true
    } catch {
      return false
    }
  }
}
