internal import CLMDB
internal import Glibc

/// An open file that closes itself.
struct FileDescriptor: ~Copyable, Sendable {
  let raw: Int32
  let path: String

  /// Takes a descriptor over.
  init(raw: Int32, path: String) {
    self.raw = raw
    self.path = path
  }

  deinit {
    if raw >= 0 { close(raw) }
  }

  /// Opens a folder; refuses a link unless told otherwise.
  static func folder(
    _ path: String,
    followsLink: Bool = false
  ) throws(LMDBError) -> FileDescriptor {
    try open(path, O_RDONLY | O_DIRECTORY | (followsLink ? 0 : O_NOFOLLOW))
  }

  /// Opens a file, creating it with mode 0600 whatever the umask is; refuses what is not safe.
  static func privateFile(_ path: String) throws(LMDBError) -> FileDescriptor {
    let file = try open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
    let status = try descriptorStatus(file.raw, path)
    try requireSafeFile(status, path)
    if status.permissions != 0o600, fchmod(file.raw, 0o600) != 0 {
      throw .lastSystemError("chmod", path)
    }
    return file
  }

  /// Creates a file with mode 0600 whatever the umask is; refuses a name that is taken.
  static func creating(_ path: String) throws(LMDBError) -> FileDescriptor {
    let file = try open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
    guard fchmod(file.raw, 0o600) == 0 else { throw .lastSystemError("chmod", path) }
    return file
  }

  /// Opens a file that is there for reading; refuses a link.
  static func reading(_ path: String) throws(LMDBError) -> FileDescriptor {
    try open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  }

  private static func open(_ path: String, _ flags: Int32) throws(LMDBError) -> FileDescriptor {
    FileDescriptor(raw: try openRaw(path, flags), path: path)
  }

  /// Opens a file for reading whose descriptor the caller closes.
  static func rawReading(_ path: String) throws(LMDBError) -> Int32 {
    try openRaw(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  }

  private static func openRaw(_ path: String, _ flags: Int32) throws(LMDBError) -> Int32 {
    while true {
      let raw = unsafe Glibc.open(path, flags | O_CLOEXEC, 0o600)
      if raw >= 0 { return raw }
      switch errno {
      case EINTR: continue
      case ELOOP: throw .insecureLocation(path: path, reason: "it is a symbolic link")
      default: throw .lastSystemError("opening", path)
      }
    }
  }

  /// Forces the file or the names in the folder to the disk.
  func synchronize() throws(LMDBError) {
    guard fsync(raw) == 0 else { throw .lastSystemError("fsync", path) }
  }

  func text() -> String { String(decoding: bytes(512, at: 0), as: UTF8.self) }

  /// Some bytes of the file; fewer where it ends or can't be read.
  func bytes(_ wanted: Int, at offset: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: wanted)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(raw, $0.baseAddress, wanted, off_t(offset))
    }
    return Array(bytes.prefix(max(count, 0)))
  }

  /// How many of the bytes can be read, one at least.
  ///
  /// - Throws: What the system says if it cannot give the first one.
  func requireBytes(_ wanted: Int, at offset: Int) throws(LMDBError) -> Int {
    errno = 0
    let count = bytes(wanted, at: offset).count
    guard count > 0 else {
      throw .system(errno: errno == 0 ? EIO : errno, operation: "reading", path: path)
    }
    return count
  }

  /// Fills memory with the bytes from an offset on; answers whether all of them are there.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    var done = 0
    while done < target.count {
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: target[done...])
      let count = unsafe pread(raw, part.baseAddress, part.count, off_t(offset + done))
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Reserves room on the disk for the first bytes; not every file system can.
  func reserve(_ count: Int) throws(LMDBError) {
    // The system call itself: the emulation of libc writes to a file that others may use.
    guard fallocate(raw, 0, 0, off_t(count)) != 0 else { return }
    guard errno == EOPNOTSUPP else { throw .lastSystemError("fallocate", path) }
  }

  /// The next part of the file from an offset on that is no hole; nil if there is none before the
  /// end.
  ///
  /// Where the file system cannot tell, all of it is.
  func data(from offset: Int, to end: Int) -> Range<Int>? {
    // Where the next data and the next hole begin: `SEEK_DATA` and `SEEK_HOLE`.
    let start = lseek(raw, off_t(offset), 3)
    if start < 0, errno == ENXIO { return nil }
    guard start >= offset else { return offset..<end }
    guard start < end else { return nil }
    let hole = lseek(raw, start, 4)
    return Int(start)..<(hole > start ? min(Int(hole), end) : end)
  }

  /// Makes a text the whole content of the file.
  func replaceText(_ text: String) throws(LMDBError) {
    let bytes = Array(text.utf8)
    let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(raw, $0.baseAddress, $0.count, 0) }
    guard count == bytes.count, ftruncate(raw, count) == 0 else {
      throw .lastSystemError("write", path)
    }
  }
}
