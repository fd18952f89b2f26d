import StoreFormat

/// Enums and other types with a raw value are stored as that value.
enum RawValueCoding {
  static func coding<V: RawRepresentable>(
    _: V.Type,
    raw: TypedCoding<V.RawValue>
  ) -> TypedCoding<V> {
    TypedCoding(typeName: TypeName.of(V.self), coder: RawValueCoder<V>(raw: raw))
  }
}

private struct RawValueCoder<V: RawRepresentable>: Coder {
  let raw: TypedCoding<V.RawValue>

  func encode(_ value: V) throws(CodingProblem) -> EncodedValue {
    try raw.encode(value.rawValue)
  }

  var appends: Bool { raw.appending != nil }

  func append(_ value: V, to bytes: inout [UInt8]) -> UInt8 {
    raw.appending?(value.rawValue, &bytes) ?? 0
  }

  func decode(_ encoded: EncodedValue) throws(CodingProblem) -> V {
    guard let value = V(rawValue: try raw.decode(encoded)) else {
      throw .undecodable("\(encoded.jsonText) is not a raw value of '\(TypeName.of(V.self))'")
    }
    return value
  }

  var readsText: Bool { true }

  func decode(text: [UInt8]) throws(CodingProblem) -> V {
    guard let value = V(rawValue: try raw.decode(text: text)) else {
      let json = String(decoding: text, as: UTF8.self)
      throw .undecodable("\(json) is not a raw value of '\(TypeName.of(V.self))'")
    }
    return value
  }

  func isSame(_ left: V, _ right: V) -> Sameness { raw.isSame(left.rawValue, right.rawValue) }

  var hasFixedSize: Bool { raw.fixedSize != nil }

  func size(_ value: V) -> Int { raw.fixedSize?(value.rawValue) ?? 0 }
}
