import FoundationEssentials

/// Finds out what a type of Swift is made of, by letting it read a value that has all it asks for.
///
/// Explorations make values of it. Types that are read otherwise than by their fields, and enums
/// that are no list of cases, stay unknown.
enum TypeProbe {
  /// Types inside types, more than any value that is kept has.
  fileprivate static let depthLimit = 8

  /// The type as scenarios declare it; nil if it cannot be found out.
  static func type(of type: Any.Type) -> ValueType? {
    guard let type = type as? any Decodable.Type else { return nil }
    func shape<Value: Decodable>(_ type: Value.Type) -> ValueType? {
      // A type that refuses what was made up has told what it does not want, and no more.
      try? ProbedValue<Value>.of(type, depth: 0).type
    }
    return shape(type)
  }
}

/// A value that was made up, and its type.
private struct ProbedValue<Value> {
  let value: Value
  let type: ValueType

  static func of(_ type: Value.Type, depth: Int) throws -> ProbedValue
  where Value: Decodable {
    if let (value, known) = Self.known(type) as? (Value, ValueType) {
      return ProbedValue(value: value, type: known)
    }
    guard depth < TypeProbe.depthLimit else { throw ProbeFailure() }
    if let optional = type as? any ProbedOptional.Type {
      let wrapped = try optional.probed(depth)
      guard let value = wrapped.value as? Value else { throw ProbeFailure() }
      return ProbedValue(value: value, type: wrapped.type)
    }
    if let cases = type as? any CaseIterable.Type, let first = Self.words(of: cases).first,
      let value = first.value as? Value
    {
      let words = Self.words(of: cases).map(\.word)
      return ProbedValue(value: value, type: .oneOf("\(type)", words, otherwise: nil))
    }
    let shape = ProbedShape(name: "\(type)", depth: depth)
    let value = try type.init(from: ProbeDecoder(shape: shape))
    return ProbedValue(value: value, type: shape.type)
  }

  /// The cases of an enum whose raw values are texts.
  private static func words<Cases: CaseIterable>(of type: Cases.Type) -> [(
    value: Any, word: String
  )] {
    type.allCases.compactMap { value in
      ((value as? any RawRepresentable)?.rawValue as? String).map { (value, $0) }
    }
  }

  private static func known(_ type: Value.Type) -> (Any, ValueType)? {
    switch type {
    case is Bool.Type: (true, .bool)
    case is String.Type: ("one", .string)
    case is Double.Type: (1.5, .double)
    case is Float.Type: (Float(1.5), .float)
    case is Data.Type: (Data([1, 2]), .data)
    case is Date.Type: (Date(timeIntervalSinceReferenceDate: 0), .date)
    case is UUID.Type:
      (UUID(uuid: (0, 0, 0, 0, 0, 0, 64, 0, 128, 0, 0, 0, 0, 0, 0, 1)), .uuid)
    case is URL.Type: URL(string: "https://example.com/one").map { ($0, .url) }
    case let integer as any FixedWidthInteger.Type: (integer.init(1), .int)
    default: nil
    }
  }
}

private struct ProbeFailure: Error {}

private protocol ProbedOptional {
  static func probed(_ depth: Int) throws -> (value: Any, type: ValueType)
}

extension Optional: ProbedOptional {
  fileprivate static func probed(_ depth: Int) throws -> (value: Any, type: ValueType) {
    guard let type = Wrapped.self as? any Decodable.Type else { throw ProbeFailure() }
    func probe<Inner: Decodable>(_ type: Inner.Type) throws -> (value: Any, type: ValueType) {
      let inner = try ProbedValue<Inner>.of(type, depth: depth + 1)
      return (Optional<Inner>.some(inner.value) as Any, .optional(inner.type))
    }
    return try probe(type)
  }
}

/// What a type has asked for so far.
private final class ProbedShape {
  private let name: String
  private let depth: Int
  private var fields: [ValueType.Field] = []
  private var whole: ValueType?

  init(name: String, depth: Int) { (self.name, self.depth) = (name, depth) }

  var type: ValueType { whole ?? .structure(name, fields) }

  func value<Value: Decodable>(_ type: Value.Type, field: String) throws -> Value {
    let probed = try ProbedValue<Value>.of(type, depth: depth + 1)
    fields.append(ValueType.Field(name: field, type: probed.type))
    return probed.value
  }

  func element<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let probed = try ProbedValue<Value>.of(type, depth: depth + 1)
    whole = .list(probed.type)
    return probed.value
  }

  func single<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let probed = try ProbedValue<Value>.of(type, depth: depth + 1)
    whole = probed.type
    return probed.value
  }
}

private struct ProbeDecoder: Decoder {
  let shape: ProbedShape
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ProbedFields<Key>(shape: shape))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ProbedElements(shape: shape) }

  func singleValueContainer() -> any SingleValueDecodingContainer { ProbedSingle(shape: shape) }
}

/// Every field is there.
private struct ProbedFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let shape: ProbedShape
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try shape.value(type, field: key.stringValue)
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw ProbeFailure() }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ProbeFailure()
  }
  func superDecoder() throws -> any Decoder { throw ProbeFailure() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw ProbeFailure() }
}

/// One element.
private struct ProbedElements: UnkeyedDecodingContainer {
  let shape: ProbedShape
  private(set) var currentIndex = 0

  init(shape: ProbedShape) { self.shape = shape }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex > 0 }

  func decodeNil() -> Bool { false }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    currentIndex += 1
    return try shape.element(type)
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { throw ProbeFailure() }
  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw ProbeFailure() }
  func superDecoder() throws -> any Decoder { throw ProbeFailure() }
}

private struct ProbedSingle: SingleValueDecodingContainer {
  let shape: ProbedShape
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try shape.single(type) }
}
