import StoreFormat

/// The IEEE bits: eight bytes for a double, four for a float; every NaN keeps its bits.
enum FloatingPointCoding {
  static let tag: UInt8 = 4
  static let floatTag: UInt8 = 11

  static func jsonText(_ payload: [UInt8]) -> String? {
    InfoKey.number(payload, UInt64.self).map { JSONText.number(Double(bitPattern: $0)) }
  }

  static func floatJSONText(_ payload: [UInt8]) -> String? {
    InfoKey.number(payload, UInt32.self).map { JSONText.number(Float(bitPattern: $0)) }
  }

  /// An integer that was stored where a floating-point number is wanted now, if it is exact.
  static func exactly<F: BinaryFloatingPoint>(
    _ encoded: EncodedValue,
    wanted: String
  ) throws(CodingProblem) -> F {
    let value: F?
    if encoded.tag == IntegerCoding.unsignedTag {
      value = F(exactly: try IntegerCoding.decode(encoded, wanted: wanted) as UInt64)
    } else {
      value = F(exactly: try IntegerCoding.decode(encoded, wanted: wanted) as Int64)
    }
    guard let value else { throw .undecodable("the integer is not exact as a \(wanted)") }
    return value
  }
}

extension Double: CompactValue {
  static var coding: TypedCoding<Double> {
    TypedCoding(
      typeName: valueTypeName,
      encoding: .appending { value, bytes in
        bytes.appendBigEndian(value.bitPattern)
        return FloatingPointCoding.tag
      },
      decode: { (encoded) throws(CodingProblem) in
        guard encoded.tag == FloatingPointCoding.tag
        else { return try FloatingPointCoding.exactly(encoded, wanted: valueTypeName) }
        guard let bits = InfoKey.number(encoded.payload, UInt64.self)
        else { throw .undecodable("a double has eight bytes") }
        return Double(bitPattern: bits)
      },
      isSame: { $0.bitPattern == $1.bitPattern ? .same : .different },
      fixedSize: { _ in 8 })
  }
}

extension Float: CompactValue {
  static var coding: TypedCoding<Float> {
    TypedCoding(
      typeName: valueTypeName,
      encoding: .appending { value, bytes in
        bytes.appendBigEndian(value.bitPattern)
        return FloatingPointCoding.floatTag
      },
      decode: { (encoded) throws(CodingProblem) in
        guard encoded.tag == FloatingPointCoding.floatTag
        else { return try FloatingPointCoding.exactly(encoded, wanted: valueTypeName) }
        guard let bits = InfoKey.number(encoded.payload, UInt32.self)
        else { throw .undecodable("a float has four bytes") }
        return Float(bitPattern: bits)
      },
      isSame: { $0.bitPattern == $1.bitPattern ? .same : .different },
      fixedSize: { _ in 4 })
  }
}
