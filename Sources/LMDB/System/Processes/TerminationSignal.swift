internal import CLMDB
internal import Glibc
internal import Synchronization

/// The signal by which a process is asked to end, `SIGTERM`.
package enum TerminationSignal {
  /// What is done at the signal, once somebody asked for it.
  private static let body = Mutex<Callback<@Sendable () -> Void>?>(nil)
  /// The process whose thread waits for the signal; 0 for none.
  fileprivate static let process = Atomic<Int32>(0)
  /// Raised by the handler, which may do little else.
  nonisolated(unsafe) fileprivate static let bell: UnsafeMutablePointer<sem_t> = {
    let bell = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    unsafe sem_init(bell, 0, 0)
    return unsafe bell
  }()
  /// What was to happen at the signal before.
  nonisolated(unsafe) fileprivate static var before = sigaction()

  /// Runs a body at the first such signal on a thread of its own, then has happen what would have
  /// happened without it; asking again changes the body only.
  ///
  /// A process that comes out of this one by a fork takes the signal as if nobody had asked.
  /// - Throws: ``LMDBError/system(errno:operation:path:)`` when the system has no thread to give;
  ///   the signal then acts as before.
  package static func perform(_ body: @escaping @Sendable () -> Void) throws(LMDBError) {
    try Self.body.withLock { (known) throws(LMDBError) in
      guard process.load(ordering: .acquiring) != getpid() else { return known = Callback(body) }
      unsafe sem_init(bell, 0, 0)
      // It ends with the process: nobody waits for it.
      _ = try WorkerThread(name: "scene-sigterm", stackBytes: 1 << 20) {
        ForkGate.rest { while unsafe sem_wait(bell) != 0 {} }
        Self.body.withLock { $0 }?.call()
        passOn()
      }
      known = Callback(body)
      process.store(getpid(), ordering: .releasing)
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { ring($0) }
      action.sa_flags = SA_RESTART
      unsafe sigaction(SIGTERM, &action, &before)
    }
  }

  /// Sends the signal again, to whoever would have had it.
  fileprivate static func passOn() {
    unsafe sigaction(SIGTERM, &before, nil)
    kill(getpid(), SIGTERM)
  }
}

/// The handler: only what may be done at any moment.
private func ring(_ signal: Int32) {
  let kept = errno
  if TerminationSignal.process.load(ordering: .acquiring) == getpid() {
    unsafe sem_post(TerminationSignal.bell)
  } else {
    TerminationSignal.passOn()
  }
  errno = kept
}
