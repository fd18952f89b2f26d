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

  /// Some bytes; fewer where the file ends or cannot be read.
  package func bytes(_ count: Int, at offset: Int) -> [UInt8] { file.bytes(count, at: offset) }
}
