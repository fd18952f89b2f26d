import FoundationEssentials
import StoreFormat

/// A set is a JSON array whose items are sorted by their bytes.
///
/// As the platform writes it, the order changes from process to process, and equal sets would
/// look like a change in every no-op check.
enum SetCoding {
  static func coding<Element: Codable>(_: Set<Element>.Type) -> TypedCoding<Set<Element>> {
    TypedCoding(
      typeName: TypeName.of(Set<Element>.self),
      coder: SetCoder<Element>(json: JSONCoder(Set<Element>.self)))
  }
}

private struct SetCoder<Element: Codable & Hashable>: Coder {
  let json: JSONCoder<Set<Element>>

  func encode(_ value: Set<Element>) throws(CodingProblem) -> EncodedValue {
    do {
      try json.checkDepth(value)
      let items = try value.map { [UInt8](try JSONCoding.encoder.encode($0)) }
        .sorted { $0.lexicographicallyPrecedes($1) }
      let payload = [UInt8(ascii: "[")] + items.joined(separator: ",".utf8) + [UInt8(ascii: "]")]
      return EncodedValue(tag: JSONCoding.tag, payload: payload)
    } catch let problem as CodingProblem {
      throw problem
    } catch {
      throw .notEncodable(CodingFailure.text(error))
    }
  }

  func decode(_ encoded: EncodedValue) throws(CodingProblem) -> Set<Element> {
    try json.decode(encoded)
  }

  var readsElements: Bool { true }

  func decodeElements(
    _ encoded: EncodedValue
  ) throws(CodingProblem) -> (value: Set<Element>, dropped: [CodingProblem]) {
    try json.decodeElements(encoded)
  }

  var readsText: Bool { true }

  func decode(text: [UInt8]) throws(CodingProblem) -> Set<Element> { try json.decode(text: text) }

  func isSame(_ left: Set<Element>, _ right: Set<Element>) -> Sameness {
    json.isSame(left, right)
  }
}
