internal import CLMDB
internal import Glibc

/// A lock file taken with `flock`.
///
/// Such a lock belongs to the open file: unlike the locks LMDB takes in `lock.mdb`, closing another
/// descriptor of the same file does not drop it.
package struct FileLock: ~Copyable, Sendable {
  private let file: FileDescriptor

  /// Opens the lock file, creating it when it is missing.
  package init(path: String) throws(LMDBError) {
    file = try FileDescriptor.privateFile(path)
  }

  /// Takes the lock alone if nobody has it.
  package func tryExclusive() throws(LMDBError) -> Bool { try attempt(LOCK_EX) }

  /// Shares the lock, or turns an exclusive one into a shared one.
  func tryShared() throws(LMDBError) -> Bool { try attempt(LOCK_SH) }

  /// Takes the lock alone and writes this process into it.
  ///
  /// - Throws: ``LMDBError/busy(pid:)`` when the deadline passes.
  func exclusive(until deadline: Duration) throws(LMDBError) {
    try wait(until: deadline)
    let mine = "\(getpid())\n"
    // A write changes the time of the file, which the disk has to keep; a read costs nothing.
    if file.text() != mine { try file.replaceText(mine) }
  }

  /// Takes the lock alone, and a lock of the other kind that tells others this process.
  ///
  /// For locks that each process takes once: a write would cost as much as all else that it does.
  ///
  /// - Throws: ``LMDBError/busy(pid:)`` when the deadline passes.
  func exclusiveOnce(until deadline: Duration) throws(LMDBError) {
    try wait(until: deadline)
    var mark = Self.mark
    _ = unsafe fcntl(file.raw, F_SETLK, &mark)
  }

  private func wait(until deadline: Duration) throws(LMDBError) {
    var nap = Duration.microseconds(200)
    while try !tryExclusive() {
      guard monotonicNow() < deadline else { throw .busy(pid: holder) }
      pause(min(nap, deadline - monotonicNow()))
      nap = min(nap * 2, .milliseconds(5))
    }
  }

  /// Gives the lock back.
  func unlock() {
    flock(file.raw, LOCK_UN)
  }

  /// Takes one byte's lock, which has nothing to do with the file's, if nobody has it.
  ///
  /// It belongs to the open file as well, so a process that ends gives it back.
  func tryByte(_ place: Int) throws(LMDBError) -> Bool {
    while scene_lock_bytes(file.raw, off_t(place), 1, 1) != 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN, EACCES: return false
      default: throw .lastSystemError("fcntl", file.path)
      }
    }
    return true
  }

  func unlockByte(_ place: Int) { _ = scene_lock_bytes(file.raw, off_t(place), 1, 0) }

  func unlockBytes() { _ = scene_lock_bytes(file.raw, 0, 0, 0) }

  /// What the last holder wrote into the file.
  package var text: String { file.text() }

  package func replaceText(_ text: String) throws(LMDBError) { try file.replaceText(text) }

  /// The process that has the mark, or else is written into the file.
  private var holder: Int32? {
    var mark = Self.mark
    if unsafe fcntl(file.raw, F_GETLK, &mark) == 0, mark.l_type != F_UNLCK, mark.l_pid > 0 {
      return mark.l_pid
    }
    return file.text().split(separator: "\n").first.flatMap { Int32($0) }
  }

  /// Says who has the lock, and keeps nobody out: it goes when the file is closed.
  private static var mark: flock {
    Glibc.flock(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 1, l_pid: 0)
  }

  private func attempt(_ operation: Int32) throws(LMDBError) -> Bool {
    while flock(file.raw, operation | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw .lastSystemError("flock", file.path)
      }
    }
    return true
  }
}
