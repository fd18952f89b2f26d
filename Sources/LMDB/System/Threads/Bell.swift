internal import CLMDB
internal import Glibc

/// Ends what another thread waits for (`eventfd`).
package final class Bell: Sendable {
  private let file: FileDescriptor

  /// Makes a bell that nobody has rung.
  ///
  /// - Parameter purpose: What it is for, as an error would name it.
  /// - Throws: What the system says where a process has too many open files.
  package init(_ purpose: String) throws(LMDBError) {
    let number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    let failure = LMDBError.lastSystemError("waiting", purpose)
    file = FileDescriptor(raw: number, path: purpose)
    guard number >= 0 else { throw failure }
  }

  /// What `poll` finds readable once somebody has rung.
  package var descriptor: Int32 { file.raw }

  /// Ends a wait that is under way, or the next one.
  package func ring() {
    var one: UInt64 = 1
    // It fails only if it was rung that often that nobody can have missed it.
    _ = unsafe write(file.raw, &one, MemoryLayout<UInt64>.size)
  }

  /// The wait is over: the next one needs another ring.
  package func hush() {
    var count: UInt64 = 0
    // Nothing to read is as good.
    _ = unsafe read(file.raw, &count, MemoryLayout<UInt64>.size)
  }
}
