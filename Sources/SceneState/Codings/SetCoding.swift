import FoundationEssentials
import StoreFormat

/// What has no order of its own: a set is a JSON array whose items are sorted by their bytes, and a
/// dictionary whose keys are no keys of an object is one of keys and values in turn.
///
/// As the platform writes them, the order changes from process to process and from value to value,
/// and equal ones would look like a change in every no-op check.
enum SetCoding {
  static func coding<V: Codable & Unordered>(_: V.Type) -> TypedCoding<V> {
    TypedCoding(typeName: TypeName.of(V.self), coder: SetCoder<V>(json: JSONCoder(V.self)))
  }
}

/// A type whose items are sorted as they are written.
protocol Unordered {
  /// Nil where the platform sorts them itself.
  static var setCoding: Any? { get }
  func items() throws -> [[UInt8]]
}

extension Set: Unordered where Element: Codable {
  static var setCoding: Any? { SetCoding.coding(Self.self) }

  func items() throws -> [[UInt8]] { try map { [UInt8](try JSONCoding.encoder.encode($0)) } }
}

extension Dictionary: Unordered where Key: Codable, Value: Codable {
  static var setCoding: Any? {
    let isObject =
      Key.self == String.self || Key.self == Int.self
      || Key.self is any CodingKeyRepresentable.Type
    return isObject ? nil : SetCoding.coding(Self.self)
  }

  func items() throws -> [[UInt8]] {
    try map { key, value in
      [UInt8](try JSONCoding.encoder.encode(key)) + [UInt8(ascii: ",")]
        + [UInt8](try JSONCoding.encoder.encode(value))
    }
  }
}

private struct SetCoder<V: Codable & Unordered>: Coder {
  let json: JSONCoder<V>

  func encode(_ value: V) throws(CodingProblem) -> EncodedValue {
    do {
      try json.checkDepth(value)
      let items = try value.items().sorted { $0.lexicographicallyPrecedes($1) }
      let payload = [UInt8(ascii: "[")] + items.joined(separator: ",".utf8) + [UInt8(ascii: "]")]
      return EncodedValue(tag: JSONCoding.tag, payload: payload)
    } catch let problem as CodingProblem {
      throw problem
    } catch {
      throw .notEncodable(CodingFailure.text(error))
    }
  }

  func decode(_ encoded: EncodedValue) throws(CodingProblem) -> V { try json.decode(encoded) }

  var leastSize: (@Sendable (V) -> Int)? { json.leastSize }

  var readsElements: Bool { json.readsElements }

  func decodeElements(
    _ encoded: EncodedValue
  ) throws(CodingProblem) -> (value: V, dropped: [CodingProblem]) {
    try json.decodeElements(encoded)
  }

  var readsText: Bool { true }

  func decode(text: [UInt8]) throws(CodingProblem) -> V { try json.decode(text: text) }

  func isSame(_ left: V, _ right: V) -> Sameness { json.isSame(left, right) }
}
