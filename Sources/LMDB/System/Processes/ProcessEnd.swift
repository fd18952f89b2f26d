internal import CLMDB
internal import Glibc
internal import Synchronization

/// The ordinary end of this process: `exit`, or the return from `main` (`atexit`).
package enum ProcessEnd {
  private struct Work: Sendable {
    let forkCount = ForkCount.current
    let body: @Sendable () -> Void
  }

  private static let works = Mutex<[Work]>([])

  /// Runs a body at the end, the last one that was added first; one handler for all of them.
  ///
  /// It runs on the thread that ends the process, while others go on. In a process that comes out
  /// of this one by a fork it does not run.
  package static func perform(_ body: @escaping @Sendable () -> Void) {
    let isFirst = works.withLock { works in
      defer { works.append(Work(body: body)) }
      return works.isEmpty
    }
    if isFirst { atexit { ProcessEnd.run() } }
  }

  private static func run() {
    for work in works.withLock({ $0 }).reversed() where work.forkCount == ForkCount.current {
      work.body()
    }
  }
}
