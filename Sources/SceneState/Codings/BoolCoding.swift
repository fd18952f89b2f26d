import StoreFormat

/// One byte, 0 or 1.
enum BoolCoding {
  static let tag: UInt8 = 1

  static func jsonText(_ payload: [UInt8]) -> String? {
    value(payload).map { $0 ? "true" : "false" }
  }

  static func value(_ payload: [UInt8]) -> Bool? {
    switch payload {
    case [0]: false
    case [1]: true
    default: nil
    }
  }
}

extension Bool: CompactValue {
  static var coding: TypedCoding<Bool> {
    TypedCoding(
      typeName: valueTypeName,
      encoding: .appending { value, bytes in
        bytes.append(value ? 1 : 0)
        return BoolCoding.tag
      },
      decode: { (encoded) throws(CodingProblem) in
        guard encoded.tag == BoolCoding.tag
        else { throw .wrongTag(found: encoded.tag, wanted: valueTypeName) }
        guard let value = BoolCoding.value(encoded.payload)
        else { throw .undecodable("a bool has one byte, 0 or 1") }
        return value
      },
      isSame: { $0 == $1 ? .same : .different },
      fixedSize: { _ in 1 })
  }
}
