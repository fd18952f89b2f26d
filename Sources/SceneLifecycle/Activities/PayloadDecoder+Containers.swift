struct KeyedPayloadSource<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let map: [String: ActivityValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { map.keys.sorted().compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { map[key.stringValue] != nil }

  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    // A field that is nil is left out, also one that was encoded as an optional.
    guard contains(key) || T.self is any ExpressibleByNilLiteral.Type
    else { throw missing(key) }
    return try inner(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    guard contains(key) else { throw missing(key) }
    return try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    guard contains(key) else { throw missing(key) }
    return try inner(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { inner(PayloadKey.super) }
  func superDecoder(forKey key: Key) -> any Decoder { inner(key) }

  private func inner(_ key: some CodingKey) -> PayloadDecoder {
    PayloadDecoder(value: map[key.stringValue], codingPath: codingPath + [key])
  }

  private func missing(_ key: Key) -> DecodingError {
    .keyNotFound(
      key, DecodingError.Context(codingPath: codingPath, debugDescription: "no such field"))
  }
}

struct UnkeyedPayloadSource: UnkeyedDecodingContainer {
  let list: [ActivityValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(list: [ActivityValue], codingPath: [any CodingKey]) {
    (self.list, self.codingPath) = (list, codingPath)
  }

  var count: Int? { list.count }
  var isAtEnd: Bool { currentIndex >= list.count }

  mutating func decodeNil() throws -> Bool {
    guard isAtEnd else { return false }
    throw next.mismatch(ActivityValue.self)
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try advance { decoder in try decoder.decode(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try advance { decoder in try decoder.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try advance { decoder in try decoder.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try advance { decoder in decoder } }

  private var next: PayloadDecoder {
    PayloadDecoder(
      value: isAtEnd ? nil : list[currentIndex],
      codingPath: codingPath + [PayloadKey(intValue: currentIndex)])
  }

  /// Moves on only if the element could be read, as the platform's decoders do.
  private mutating func advance<Result>(
    _ body: (PayloadDecoder) throws -> Result
  ) throws -> Result {
    guard !isAtEnd else { throw next.mismatch(ActivityValue.self) }
    let result = try body(next)
    currentIndex += 1
    return result
  }
}

struct SinglePayloadSource: SingleValueDecodingContainer {
  let decoder: PayloadDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value == nil }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // A missing value of a type with a value of its own would ask for itself for ever.
    if decoder.value == nil, !(T.self is any ExpressibleByNilLiteral.Type) {
      throw decoder.mismatch(type)
    }
    return try decoder.decode(type)
  }
}
