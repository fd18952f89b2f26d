package import FoundationEssentials
package import StoreFormat

/// How values of one type become bytes and come back.
///
/// Made once per declaration: the factories look at the type (and may cast), the closures do
/// not, so that reading and writing a scalar costs no look-up.
@usableFromInline
package struct TypedCoding<Value>: Sendable {
  /// The type's name as the inspector shows it.
  package let typeName: String
  /// The name's number in the store.
  let typeNumber: UInt32
  private let encoding: Encoding
  package let decode: @Sendable (EncodedValue) throws(CodingProblem) -> Value
  @usableFromInline package let isSame: @Sendable (Value, Value) -> Sameness
  /// The payload's size without encoding; nil if only encoding tells.
  @usableFromInline package let fixedSize: (@Sendable (Value) -> Int)?
  /// A size that the payload has at least, told without encoding; for types without a fixed one.
  let leastSize: (@Sendable (Value) -> Int)?
  /// Reads JSON text of a person's hand; nil if `decode` can say what fits.
  let decodeText: (@Sendable ([UInt8]) throws(CodingProblem) -> Value)?

  /// Reads a list, set or dictionary without the elements that cannot be read; nil for others.
  let decodeElements: DecodeElements?

  /// What can be read, and why each of the others cannot.
  package typealias DecodeElements =
    @Sendable (EncodedValue) throws(CodingProblem) -> (value: Value, dropped: [CodingProblem])

  /// Adds a value's bytes to others and answers their tag.
  package typealias Append = @Sendable (_ value: Value, _ bytes: inout [UInt8]) -> UInt8

  /// How a value becomes bytes.
  enum Encoding: Sendable {
    /// By adding them to others, which cannot fail.
    case appending(Append)
    /// By an encoder of its own, which makes an array.
    case whole(@Sendable (Value) throws(CodingProblem) -> EncodedValue)
  }

  init(
    typeName: String, encoding: Encoding,
    decode: @escaping @Sendable (EncodedValue) throws(CodingProblem) -> Value,
    isSame: @escaping @Sendable (Value, Value) -> Sameness,
    fixedSize: (@Sendable (Value) -> Int)? = nil,
    leastSize: (@Sendable (Value) -> Int)? = nil,
    decodeText: (@Sendable ([UInt8]) throws(CodingProblem) -> Value)? = nil,
    decodeElements: DecodeElements? = nil
  ) {
    self.typeName = typeName
    typeNumber = TypeName.number(of: typeName)
    self.encoding = encoding
    self.decode = decode
    self.isSame = isSame
    self.fixedSize = fixedSize
    self.leastSize = leastSize
    self.decodeText = decodeText
    self.decodeElements = decodeElements
  }

  package init(
    typeName: String,
    encode: @escaping @Sendable (Value) throws(CodingProblem) -> EncodedValue,
    decode: @escaping @Sendable (EncodedValue) throws(CodingProblem) -> Value,
    isSame: @escaping @Sendable (Value, Value) -> Sameness,
    fixedSize: (@Sendable (Value) -> Int)? = nil,
    leastSize: (@Sendable (Value) -> Int)? = nil,
    decodeText: (@Sendable ([UInt8]) throws(CodingProblem) -> Value)? = nil,
    decodeElements: DecodeElements? = nil
  ) {
    self.init(
      typeName: typeName, encoding: .whole(encode), decode: decode, isSame: isSame,
      fixedSize: fixedSize, leastSize: leastSize, decodeText: decodeText,
      decodeElements: decodeElements)
  }

  /// What ``append(_:to:)`` does, if it needs no array of its own and cannot fail.
  package var appending: Append? {
    if case .appending(let append) = encoding { return append }
    return nil
  }

  /// Adds a value's bytes to others and answers their tag; what throws adds nothing.
  ///
  /// A commit encodes a whole batch into one array: one of its own for each value is most of what
  /// encoding a number costs.
  package func append(_ value: Value, to bytes: inout [UInt8]) throws(CodingProblem) -> UInt8 {
    switch encoding {
    case .appending(let append): return append(value, &bytes)
    case .whole(let encode):
      let encoded = try encode(value)
      bytes.append(contentsOf: encoded.payload)
      return encoded.tag
    }
  }

  package func encode(_ value: Value) throws(CodingProblem) -> EncodedValue {
    switch encoding {
    case .appending(let append):
      var payload: [UInt8] = []
      let tag = append(value, &payload)
      return EncodedValue(tag: tag, payload: payload)
    case .whole(let encode): return try encode(value)
    }
  }

  /// Whether two values are one for those who want to hear of each only once.
  func isEqual(_ left: Value, _ right: Value) -> Bool {
    switch isSame(left, right) {
    case .same: true
    case .different: false
    case .equalCompareEncodings, .unknown: hasSameBytes(left, right)
    }
  }

  /// Whether the encodings are equal; what cannot be encoded equals nothing, and the commit says
  /// why it cannot be written.
  func hasSameBytes(_ left: Value, _ right: Value) -> Bool {
    // The commit encodes the new value again.
    guard let left = try? encode(left), let right = try? encode(right) else { return false }
    return left == right
  }

  /// The coding of a scalar, an optional, a raw-representable type, or any other Codable type.
  package static func codable(_ type: Value.Type) -> TypedCoding<Value>
  where Value: Codable & Sendable {
    CodingChoice.coding(type)
  }

  package static func rawValue(_ type: Value.Type) -> TypedCoding<Value>
  where Value: RawRepresentable & Sendable, Value.RawValue: Codable & Sendable {
    RawValueCoding.coding(type, raw: CodingChoice.coding(Value.RawValue.self))
  }

  /// A coding of the app's own, stored with tag 12.
  package static func custom(
    encode: @escaping @Sendable (Value) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Value
  ) -> TypedCoding<Value> where Value: Sendable {
    CustomCoding.coding(encode: encode, decode: decode)
  }
}
