#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The absolute text of the URL; a relative one is stored resolved against its base.
enum URLCoding {
  static let tag: UInt8 = 7

  static func jsonText(_ payload: [UInt8]) -> String? { StringCoding.jsonText(payload) }
}

extension URL: CompactValue {
  static var coding: TypedCoding<URL> {
    TypedCoding(
      typeName: valueTypeName,
      encoding: .appending { value, bytes in
        bytes.append(contentsOf: value.absoluteString.utf8)
        return URLCoding.tag
      },
      decode: { (encoded) throws(CodingProblem) in
        guard encoded.tag == URLCoding.tag
        else { throw .wrongTag(found: encoded.tag, wanted: valueTypeName) }
        guard let text = String(validating: encoded.payload, as: UTF8.self),
          let value = URL(string: text)
        else { throw .undecodable("the text is not a URL") }
        return value
      },
      isSame: {
        StringCoding.isSame($0.absoluteString, $1.absoluteString) ? .same : .different
      },
      fixedSize: { $0.absoluteString.utf8.count })
  }
}
