/// Adds numbers and texts to bytes in one piece; byte by byte each byte would look for room.
package enum AppendedBytes {
  /// Adds a number, most significant byte first.
  package static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Adds a text as UTF-8, without counting a reference to it.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    unsafe text.utf8Span.span.withUnsafeBufferPointer { utf8 in
      unsafe bytes.append(contentsOf: utf8)
    }
  }
}
