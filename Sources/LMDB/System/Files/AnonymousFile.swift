internal import CLMDB
internal import Glibc

/// A file of the system that is in memory and has no name; it ends with its last descriptor.
///
/// The place that errors name is given by who asks.
enum AnonymousFile {
  /// Makes one, and its descriptor, which programs that are started do not get.
  static func make(with bytes: [UInt8], _ place: String) throws(LMDBError) -> Int32 {
    // MFD_CLOEXEC
    let descriptor = unsafe memfd_create("scene-storage", 1)
    guard descriptor >= 0 else { throw .lastSystemError("memfd_create", place) }
    do throws(LMDBError) {
      try write(bytes, to: descriptor, place)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// All that is in it.
  static func bytes(of descriptor: Int32) -> [UInt8] {
    // A descriptor that is open has a size.
    let count = (try? descriptorStatus(descriptor, ""))?.byteCount ?? 0
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      while filled < count {
        let rest = unsafe bytes.baseAddress.map { unsafe $0 + filled }
        let read = unsafe pread(descriptor, rest, count - filled, off_t(filled))
        guard read > 0 else { return }
        filled += read
      }
    }
  }

  /// Makes these bytes all that is in it.
  static func replace(
    _ descriptor: Int32, with bytes: [UInt8], _ place: String
  ) throws(LMDBError) {
    guard ftruncate(descriptor, 0) == 0 else { throw .lastSystemError("ftruncate", place) }
    try write(bytes, to: descriptor, place)
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ place: String
  ) throws(LMDBError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe pwrite(
          descriptor, $0.baseAddress.map { unsafe $0 + written }, $0.count - written,
          off_t(written))
      }
      guard count > 0 else { throw .lastSystemError("write", place) }
      written += count
    }
  }
}
