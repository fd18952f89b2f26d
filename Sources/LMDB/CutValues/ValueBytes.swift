/// A stored value's bytes in one piece: eight numbers, then the payload.
///
/// The last number is the CRC-32C of the key, the seven numbers before, and the payload.
package enum ValueBytes {
  package typealias Head = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

  /// Puts the pieces together; all numbers are big-endian.
  package static func make(_ head: Head, _ payload: [UInt8], key: [UInt8]) -> [UInt8] {
    let size = 32 + payload.count
    var bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { memory, count in
      let memory = UnsafeMutableRawBufferPointer(memory)
      var place = 0
      func add(_ number: UInt32) {
        unsafe memory.storeBytes(of: number.bigEndian, toByteOffset: place, as: UInt32.self)
        place += 4
      }
      add(head.0)
      add(head.1)
      add(head.2)
      add(head.3)
      add(head.4)
      add(head.5)
      add(head.6)
      add(0)
      unsafe payload.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[32...]).copyMemory(from: source)
      }
      count = size
    }
    var checksum = CRC32C()
    checksum.update(key)
    checksum.update(bytes, 0..<28)
    checksum.update(bytes, 32..<size)
    let value = checksum.value.bigEndian
    unsafe bytes.withUnsafeMutableBytes { memory in
      unsafe memory.storeBytes(of: value, toByteOffset: 28, as: UInt32.self)
    }
    return bytes
  }
}
