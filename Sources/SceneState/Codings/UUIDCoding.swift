import FoundationEssentials
import StoreFormat

/// The sixteen bytes of the UUID.
enum UUIDCoding {
  static let tag: UInt8 = 8

  static func jsonText(_ payload: [UInt8]) -> String? {
    value(payload).map { JSONText.string($0.uuidString) }
  }

  static func value(_ payload: [UInt8]) -> UUID? {
    guard let bits = InfoKey.number(payload, UInt128.self) else { return nil }
    func byte(_ index: UInt128) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (120 - 8 * index)) }
    return UUID(
      uuid: (
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7),
        byte(8), byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
      ))
  }

  static func payload(_ value: UUID) -> [UInt8] {
    let bytes = value.uuid
    return [
      bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7,
      bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15,
    ]
  }
}

extension UUID: CompactValue {
  static var coding: TypedCoding<UUID> {
    TypedCoding(
      typeName: valueTypeName,
      encoding: .appending { value, bytes in
        bytes.append(contentsOf: UUIDCoding.payload(value))
        return UUIDCoding.tag
      },
      decode: { (encoded) throws(CodingProblem) in
        guard encoded.tag == UUIDCoding.tag
        else { throw .wrongTag(found: encoded.tag, wanted: valueTypeName) }
        guard let value = UUIDCoding.value(encoded.payload)
        else { throw .undecodable("a UUID has sixteen bytes") }
        return value
      },
      isSame: { $0 == $1 ? .same : .different },
      fixedSize: { _ in 16 })
  }
}
