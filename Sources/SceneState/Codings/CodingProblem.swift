/// Why a value has no bytes, or bytes have no value; the facts, in words where there are only words.
package enum CodingProblem: Error, Hashable, Sendable {
  /// The bytes are in a coding that the wanted type does not read.
  case wrongTag(found: UInt8, wanted: String)
  /// The bytes can be decoded, but as another type than they were written.
  case wrongType(found: String, wanted: String)
  case undecodable(String)
  /// One field of it, such as `country.flag`, cannot be read; the second text says why.
  case undecodableField(String, String)
  /// Nested deeper than the limit.
  case tooDeep(limit: Int)
  case notEncodable(String)
}

/// What comparing two values says about their bytes.
@usableFromInline
package enum Sameness: Sendable {
  /// Their bytes are equal.
  case same
  case different
  /// They are equal, which does not mean that their bytes are.
  case equalCompareEncodings
  /// They cannot be compared; their bytes can.
  case unknown
}
