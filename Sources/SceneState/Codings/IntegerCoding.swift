import StoreFormat

/// Eight bytes, two's complement; numbers over `Int64.max` have a tag of their own.
///
/// All widths share the coding, so that a key may change its width while the numbers fit.
enum IntegerCoding {
  static let tag: UInt8 = 2
  static let unsignedTag: UInt8 = 3

  static func jsonText(_ payload: [UInt8]) -> String? {
    InfoKey.number(payload, Int64.self).map(String.init)
  }

  static func unsignedJSONText(_ payload: [UInt8]) -> String? {
    InfoKey.number(payload, UInt64.self).map(String.init)
  }

  @inline(__always)
  static func encode<I: FixedWidthInteger>(_ value: I) -> EncodedValue {
    EncodedValue(
      tag: tag(of: value), payload: InfoKey.bytes(UInt64(truncatingIfNeeded: value)))
  }

  @inline(__always)
  private static func tag<I: FixedWidthInteger>(of value: I) -> UInt8 {
    value > Int64.max ? unsignedTag : tag
  }

  @inline(__always)
  static func decode<I: FixedWidthInteger>(
    _ encoded: EncodedValue,
    wanted: String
  ) throws(CodingProblem) -> I {
    guard encoded.tag == tag || encoded.tag == unsignedTag
    else { throw .wrongTag(found: encoded.tag, wanted: wanted) }
    guard let bits = InfoKey.number(encoded.payload, UInt64.self)
    else { throw .undecodable("an integer has eight bytes") }
    let value = encoded.tag == tag ? I(exactly: Int64(bitPattern: bits)) : I(exactly: bits)
    guard let value else {
      throw .undecodable("the number does not fit in \(I.bitWidth) bits")
    }
    return value
  }

  @inline(__always)
  static func coding<I: FixedWidthInteger & NamedValueType & SendableMetatype>(
    _: I.Type
  ) -> TypedCoding<I> {
    let name = I.valueTypeName
    return TypedCoding(
      typeName: name,
      encoding: .appending { value, bytes in
        bytes.appendBigEndian(UInt64(truncatingIfNeeded: value))
        return tag(of: value)
      },
      decode: { (encoded) throws(CodingProblem) in try decode(encoded, wanted: name) },
      isSame: { $0 == $1 ? .same : .different },
      fixedSize: { _ in 8 })
  }
}

extension Int: CompactValue {
  static var coding: TypedCoding<Int> { IntegerCoding.coding(Int.self) }
}
extension Int8: CompactValue {
  static var coding: TypedCoding<Int8> { IntegerCoding.coding(Int8.self) }
}
extension Int16: CompactValue {
  static var coding: TypedCoding<Int16> { IntegerCoding.coding(Int16.self) }
}
extension Int32: CompactValue {
  static var coding: TypedCoding<Int32> { IntegerCoding.coding(Int32.self) }
}
extension Int64: CompactValue {
  static var coding: TypedCoding<Int64> { IntegerCoding.coding(Int64.self) }
}
extension UInt: CompactValue {
  static var coding: TypedCoding<UInt> { IntegerCoding.coding(UInt.self) }
}
extension UInt8: CompactValue {
  static var coding: TypedCoding<UInt8> { IntegerCoding.coding(UInt8.self) }
}
extension UInt16: CompactValue {
  static var coding: TypedCoding<UInt16> { IntegerCoding.coding(UInt16.self) }
}
extension UInt32: CompactValue {
  static var coding: TypedCoding<UInt32> { IntegerCoding.coding(UInt32.self) }
}
extension UInt64: CompactValue {
  static var coding: TypedCoding<UInt64> { IntegerCoding.coding(UInt64.self) }
}
