internal import CLMDB

/// CRC-32C by the processor's own instruction, eight bytes at a time.
package enum ProcessorCRC32C {
  /// Whether the processor has it; without it the functions here may not be called.
  package static let isAvailable = scene_has_crc32c() != 0

  /// Feeds some bytes to a checksum that is not inverted yet.
  package static func updated(
    _ state: UInt32, with bytes: [UInt8], _ range: Range<Int>
  ) -> UInt32 {
    unsafe bytes.withUnsafeBytes { all in
      let part = unsafe UnsafeRawBufferPointer(rebasing: all[range])
      return unsafe scene_crc32c(state, part.baseAddress, part.count)
    }
  }
}
