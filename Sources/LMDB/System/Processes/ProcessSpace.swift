internal import CLMDB
internal import Glibc

/// Tells process numbers of one container from those of another.
///
/// LMDB finds dead readers by their process number, which means nothing in another PID namespace
/// or after another boot.
enum ProcessSpace {
  /// One line with the PID namespace and the boot of this process.
  static let current = "\(namespace()) \(boot())\n"

  private static func namespace() -> String {
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe readlink(
        "/proc/self/ns/pid", start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : "unknown"
  }

  private static func boot() -> String {
    // Where the system hides it, one container is told from another by its namespace alone.
    guard let file = try? FileDescriptor.reading("/proc/sys/kernel/random/boot_id") else {
      return "unknown"
    }
    return String(decoding: file.bytes(64, at: 0).filter { $0 > 32 }, as: UTF8.self)
  }
}
