internal import CLMDB
internal import Glibc
internal import Synchronization

/// How often this process came through a fork since the count was first looked at.
///
/// Every read and write asks whether it still is in the process that opened the files; asking the
/// system for the process's number costs a system call each time.
package enum ForkCount {
  private static let count = Atomic<Int>(0)

  /// 0 if the system calls back in children, as it does unless memory is short.
  private static let registration = pthread_atfork(
    nil, nil, { ForkCount.count.add(1, ordering: .relaxed) })

  /// Whether this process came out of a fork of one that had looked before.
  ///
  /// The locks of Swift know a thread by its number, which the thread that forked remembers from
  /// before: as soon as another thread waits for a lock that it has, the process traps. So nothing
  /// here starts a thread in such a process.
  package static var isChild: Bool { registration == 0 && count.load(ordering: .relaxed) > 0 }

  /// A number that is another one in a child.
  package static var current: Int {
    registration == 0 ? count.load(ordering: .relaxed) : Int(getpid())
  }
}
