/// Where the bytes of a data file come from: a file that is read, or bytes in memory.
package struct PageSource: ~Copyable, Sendable {
  // Not private: whoever holds a source in another module takes it apart at its end, and a release
  // build would not link.
  enum Place: ~Copyable, Sendable {
    case file(FileDescriptor)
    case memory([UInt8])
  }

  private let place: Place
  /// How many bytes of the file stand before its first page; fewer than none are missing there.
  private let start: Int
  /// The size from there when it was opened; nothing beyond is read.
  package let byteCount: Int

  /// More than any map has: a file can be made larger by a single call, and has nothing there.
  private static let byteLimit = 1 << 48

  /// Opens a file for reading; refuses a link and what is no regular file.
  package init(path: String, start: Int = 0) throws(LMDBError) {
    let file = try FileDescriptor.reading(path)
    let status = try descriptorStatus(file.raw, path)
    guard status.isRegularFile else {
      throw .insecureLocation(path: path, reason: "it is not a regular file")
    }
    byteCount = max(0, min(max(0, status.byteCount), Self.byteLimit) - start)
    self.start = start
    place = .file(file)
  }

  init(bytes: [UInt8]) {
    byteCount = bytes.count
    start = 0
    place = .memory(bytes)
  }

  /// Fills memory with the bytes from an offset on.
  ///
  /// - Returns: Whether all of them are there; if not, the memory holds anything.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    let count = target.count
    guard offset >= 0, offset <= byteCount - count, offset + start >= 0 else { return false }
    let offset = offset + start
    switch place {
    case .memory(let bytes):
      return unsafe bytes.withUnsafeBytes { all in
        let part = unsafe UnsafeRawBufferPointer(rebasing: all[offset..<offset + count])
        unsafe target.copyMemory(from: part)
        return true
      }
    case .file(let file):
      return unsafe file.read(into: target, at: offset)
    }
  }

  /// The next bytes from an offset on that are on the disk, without the holes before and behind.
  func data(from offset: Int) -> Range<Int>? {
    guard offset < byteCount else { return nil }
    return switch place {
    case .memory: offset..<byteCount
    case .file(let file):
      file.data(from: max(0, offset + start), to: byteCount + start).map {
        max(offset, $0.lowerBound - start)..<$0.upperBound - start
      }
    }
  }

  /// Reads all of it but the holes, to find out whether it can be read at all.
  ///
  /// - Parameter end: What lies behind is left out.
  /// - Throws: What the system says of the first part that it cannot give.
  package func requireReadable(upTo end: Int) throws(LMDBError) {
    switch place {
    case .memory: return
    case .file(let file):
      var offset = start
      while let part = file.data(from: offset, to: min(byteCount, end) + start) {
        offset = part.lowerBound
        while offset < part.upperBound {
          offset += try file.requireBytes(min(1 << 20, part.upperBound - offset), at: offset)
        }
      }
    }
  }

  /// Some bytes, or nil if not all of them are there.
  package func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
    guard count >= 0, count <= byteCount else { return nil }
    var isRead = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe buffer.initialize(repeating: 0)
      isRead = unsafe read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      initialized = count
    }
    return isRead ? bytes : nil
  }
}
