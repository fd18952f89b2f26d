import LMDB
import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An open store: one folder with an LMDB environment that keeps the values of all scenes.
///
/// Writes are visible at once and committed by a thread of the store's own, one transaction for
/// all ticks of 16 ms; ``flush()`` waits until they are on the disk. A store that cannot be used
/// (locked, no permission, disk full) never takes the app down: values live in memory, the problem
/// is in ``problems`` and on each property, and what waits is written when the store comes back.
/// When the last scope and the store itself are released, what waits is committed.
///
/// A commit that fails because the disk does (`MDB_PANIC`) closes the files, looks at them and
/// opens them again, once, by itself. An app whose file size is limited (`ulimit -f`) must ignore
/// `SIGXFSZ`, or a commit beyond the limit ends it; then it is a problem like a full disk. After a
/// `fork` the child opens a store of its own; files are closed in a child that is spawned.
///
/// What another process commits to the same folder reaches values in memory within 100 ms while
/// somebody observes them with ``SceneScope/observe(_:deliver:_:)`` or `values`, and with this
/// process's next commit otherwise. A value that waits to be written stays; its later commit counts.
///
/// ```swift
/// let store = SceneStore.open(appID: "com.example.hawknotes")
/// let window = store.scene("main")
/// ```
public final class SceneStore: Hashable, Sendable {
  @usableFromInline let core: StoreCore
  private let isTemporary: Bool

  init(directory: String?, options: Options, isTemporary: Bool = false) {
    core = StoreCore(directory: directory, options: options)
    self.isTemporary = isTemporary
    core.committer.start(
      commit: { [weak core] in
        guard let core else { return true }
        do throws(SceneProblem) {
          try core.commit(durable: false)
          return !core.hasUnread
        } catch {
          return false  // reported; what waits is tried again
        }
      },
      look: { [weak core] in core?.noticeOutsideChanges() },
      isLooking: { [weak core] in core?.watch.isWanted ?? false },
      beIdle: { [weak core] in
        core?.backUpIfDue()
        core?.scrubIfDue()
      },
      timeUntilWork: { [weak core] in core?.timeUntilIdleWork })
  }

  deinit {
    core.shutDown(committing: !isTemporary)
    if isTemporary, let directory = core.directory { removeDirectory(directory) }
  }

  /// Opens the store in a folder, which is made (mode 0700) if it is missing.
  ///
  /// A store that cannot be used for now opens all the same and works in memory.
  /// - Throws: Only on misuse: `already-open`, `insecure-location`, `store-from-newer-version`.
  public static func open(
    _ directory: URL, options: Options = Options()
  ) throws(SceneProblem) -> SceneStore {
    let store = SceneStore(directory: DefaultPlace.path(of: directory), options: options)
    do throws(SceneProblem) { _ = try store.core.connection.open() } catch {
      switch error.code {
      case .alreadyOpen, .insecureLocation, .storeFromNewerVersion: throw error
      default: store.core.waitForStore(error)
      }
    }
    return store
  }

  /// Opens the store at an app's default place, `$XDG_STATE_HOME/<app id>/scenes.store`.
  ///
  /// Never fails: a store that cannot be used works in memory and says so in ``problems``.
  ///
  /// Tests never touch it: in a process that has Swift Testing or XCTest loaded, the answer is the
  /// store of the `freshScene` trait of SceneTesting, and without that trait one temporary store
  /// for the whole process, with the problem `shared-test-store`. A process that a test starts is
  /// no test: give it an `XDG_STATE_HOME` of its own.
  public static func open(appID: String, options: Options = Options()) -> SceneStore {
    guard !TestRunner.isHere else { return TestRunner.storeInstead() }
    var options = options
    if options.appID.isEmpty { options.appID = appID }
    let store = SceneStore(directory: DefaultPlace.path(appID: appID), options: options)
    do throws(SceneProblem) { _ = try store.core.connection.open() } catch {
      store.core.waitForStore(error)
    }
    return store
  }

  /// Opens a store in a folder of its own, which is removed when the store is released.
  public static func temporary(options: Options = Options()) -> SceneStore {
    do throws(LMDBError) {
      let directory = try makeTemporaryDirectory(prefix: "scenes")
      var options = options
      options.backups = nil
      let store = SceneStore(
        directory: directory + "/scenes.store", options: options, isTemporary: true)
      do throws(SceneProblem) { _ = try store.core.connection.open() } catch {
        store.core.problems.report(error)
      }
      return store
    } catch {
      let store = SceneStore(directory: nil, options: options)
      store.core.problems.report(SceneProblem(error))
      return store
    }
  }

  /// The folder of the store, or nil if it lives in memory only.
  public var directory: URL? { core.directory.map { URL(filePath: $0) } }

  /// The scope of one window; the scene is known to the store from its first write on.
  public func scene(_ id: SceneID) -> SceneScope {
    SceneScope(store: self, handle: core.handle(for: id), path: .root)
  }

  /// The scope that all windows share.
  public var app: SceneScope { SceneScope(store: self, handle: core.app, path: .root) }

  /// A scene whose identifier is not known yet.
  public func pendingScene() -> PendingScene { PendingScene(store: self) }

  /// Runs a body whose writes are one transaction: after any death all of them are there or none.
  ///
  /// Ticks nest; the outermost counts. Writes of other threads wait for its end, so do not wait
  /// inside for a thread that writes. Observers are told at the end.
  ///
  /// A tick is never split, whatever its size. One commit may write 65,536 pages, which is 256 MiB;
  /// one that needs more fails as a whole, as if the disk were full. From 2,000 pages on a commit
  /// is told in ``remarks``.
  public func tick<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Result?
    try core.tick { () throws(Failure) in result = try body() }
    guard let result else { preconditionFailure("The gate runs its body exactly once.") }
    return result
  }

  /// Waits until everything written so far is on the disk; mirrors `mdb_env_sync`.
  ///
  /// The commit runs on the calling thread. Inside a tick it happens at the tick's end.
  /// - Throws: `store-not-usable` if it cannot be written; the changes stay and are tried again.
  public func flush() throws(SceneProblem) { try core.commit(durable: true) }

  /// Past and coming problems, each once per address and code.
  public var problems: some AsyncSequence<SceneProblem, Never> & Sendable {
    core.problems.stream()
  }

  /// What is worth knowing about the store and stops nothing: the newest 32 remarks, oldest first.
  ///
  /// They are not among ``problems``. ``Options/onRemark`` tells them when they come.
  public var remarks: [StoreRemark] { core.connection.remarks.all }

  /// The problems reported so far.
  public var reportedProblems: [SceneProblem] { core.problems.all }

  /// Whether two variables hold the same open store.
  public static func == (left: SceneStore, right: SceneStore) -> Bool { left === right }

  /// Hashes the store's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension StoreCore {
  /// The store cannot be used yet: values live in memory, and the committer asks again.
  func waitForStore(_ problem: SceneProblem) {
    problems.report(problem)
    failure.stand(problem)
    committer.wake()
  }

  /// Ends the store: commits what waits, or drops it as the death of a process would.
  func shutDown(committing: Bool) {
    committer.stop()
    if committing { releaseClaims() }
    isClosed.store(true, ordering: .relaxed)
    if committing, connection.current != nil {
      do throws(SceneProblem) { try commit(durable: true) } catch { problems.report(error) }
      backUpAtEnd()
    }
    backupClock?.finish()
    connection.close()
    pending.withLock { $0 = Pending() }
    for handle in liveHandles { handle.state.withLock { $0.dropCells() } }
    problems.finish()
  }
}

extension SceneStore {
  /// What the committer does when it wakes: one commit, which nobody waits for to be durable.
  package func commit() throws(SceneProblem) { try core.commit(durable: false) }

  /// Commits and closes; what is written afterwards stays in memory.
  package func close() { core.shutDown(committing: true) }

  /// Closes as if the process had died: nothing that waits is written, later writes are inert.
  package func abandon() { core.shutDown(committing: false) }
}
