internal import CLMDB
internal import Glibc

/// A thread of its own with a chosen stack size.
///
/// The body runs once; where it waits it says so (``ForkGate/rest(_:)``). Releasing the last reference lets the thread go on by itself.
package final class WorkerThread: Sendable {
  private enum Phase {
    case running(pthread_t)
    case joining(pthread_t)
    case joined
  }

  private let phase: Monitor<Phase>
  /// A process that comes out of a fork has none of the threads of the one before.
  private let forkCount = ForkCount.current

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: What debuggers show; the first 15 bytes count.
  ///   - stackBytes: The stack size, raised to the least the system allows.
  ///   - body: What the thread does.
  /// - Throws: ``LMDBError/system(errno:operation:path:)`` when the system has no thread to give.
  package init(
    name: String,
    stackBytes: Int,
    _ body: @escaping @Sendable () -> Void
  ) throws(LMDBError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    let pageBytes = 4096
    let wanted = max(stackBytes, 64 * 1024) / pageBytes * pageBytes
    unsafe pthread_attr_setstacksize(&attributes, wanted)

    let job = unsafe Unmanaged.passRetained(ThreadJob(name: name, body: body))
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, &attributes, runThreadJob, job.toOpaque())
    guard code == 0 else {
      unsafe job.release()
      throw .system(errno: code, operation: "starting a thread", path: name)
    }
    phase = Monitor(.running(thread))
  }

  deinit {
    guard ForkCount.current == forkCount else { return }
    phase.withLock { phase in
      if case .running(let thread) = phase { pthread_detach(thread) }
    }
  }

  /// Waits until the body has returned; on the thread itself it returns at once.
  package func join() {
    guard ForkCount.current == forkCount else { return }
    let mine = phase.withLock { (phase: inout Phase) -> pthread_t? in
      guard case .running(let thread) = phase, thread != pthread_self() else { return nil }
      phase = .joining(thread)
      return thread
    }
    if let mine {
      pthread_join(mine, nil)
      phase.withLock { $0 = .joined }
      phase.wakeAll()
      return
    }
    _ = phase.wait(until: nil) { (phase: inout Phase) -> Bool? in
      switch phase {
      case .running: true
      case .joining(let thread): thread == pthread_self() ? true : nil
      case .joined: true
      }
    }
  }
}

private final class ThreadJob: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

private func runThreadJob(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let raw = unsafe raw else { return nil }
  ForkGate.enter()
  defer { ForkGate.leave() }
  let job = unsafe Unmanaged<ThreadJob>.fromOpaque(raw).takeRetainedValue()
  var name = job.name
  while name.utf8.count > 15 { name.removeLast() }
  _ = unsafe pthread_setname_np(pthread_self(), name)
  job.body()
  return nil
}
