internal import Glibc

/// A file that is read with `pread`, never mapped: whatever it holds, reading it is harmless.
package struct StoredFile: ~Copyable {
  private let file: FileDescriptor
  /// How many bytes it had when it was opened.
  package let size: Int

  /// Opens a file; refuses a link and whatever is no file.
  package init(_ path: String) throws(LMDBError) {
    let file = try FileDescriptor.reading(path)
    let status = try descriptorStatus(file.raw, path)
    guard status.isRegularFile else {
      throw .insecureLocation(path: path, reason: "it is not a regular file")
    }
    size = Int(status.st_size)
    self.file = file
  }

  /// Reads all of it, to find out whether it can be read at all.
  ///
  /// - Throws: What the system says of the first part that it cannot give.
  package func requireReadable() throws(LMDBError) {
    var offset = 0
    while offset < size {
      errno = 0
      let count = file.bytes(1 << 20, at: offset).count
      guard count > 0 else {
        throw .system(errno: errno == 0 ? EIO : errno, operation: "reading", path: file.path)
      }
      offset += count
    }
  }

  /// Some bytes; fewer where the file ends or cannot be read.
  package func bytes(_ count: Int, at offset: Int) -> [UInt8] { file.bytes(count, at: offset) }
}
