import StoreFormat

/// Nil is a value with a tag of its own; anything else is stored as the wrapped type stores it.
///
/// So a key may become optional and still read what it had. Nil inside n further optionals
/// (`.some(nil)`) has one byte of payload, n.
enum OptionalCoding {
  static let tag: UInt8 = 0

  static func jsonText(_ payload: [UInt8]) -> String? { payload.count <= 1 ? "null" : nil }

  static func coding<Wrapped>(_ wrapped: TypedCoding<Wrapped>) -> TypedCoding<Wrapped?> {
    TypedCoding<Wrapped?>(
      typeName: wrapped.typeName + "?",
      encoding: encoding(wrapped),
      decode: { (encoded) throws(CodingProblem) in
        guard encoded.tag == tag else { return .some(try wrapped.decode(encoded)) }
        guard let depth = encoded.payload.first else { return .none }
        guard depth > 0, encoded.payload.count == 1
        else { throw .undecodable("nil has no bytes, or one that says how deep it is") }
        let inner = EncodedValue(tag: tag, payload: depth == 1 ? [] : [depth - 1])
        return .some(try wrapped.decode(inner))
      },
      isSame: { left, right in
        switch (left, right) {
        case (nil, nil): .same
        case (let left?, let right?): wrapped.isSame(left, right)
        default: .different
        }
      },
      fixedSize: size(wrapped.fixedSize),
      decodeText: { (text) throws(CodingProblem) in
        TextDecoding.isNull(text) ? .none : .some(try wrapped.decode(text: text))
      })
  }

  private static func encoding<Wrapped>(
    _ wrapped: TypedCoding<Wrapped>
  ) -> TypedCoding<Wrapped?>.Encoding {
    if let append = wrapped.appending, !(Wrapped.self is any OptionalType.Type) {
      return .appending { value, bytes in
        guard let value else { return tag }
        return append(value, &bytes)
      }
    }
    return .whole { (value) throws(CodingProblem) in
      guard let value else { return EncodedValue(tag: tag, payload: []) }
      let encoded = try wrapped.encode(value)
      return encoded.tag == tag ? try nested(encoded) : encoded
    }
  }

  private static func size<Wrapped>(
    _ wrapped: (@Sendable (Wrapped) -> Int)?
  ) -> (@Sendable (Wrapped?) -> Int)? {
    // The nil of an inner optional has a byte; not worth telling apart without encoding.
    guard let wrapped, !(Wrapped.self is any OptionalType.Type) else { return nil }
    return { value in
      guard let value else { return 0 }
      return wrapped(value)
    }
  }

  /// The nil of the wrapped optional, one level deeper.
  private static func nested(_ encoded: EncodedValue) throws(CodingProblem) -> EncodedValue {
    let depth = encoded.payload.first ?? 0
    guard depth < UInt8.max else { throw .tooDeep(limit: Int(UInt8.max)) }
    return EncodedValue(tag: tag, payload: [depth + 1])
  }
}
