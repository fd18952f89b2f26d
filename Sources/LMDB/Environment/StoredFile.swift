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
    size = status.byteCount
    self.file = file
  }

  /// Reads all of it but the holes, to find out whether it can be read at all.
  ///
  /// - Parameter end: What lies behind is left out.
  /// - Throws: What the system says of the first part that it cannot give.
  package func requireReadable(upTo end: Int) throws(LMDBError) {
    var offset = 0
    while let part = file.data(from: offset, to: min(size, end)) {
      offset = part.lowerBound
      while offset < part.upperBound {
        offset += try file.requireBytes(min(1 << 20, part.upperBound - offset), at: offset)
      }
    }
  }

  /// Some bytes; fewer where the file ends or cannot be read.
  package func bytes(_ count: Int, at offset: Int) -> [UInt8] { file.bytes(count, at: offset) }
}
