/// A stored value's bytes in one piece: eight numbers, then the payload.
///
/// The last number is the CRC-32C of the key, the seven numbers before, and the payload.
package enum ValueBytes {
  package typealias Head = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

  static let headBytes = 32

  /// Puts the pieces together; all numbers are big-endian.
  package static func make(_ head: Head, _ payload: [UInt8], key: [UInt8]) -> [UInt8] {
    let size = headBytes + payload.count
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { memory, count in
      guard let start = UnsafeMutableRawPointer(memory.baseAddress) else { return }
      unsafe payload.withUnsafeBytes { payload in
        unsafe key.withUnsafeBytes { key in
          unsafe write(head, payload, key: key, to: start, payload.count)
        }
      }
      count = size
    }
  }

  /// The same in place; of the payload only so many bytes are written.
  static func write(
    _ head: Head, _ payload: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
    to memory: UnsafeMutableRawPointer, _ count: Int
  ) {
    func put(_ number: UInt32, at place: Int) {
      unsafe memory.storeBytes(of: number.bigEndian, toByteOffset: place, as: UInt32.self)
    }
    put(head.0, at: 0)
    put(head.1, at: 4)
    put(head.2, at: 8)
    put(head.3, at: 12)
    put(head.4, at: 16)
    put(head.5, at: 20)
    put(head.6, at: 24)
    var checksum = CRC32C()
    unsafe checksum.update(key)
    unsafe checksum.update(UnsafeRawBufferPointer(start: memory, count: 28))
    unsafe checksum.update(payload)
    put(checksum.value, at: 28)
    if count > 0, let source = payload.baseAddress {
      unsafe (memory + headBytes).copyMemory(from: source, byteCount: count)
    }
  }
}
