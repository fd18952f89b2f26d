import LMDB
import StoreFormat

/// The text's UTF-8 as it is: values are not normalised, and compare by their bytes.
enum StringCoding {
  static let tag: UInt8 = 5

  static func jsonText(_ payload: [UInt8]) -> String? {
    String(validating: payload, as: UTF8.self).map { JSONText.string($0) }
  }

  static func isSame(_ left: String, _ right: String) -> Bool {
    // Canonically equal texts may still differ in bytes; unequal ones always do.
    left == right && left.utf8.elementsEqual(right.utf8)
  }
}

extension String: CompactValue {
  static var coding: TypedCoding<String> {
    TypedCoding(
      typeName: valueTypeName,
      encoding: .appending { value, bytes in
        AppendedBytes.append(value, to: &bytes)
        return StringCoding.tag
      },
      decode: { (encoded) throws(CodingProblem) in
        guard encoded.tag == StringCoding.tag
        else { throw .wrongTag(found: encoded.tag, wanted: valueTypeName) }
        guard let value = String(validating: encoded.payload, as: UTF8.self)
        else { throw .undecodable("the bytes are not UTF-8") }
        return value
      },
      isSame: { StringCoding.isSame($0, $1) ? .same : .different },
      fixedSize: { $0.utf8.count })
  }
}
