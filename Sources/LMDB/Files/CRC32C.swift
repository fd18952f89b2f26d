/// The CRC-32C checksum (Castagnoli), fed piece by piece.
///
/// The processor does it where it can. Elsewhere it is slicing by eight: one step of the loop takes
/// eight bytes through eight tables.
package struct CRC32C: Sendable {
  private var state: UInt32

  /// Begins a checksum, or continues one whose `value` is the seed.
  package init(seed: UInt32 = 0) {
    state = ~seed
  }

  package var value: UInt32 { ~state }

  package mutating func update(_ bytes: [UInt8]) {
    update(bytes, bytes.indices)
  }

  package mutating func update(_ bytes: [UInt8], _ range: Range<Int>) {
    unsafe bytes.withUnsafeBytes { unsafe update(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  @inline(__always)
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if ProcessorCRC32C.isAvailable {
      state = unsafe ProcessorCRC32C.updated(state, with: bytes)
    } else {
      unsafe updateByTables(bytes)
    }
  }

  /// The same without help of the processor.
  mutating func updateByTables(_ bytes: UnsafeRawBufferPointer) {
    let tables = Self.tables
    var crc = state
    var index = 0
    while index + 8 <= bytes.count {
      let low =
        unsafe crc ^ UInt32(bytes[index]) ^ UInt32(bytes[index + 1]) << 8
        ^ UInt32(bytes[index + 2]) << 16 ^ UInt32(bytes[index + 3]) << 24
      crc =
        unsafe tables[0x700 | Int(low & 0xFF)] ^ tables[0x600 | Int(low >> 8 & 0xFF)]
        ^ tables[0x500 | Int(low >> 16 & 0xFF)] ^ tables[0x400 | Int(low >> 24)]
        ^ tables[0x300 | Int(bytes[index + 4])] ^ tables[0x200 | Int(bytes[index + 5])]
        ^ tables[0x100 | Int(bytes[index + 6])] ^ tables[Int(bytes[index + 7])]
      index += 8
    }
    while index < bytes.count {
      crc = unsafe tables[Int((crc ^ UInt32(bytes[index])) & 0xFF)] ^ crc >> 8
      index += 1
    }
    state = crc
  }

  /// Eight tables of 256, one after the other; 0x82F63B78 is the polynomial, bits reversed.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 {
        crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1
      }
      tables[byte] = crc
    }
    for index in 256..<8 * 256 {
      let previous = tables[index - 256]
      tables[index] = tables[Int(previous & 0xFF)] ^ previous >> 8
    }
    return tables
  }()
}

/// The CRC-32C of the bytes; `seed` is the checksum of what came before them.
package func crc32c(_ bytes: [UInt8], seed: UInt32 = 0) -> UInt32 {
  var checksum = CRC32C(seed: seed)
  checksum.update(bytes)
  return checksum.value
}
