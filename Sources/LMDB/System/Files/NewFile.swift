internal import CLMDB
internal import Glibc

/// A file that is written under a name nobody can guess and gets its own when it is whole.
///
/// It has mode 0600. Unless it is moved to its place it is removed when it is released.
package struct NewFile: ~Copyable {
  /// What such names begin with, so that those that a crash leaves behind are known.
  private static let prefix = "tmp-"
  /// How much is gathered before it is written.
  private static let bufferBytes = 1 << 16

  private let file: FileDescriptor
  private let folder: String
  private var buffer: [UInt8] = []
  private var isPlaced = false
  /// Where it is until it has its place.
  package let path: String

  package init(in folder: String) throws(LMDBError) {
    self.folder = folder
    file = try Self.created(in: folder)
    path = file.path
  }

  private static func created(in folder: String) throws(LMDBError) -> FileDescriptor {
    while true {
      let digits = String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16)
      let file = try FileDescriptor.creating("\(folder)/\(prefix)\(digits)")
      // Who tidies up takes the lock to see that nobody writes, and may just have been here.
      let isLocked = flock(file.raw, LOCK_EX | LOCK_NB) == 0
      if isLocked, try descriptorStatus(file.raw, file.path).names == 1 { return file }
    }
  }

  /// Removes what the death of a process left behind in the middle of writing.
  ///
  /// Only files of this user that nobody has open to write and that begin as such files do.
  ///
  /// - Parameters:
  ///   - folder: Where to look; one that cannot be read has nothing to offer.
  ///   - start: What the content begins with, as far as it was written.
  /// - Returns: How many there were.
  package static func removeLeftovers(in folder: String, beginning start: [UInt8]) -> Int {
    // What is in the way of tidying up is told by whoever needs the folder.
    let names = (try? folderNames(folder)) ?? []
    return names.count { name in
      let digits = name.dropFirst(prefix.count)
      guard name.hasPrefix(prefix), (14...16).contains(digits.count),
        UInt64(digits, radix: 16) != nil
      else { return false }
      // What cannot be read, or is not safely this user's, is not proved to be a leftover.
      return (try? removeLeftover("\(folder)/\(name)", beginning: start)) ?? false
    }
  }

  private static func removeLeftover(
    _ path: String, beginning start: [UInt8]
  ) throws(LMDBError) -> Bool {
    let file = try FileDescriptor.reading(path)
    let status = try descriptorStatus(file.raw, path)
    try requireSafeFile(status, path)
    guard status.permissions == 0o600, start.starts(with: file.bytes(start.count, at: 0)),
      flock(file.raw, LOCK_EX | LOCK_NB) == 0
    else { return false }
    removeFile(path)
    return true
  }

  deinit {
    if !isPlaced { removeFile(path) }
  }

  /// Adds bytes at the end.
  package mutating func append(_ bytes: [UInt8]) throws(LMDBError) {
    buffer += bytes
    if buffer.count >= Self.bufferBytes { try drain() }
  }

  /// Writes out what was gathered and waits for the disk.
  package mutating func synchronize() throws(LMDBError) {
    try drain()
    try file.synchronize()
  }

  /// Gives the file its name and waits until the disk knows it.
  ///
  /// - Parameter path: A name in the same folder.
  /// - Throws: ``LMDBError/exists(path:)`` if the name is taken.
  package consuming func place(at path: String) throws(LMDBError) {
    // A link is refused where a rename would replace; two processes may want one name.
    guard unsafe link(self.path, path) == 0 else {
      throw errno == EEXIST ? .exists(path: path) : .lastSystemError("link", path)
    }
    removeFile(self.path)
    isPlaced = true
    try synchronizeFolder(folder)
  }

  private mutating func drain() throws(LMDBError) {
    var written = 0
    while written < buffer.count {
      let count = unsafe buffer.withUnsafeBytes { bytes in
        unsafe write(file.raw, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .lastSystemError("write", path) }
      written += count
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Makes the names in a folder durable.
package func synchronizeFolder(_ path: String) throws(LMDBError) {
  let folder = try FileDescriptor.folder(path, followsLink: true)
  try folder.synchronize()
}
