import FoundationEssentials
import StoreFormat

/// Bytes of the app's own making.
enum CustomCoding {
  static let tag: UInt8 = 12

  static func jsonText(_ payload: [UInt8]) -> String? { JSONText.base64(payload) }

  static func coding<V>(
    encode: @escaping @Sendable (V) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> V
  ) -> TypedCoding<V> {
    TypedCoding(
      typeName: TypeName.of(V.self),
      encode: { (value) throws(CodingProblem) in
        do {
          return EncodedValue(tag: tag, payload: [UInt8](try encode(value)))
        } catch {
          throw .notEncodable(CodingFailure.text(error))
        }
      },
      decode: { (encoded) throws(CodingProblem) in
        guard encoded.tag == tag
        else { throw .wrongTag(found: encoded.tag, wanted: TypeName.of(V.self)) }
        do {
          return try decode(Data(encoded.payload))
        } catch {
          throw .undecodable(CodingFailure.text(error))
        }
      },
      isSame: CodingChoice.sameness(V.self))
  }
}
