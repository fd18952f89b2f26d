import FoundationEssentials
import StoreFormat

/// The bytes as they are.
enum DataCoding {
  static let tag: UInt8 = 6

  static func jsonText(_ payload: [UInt8]) -> String? { JSONText.base64(payload) }
}

extension Data: CompactValue {
  static var coding: TypedCoding<Data> {
    TypedCoding(
      typeName: valueTypeName,
      encoding: .appending { value, bytes in
        bytes.append(contentsOf: value)
        return DataCoding.tag
      },
      decode: { (encoded) throws(CodingProblem) in
        guard encoded.tag == DataCoding.tag
        else { throw .wrongTag(found: encoded.tag, wanted: valueTypeName) }
        return Data(encoded.payload)
      },
      isSame: { $0 == $1 ? .same : .different },
      fixedSize: { $0.count })
  }
}
