internal import CLMDB

/// CRC-32C by the processor's own instruction, eight bytes at a time.
package enum ProcessorCRC32C {
  /// Whether the processor has it; without it the functions here may not be called.
  package static let isAvailable = scene_has_crc32c() != 0

  /// Feeds some bytes to a checksum that is not inverted yet.
  @inline(__always)
  static func updated(_ state: UInt32, with bytes: UnsafeRawBufferPointer) -> UInt32 {
    unsafe scene_crc32c(state, bytes.baseAddress, bytes.count)
  }
}
