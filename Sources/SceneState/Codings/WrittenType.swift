import FoundationEssentials
package import StoreFormat
/// Values that a person writes for a type that is known by its name only.
///
/// The name's words are put together to the Swift type they stand for, so that the bytes are those
/// that an app with this declaration would write.
package struct WrittenType: Hashable, Sendable {
  private typealias Storable = Codable & Hashable & Sendable

  /// Deeper names are no names that an app has.
  private static let depthLimit = 16

  /// The name as it stands in the store, such as `[string]` or `Note`.
  package let name: String

  package init(_ name: String) { self.name = name }

  /// Whether its parts are all words of the format; of other types only the app knows more.
  package var isKnown: Bool { Self.type(named: name[...], depth: 0) != nil }

  /// Whether its values are texts, which need no quotes.
  package var isText: Bool {
    ["string", "url", "uuid", "date", "data"].contains(
      name.last == "?" ? name.dropLast() : name[...])
  }

  /// The names of scalar types, for suggestions.
  package static var words: [String] { scalars.keys.sorted() }

  /// The stored form of a value that is written as JSON, or as a bare text.
  ///
  /// - Parameters:
  ///   - text: What the person wrote.
  ///   - tag: The coding that values of a type of the app's own have in this store, if there are
  ///     any; JSON without one.
  /// - Returns: The bytes with their coding.
  /// - Throws: Why it is no value of the type.
  package func value(of text: [UInt8], tag: UInt8? = nil) throws(CodingProblem) -> EncodedValue {
    guard let type = Self.type(named: name[...], depth: 0) else {
      return try valueOfApp(text, tag ?? JSONCoding.tag)
    }
    var failure: CodingProblem?
    for json in readings(text) {
      do throws(CodingProblem) { return try Self.encode(json, type) } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? .undecodable("not a '\(name)'")
  }

  /// The stored form of bytes that are the value as they are.
  package func value(ofBytes bytes: [UInt8]) throws(CodingProblem) -> EncodedValue {
    switch name.last == "?" ? name.dropLast() : name[...] {
    case "data": return EncodedValue(tag: DataCoding.tag, payload: bytes)
    case "string":
      guard String(validating: bytes, as: UTF8.self) != nil else {
        throw .undecodable("the bytes are not UTF-8")
      }
      return EncodedValue(tag: StringCoding.tag, payload: bytes)
    default: throw .undecodable("only values of type string and data are bytes as they are")
    }
  }

  /// What the text can mean: as JSON, and for texts with the quotes that a shell has taken.
  private func readings(_ text: [UInt8]) -> [[UInt8]] {
    if name.last == "?", TextDecoding.isNull(text) { return [text] }
    guard isText else { return [text] }
    if let bytes = DumpText.base64Object(text) {
      return [Array(JSONText.string(DumpText.base64(bytes)).utf8)]
    }
    guard let plain = String(validating: text, as: UTF8.self) else { return [] }
    let quoted = Array(JSONText.string(plain).utf8)
    // A number may be a date; a text in quotes is meant as JSON.
    let isJSON = JSONField.isDocument(text)
    return isJSON && text.first == UInt8(ascii: "\"") ? [text] : [quoted] + (isJSON ? [text] : [])
  }

  /// A value of a type that only the app knows, in the coding its values have.
  private func valueOfApp(
    _ text: [UInt8], _ tag: UInt8
  ) throws(CodingProblem) -> EncodedValue {
    if tag == JSONCoding.tag || tag == OptionalCoding.tag {
      if TextDecoding.isNull(text), name.last == "?" {
        return EncodedValue(tag: OptionalCoding.tag, payload: [])
      }
      guard JSONField.isDocument(text) else { throw .undecodable("not a JSON document") }
      return EncodedValue(tag: JSONCoding.tag, payload: Self.withoutBlanks(text))
    }
    // An enum is stored as its raw value.
    guard tag != CustomCoding.tag, let scalar = CodingCatalog.name(tag: tag) else {
      throw .undecodable("only the app knows how values of type '\(name)' are written")
    }
    return try WrittenType(scalar).value(of: text)
  }

  private static func withoutBlanks(_ json: [UInt8]) -> [UInt8] {
    var (bytes, isInText, isEscaped): ([UInt8], Bool, Bool) = ([], false, false)
    for byte in json {
      if isInText {
        isInText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
        continue
      } else {
        isInText = byte == UInt8(ascii: "\"")
      }
      bytes.append(byte)
    }
    return bytes
  }

  private static func encode<Value: Storable>(
    _ json: [UInt8], _: Value.Type
  ) throws(CodingProblem) -> EncodedValue {
    let coding = CodingChoice.coding(Value.self)
    return try coding.encode(try coding.decode(text: json))
  }

  // MARK: Names

  private static let scalars: [String: any Storable.Type] = [
    "bool": Bool.self, "int": Int.self, "int8": Int8.self, "int16": Int16.self,
    "int32": Int32.self, "int64": Int64.self, "uint": UInt.self, "uint8": UInt8.self,
    "uint16": UInt16.self, "uint32": UInt32.self, "uint64": UInt64.self, "double": Double.self,
    "float": Float.self, "string": String.self, "data": Data.self, "url": URL.self,
    "uuid": UUID.self, "date": Date.self,
  ]

  private static func type(named name: Substring, depth: Int) -> (any Storable.Type)? {
    guard depth < depthLimit else { return nil }
    if let scalar = scalars[String(name)] { return scalar }
    if name.last == "?" {
      return type(named: name.dropLast(), depth: depth + 1).map { optional($0) }
    }
    let inside = name.dropFirst().dropLast()
    switch (name.first, name.last) {
    case ("[", "]"): return type(named: inside, depth: depth + 1).map { list($0) }
    case ("{", "}"):
      guard let entry = TypeName.entry(inside) else {
        return type(named: inside, depth: depth + 1).map { set($0) }
      }
      guard let key = type(named: entry.key, depth: depth + 1),
        let value = type(named: entry.value, depth: depth + 1)
      else { return nil }
      return dictionary(key, value)
    default: return nil
    }
  }

  private static func optional<T: Storable>(_: T.Type) -> any Storable.Type { T?.self }
  private static func list<T: Storable>(_: T.Type) -> any Storable.Type { [T].self }
  private static func set<T: Storable>(_: T.Type) -> any Storable.Type { Set<T>.self }
  private static func dictionary<K: Storable, V: Storable>(
    _: K.Type, _: V.Type
  ) -> any Storable.Type { [K: V].self }
}
