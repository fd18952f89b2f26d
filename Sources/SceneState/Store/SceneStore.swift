public import FoundationEssentials
import LMDB
import StoreFormat
import Synchronization

/// An open store: one folder with an LMDB environment that keeps the values of all scenes.
///
/// Writes are visible at once and committed by a thread of the store's own, one transaction for
/// all ticks of 16 ms; ``flush()`` waits until they are on the disk. A store that cannot be used
/// (locked, no permission, disk full) never takes the app down: values live in memory, the problem
/// is in ``problems`` and on each property, and what waits is written when the store comes back.
/// When the last scope and the store itself are released, what waits is committed, and so it is at
/// a normal end of the process (see ``open(appID:options:fileID:line:)``).
///
/// A commit that fails because the disk does (`MDB_PANIC`) closes the files, looks at them and
/// opens them again, once, by itself. An app whose file size is limited (`ulimit -f`) must ignore
/// `SIGXFSZ`, or a commit beyond the limit ends it; then it is a problem like a full disk. After a
/// `fork` the child opens the folder for itself; that store has no thread of its own, and each write is
/// committed before it returns. The locks of Swift allow no other threads beside the one that forked.
/// Files are closed in a child that is spawned.
///
/// What another process commits to the same folder reaches values in memory within 100 ms while
/// somebody observes them with ``SceneScope/observe(_:deliver:_:)`` or `values`, and with this
/// process's next commit or ``refresh()`` otherwise. A value that waits to be written stays; its later
/// commit counts.
///
/// It is long, since it is all that an app can ask of a store: what it does is done by the parts of its
/// core, and it has no state of its own.
///
/// ```swift
/// let store = SceneStore.open(appID: "com.example.hawknotes")
/// let window = store.scene("main")
/// ```
public final class SceneStore: Hashable, Sendable {
  @usableFromInline let core: StoreCore
  /// The folder around a temporary store, which goes with it.
  let temporaryFolder: String?

  init(_ location: StoreLocation, options: Options, temporaryFolder: String? = nil) {
    core = StoreCore(location, options: options)
    self.temporaryFolder = temporaryFolder
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
      look: { [weak core] in core?.noticeOutsideChanges() ?? false },
      hearing: { [weak core] in core?.outsideHearing ?? .notWanted },
      beIdle: { [weak core] in
        core?.backUpIfDue()
        core?.scrubIfDue()
      },
      timeUntilWork: { [weak core] in core?.timeUntilIdleWork })
  }

  deinit {
    // In a child that came out of a fork the files are those of its parent.
    guard core.isOfThisProcess else { return }
    core.shutDown(committing: temporaryFolder == nil)
    if let temporaryFolder { removeDirectory(temporaryFolder) }
  }

  /// Opens the store in a folder, which is made (mode 0700) if it is missing.
  ///
  /// A store that cannot be used for now opens all the same and works in memory. One that this
  /// process is just closing is waited for, up to ``Options/lockDeadline``.
  /// - Throws: Only on misuse: `already-open`, `insecure-location`, `store-from-newer-version`.
  public static func open(
    _ directory: URL, options: Options = Options()
  ) throws(SceneProblem) -> SceneStore {
    let path = DefaultPlace.path(of: directory)
    let (store, isNew) = OpenStores.obtain(path, until: monotonicNow() + options.lockDeadline) {
      SceneStore(.folder(path), options: options)
    }
    guard isNew else { throw SceneProblem(LMDBError.alreadyOpen(path: path)) }
    try store.core.connect()
    return store
  }

  /// Opens the store at an app's default place, `$XDG_STATE_HOME/<app id>/scenes.store`, where that is
  /// not set in `$HOME/.local/state`.
  ///
  /// Never fails: a store that cannot be used works in memory and says so in ``problems``. If this
  /// process has it open already, the answer is that very store with the options of its first
  /// opening; if others are asked for, that is the remark `other-options`.
  ///
  /// What was written before a normal end of the process is saved, whatever holds the store: before
  /// the return from `main`, the last line of a script, or `exit`. That takes 2 s at most; what could
  /// not be saved is told on standard error. An `exit` inside a tick drops what waits. A process that
  /// is killed, traps or replaces itself loses up to ``Options/commitDelay`` of writes;
  /// ``savesOnTermination()`` is for `SIGTERM`.
  ///
  /// Tests never touch it: in a process that has Swift Testing or XCTest loaded, the answer is the
  /// store of the `freshScene` trait of SceneTesting, and without that trait one temporary store
  /// for the whole process, with the problem `shared-test-store`. A process that a test starts is
  /// no test: give it an `XDG_STATE_HOME` of its own.
  public static func open(
    appID: String, options: Options = Options(), fileID: StaticString = #fileID, line: UInt = #line
  ) -> SceneStore {
    guard !TestRunner.isHere else { return TestRunner.storeInstead() }
    var options = options
    if options.appID.isEmpty { options.appID = appID }
    return shared(
      at: DefaultPlace.path(appID: appID), options: options, openedAt: "\(fileID):\(line)")
  }

  /// The store of a folder, which may be open already.
  static func shared(
    at directory: String, options: Options, openedAt place: @autoclosure () -> String
  ) -> SceneStore {
    let deadline = monotonicNow() + options.lockDeadline
    let (store, isNew) = OpenStores.obtain(directory, until: deadline) {
      SceneStore(.folder(directory), options: options)
    }
    if !isNew { store.core.noteSecondOpening(options, place()) }
    guard isNew || !store.core.isUsable && !store.core.failure.isStanding else { return store }
    // Another thread may just be opening it, which is waited for.
    store.core.connectOrWait()
    return store
  }

  /// Opens a store in a folder of its own, which is removed when the store is released.
  public static func temporary(options: Options = Options()) -> SceneStore {
    do throws(LMDBError) {
      let directory = try makeTemporaryDirectory(prefix: "scenes")
      var options = options
      options.backups = nil
      let store = SceneStore(
        .folder(directory + "/scenes.store"), options: options, temporaryFolder: directory)
      do throws(SceneProblem) { _ = try store.core.connection.open() } catch {
        store.core.problems.report(error)
      }
      return store
    } catch {
      let store = SceneStore(.nowhere, options: options)
      store.core.problems.report(SceneProblem(error))
      return store
    }
  }

  /// Opens an empty store in memory, for previews and tests: no file, no lock, no thread.
  ///
  /// It has the rules of any other store: ticks, budgets, problems, listings, set-aside values. Each
  /// write is committed when it returns, and a tick at its end; ``flush()`` tells what was refused.
  /// All is gone when the store and its scopes are released. There are no backups and there is no
  /// second process; ``directory`` is nil. Where the system has no memory for it, that is in
  /// ``problems``, as of any store that cannot be used.
  ///
  /// ```swift
  /// let store = SceneStore.inMemory()
  /// store.scene("main")[draft] = "Tala"
  /// ```
  public static func inMemory(options: Options = Options()) -> SceneStore {
    let store = SceneStore(.memory(MemoryFile()), options: options)
    store.core.connectOrWait()
    return store
  }

  /// The folder of the store, or nil if it is in memory.
  public var directory: URL? { core.directory.map { URL(filePath: $0) } }

  /// The scope of one window; the scene is known to the store from its first write on.
  ///
  /// It asks nobody: of a scene that another process has open both see what the other writes, and
  /// the later write counts. The first such commit is the remark `scene-in-use`. Who wants one
  /// process at a time opens the window with `SceneHost` of `SceneLifecycle`.
  public func scene(_ id: SceneID) -> SceneScope {
    SceneScope(store: self, handle: core.handle(for: id), path: .root)
  }

  /// The scope of one window of which nothing is ever written, not for a moment.
  ///
  /// Its values live in memory until the scene is discarded or the process ends. What was stored
  /// under the identifier before is neither read nor changed.
  /// - Parameters:
  ///   - id: The scene's identifier, which is not written either.
  ///   - isPrivate: Whether the scene is private; once it is, it stays so.
  /// - Returns: The scope.
  public func scene(_ id: SceneID, isPrivate: Bool) -> SceneScope {
    let handle = core.handle(for: id)
    if isPrivate {
      core.gate.enter {
        let wasPrivate = handle.isPrivate.exchange(true, ordering: .sequentiallyConsistent)
        if !wasPrivate { handle.state.withLock { $0.table.becomeEmpty() } }
      }
    }
    return SceneScope(store: self, handle: handle, path: .root)
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
  /// The commit runs on the calling thread. Inside a tick it happens at the tick's end, and nothing
  /// is thrown.
  ///
  /// It also tells what was refused since the last flush that did: too large a value, one that cannot
  /// be encoded. All else is on the disk by then, and the old values are shown.
  /// - Throws: `store-not-usable` if it cannot be written; the changes stay and are tried again. The
  ///   first refusal, whose ``SceneProblem/others`` are the rest.
  public func flush() throws(SceneProblem) { try core.flush() }

  /// Commits what waits, waits for the disk, and lets go of the files.
  ///
  /// The last release of the store and of its scopes does the same. What is written afterwards stays
  /// in memory; the folder can be opened again. Inside a tick it happens at the tick's end. Call
  /// ``flush()`` before it if you want to know what cannot be saved.
  ///
  /// ```swift
  /// store.close()
  /// ```
  public func close() { core.shutDown(committing: true) }

  /// Brings what other processes have committed to the values in memory, now.
  ///
  /// For those who only read: a value that nobody observes is not looked at again before this
  /// process's next commit. A value that waits to be written stays; its later commit counts. Inside a
  /// tick, which reads what it began with, nothing happens.
  ///
  /// ```swift
  /// store.refresh()
  /// ```
  public func refresh() { core.noticeOutsideChanges() }

  /// Waits until everything written so far is on the disk, as ``flush()``; refusals stay for the next
  /// one to tell, since the app did not ask for this one.
  package func makeDurable() throws(SceneProblem) { try core.commit(durable: true) }

  /// Past and coming problems, each once per address and code.
  public var problems: some AsyncSequence<SceneProblem, Never> & Sendable {
    core.connection.current?.reports.read()
    return core.problems.stream()
  }

  /// Tells past and coming ``problems`` where they are met, locks of the store held: the body hands
  /// over and returns.
  package func observeProblems(_ body: @escaping @Sendable (SceneProblem) -> Void) -> Subscription {
    core.connection.current?.reports.read()
    let log = core.problems
    let id = log.hear { problem in if let problem { body(problem) } }
    return Subscription { log.endHearing(id) }
  }

  /// What is worth knowing about the store and stops nothing: the newest 32 remarks, oldest first.
  ///
  /// They are not among ``problems``. ``Options/onRemark`` tells them when they come.
  public var remarks: [StoreRemark] { core.connection.remarks.all }

  /// The problems reported so far.
  public var reportedProblems: [SceneProblem] {
    core.connection.current?.reports.read()
    return core.problems.all
  }

  /// Whether two variables hold the same open store.
  public static func == (left: SceneStore, right: SceneStore) -> Bool { left === right }

  /// Hashes the store's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension StoreCore {
  /// Opens the store, which may not be usable for now.
  ///
  /// - Throws: Only on misuse.
  func connect() throws(SceneProblem) {
    do throws(SceneProblem) { _ = try connection.open() } catch {
      switch error.code {
      case .alreadyOpen, .insecureLocation, .storeFromNewerVersion: throw error
      default: waitForStore(error)
      }
    }
  }

  /// The same, whatever is wrong.
  func connectOrWait() {
    do throws(SceneProblem) { _ = try connection.open() } catch { waitForStore(error) }
  }

  /// The store cannot be used yet: values live in memory, and the committer asks again.
  func waitForStore(_ problem: SceneProblem) {
    problems.report(problem)
    problem.tellWhileDebugging()
    failure.stand(problem)
    committer.wake()
  }

  /// Somebody opened the store once more.
  fileprivate func noteSecondOpening(_ wanted: SceneStore.Options, _ place: String) {
    let isSame = options.isSame(as: wanted)
    if !isSame {
      connection.remarks.add(
        StoreRemark(
          code: .otherOptions,
          description: "the store is open already; the options of its first opening stay"))
    }
    SceneProblem(
      .alreadyOpen, detail: isSame ? "it is shared" : "it is shared, with its first options",
      declaredAt: place
    ).tellWhileDebugging()
  }

  /// Ends the store: commits what waits, or drops it as the death of a process would.
  func shutDown(committing: Bool) {
    guard isOfThisProcess else { return }
    if committing, gate.isHeld { return pending.withLock { $0.wantsClose = true } }
    OpenStores.isClosing(self)
    defer { OpenStores.isClosed(self) }
    committer.stop()
    if committing { releaseClaims() }
    isClosed.store(true, ordering: .relaxed)
    if committing, connection.current != nil {
      do throws(SceneProblem) { try commit(durable: true) } catch { problems.report(error) }
      backUpAtEnd()
    }
    backupClock?.finish()
    if committing { tellLoss { failure.text ?? "the store was not open" } }
    connection.close()
    pending.withLock { $0 = Pending() }
    for handle in liveHandles { handle.state.withLock { $0.dropCells() } }
    problems.finish()
  }
}

extension SceneStore {
  /// What the committer does when it wakes: one commit, which nobody waits for to be durable.
  package func commit() throws(SceneProblem) { try core.commit(durable: false) }

  /// Closes as if the process had died: nothing that waits is written, later writes are inert.
  package func abandon() { core.shutDown(committing: false) }
}
