#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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
  package let encode: @Sendable (Value) throws(CodingProblem) -> EncodedValue
  package let decode: @Sendable (EncodedValue) throws(CodingProblem) -> Value
  @usableFromInline package let isSame: @Sendable (Value, Value) -> Sameness
  /// The payload's size without encoding; nil if only encoding tells.
  @usableFromInline package let fixedSize: (@Sendable (Value) -> Int)?
  /// The bits of a value that ``WordValue`` gives back; nil for types that it does not know.
  @usableFromInline let word: (@Sendable (Value) -> UInt64)?
  /// Reads JSON text of a person's hand; nil if `decode` can say what fits.
  let decodeText: (@Sendable ([UInt8]) throws(CodingProblem) -> Value)?

  package init(
    typeName: String,
    encode: @escaping @Sendable (Value) throws(CodingProblem) -> EncodedValue,
    decode: @escaping @Sendable (EncodedValue) throws(CodingProblem) -> Value,
    isSame: @escaping @Sendable (Value, Value) -> Sameness,
    fixedSize: (@Sendable (Value) -> Int)? = nil,
    word: (@Sendable (Value) -> UInt64)? = nil,
    decodeText: (@Sendable ([UInt8]) throws(CodingProblem) -> Value)? = nil
  ) {
    self.typeName = typeName
    typeNumber = TypeName.number(of: typeName)
    self.encode = encode
    self.decode = decode
    self.isSame = isSame
    self.fixedSize = fixedSize
    self.word = word
    self.decodeText = decodeText
  }

  /// The coding of a scalar, an optional, a raw-representable type, or any other Codable type.
  package static func codable(_ type: Value.Type) -> TypedCoding<Value>
  where Value: Codable & Sendable {
    CodingChoice.coding(type)
  }

  /// The coding of a type by its raw value.
  package static func rawValue(_ type: Value.Type) -> TypedCoding<Value>
  where Value: RawRepresentable & Sendable, Value.RawValue: Codable & Sendable {
    RawValueCoding.coding(type, raw: CodingChoice.coding(Value.RawValue.self))
  }

  /// The coding of an optional whose wrapped type has the given one.
  package static func optional<Wrapped>(_ wrapped: TypedCoding<Wrapped>) -> TypedCoding<Wrapped?>
  where Value == Wrapped? {
    OptionalCoding.coding(wrapped)
  }

  /// A coding of the app's own, stored with tag 12.
  package static func custom(
    encode: @escaping @Sendable (Value) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Value
  ) -> TypedCoding<Value> where Value: Sendable {
    CustomCoding.coding(encode: encode, decode: decode)
  }
}
