/// Numbers as bytes, most significant first.
package enum BigEndianBytes {
  /// Appends a number in one piece; byte by byte each would look anew for room.
  @inlinable
  @inline(__always)
  package static func append<T: FixedWidthInteger>(_ number: T, to bytes: inout [UInt8]) {
    unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
  }
}
