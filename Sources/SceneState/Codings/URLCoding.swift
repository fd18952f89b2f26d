import FoundationEssentials
import StoreFormat

/// The text of the URL; of one that is relative to another, both texts as JSON.
enum URLCoding {
  static let tag: UInt8 = 7

  static func jsonText(_ payload: [UInt8]) -> String? { StringCoding.jsonText(payload) }

  /// A URL that is relative to another: its text alone would come back as another one.
  fileprivate struct Relative: Codable {
    let base: String
    let relative: String
  }

  fileprivate static func url(_ text: String, _ base: URL? = nil) throws(CodingProblem) -> URL {
    guard let url = URL(string: text, relativeTo: base) else {
      throw .undecodable("the text is not a URL")
    }
    return url
  }
}

extension URL: CompactValue {
  static var coding: TypedCoding<URL> {
    let relative = JSONCoder(URLCoding.Relative.self)
    return TypedCoding(
      typeName: valueTypeName,
      encoding: .appending { value, bytes in value.append(to: &bytes) },
      decode: { (encoded) throws(CodingProblem) in
        if encoded.tag == JSONCoding.tag {
          let texts = try relative.decode(encoded)
          return try URLCoding.url(texts.relative, URLCoding.url(texts.base))
        }
        guard encoded.tag == URLCoding.tag
        else { throw .wrongTag(found: encoded.tag, wanted: valueTypeName) }
        guard let text = String(validating: encoded.payload, as: UTF8.self)
        else { throw .undecodable("the text is not a URL") }
        return try URLCoding.url(text)
      },
      isSame: { left, right in
        StringCoding.isSame(left.relativeString, right.relativeString)
          && left.baseURL?.absoluteString == right.baseURL?.absoluteString ? .same : .different
      },
      fixedSize: { value in
        guard value.baseURL != nil else { return value.absoluteString.utf8.count }
        var bytes: [UInt8] = []
        _ = value.append(to: &bytes)
        return bytes.count
      })
  }

  /// Adds the bytes of the URL to others, and answers their tag.
  private func append(to bytes: inout [UInt8]) -> UInt8 {
    guard let baseURL else {
      bytes.append(contentsOf: absoluteString.utf8)
      return URLCoding.tag
    }
    let (base, relative) = (
      JSONText.string(baseURL.absoluteString), JSONText.string(relativeString)
    )
    bytes.append(contentsOf: "{\"base\":\(base),\"relative\":\(relative)}".utf8)
    return JSONCoding.tag
  }
}
