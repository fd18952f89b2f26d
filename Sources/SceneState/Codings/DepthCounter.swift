/// Encodes a value into nothing, only to see how deep it is.
///
/// The platform's encoder recurses as deep as the value goes and overflows the stack of a small
/// thread; this one stops at the limit. Containers count; values that encode themselves as another
/// one do not show in the JSON but on the stack, and may double the depth at most.
package enum DepthCounter {
  package static func check(_ value: some Encodable, limit: Int) throws {
    let encoder = DepthCountingEncoder(depth: 0, handOvers: 0, limit: limit, finding: Finding())
    try encode(value, encoder)
    try encoder.check()
  }

  fileprivate static func encode<T: Encodable>(
    _ value: T,
    _ encoder: DepthCountingEncoder
  ) throws {
    guard !(T.self is any CompactValue.Type) else { return }
    try encoder.check()
    try value.encode(to: encoder)
  }
}

/// Whether a container was opened too deep: opening cannot throw, and an empty one never does.
private final class Finding {
  var isTooDeep = false
}

private struct DepthCountingEncoder: Encoder {
  /// Containers around what is encoded.
  let depth: Int
  /// Values around it that encoded themselves as one other value.
  let handOvers: Int
  let limit: Int
  let finding: Finding

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var inner: DepthCountingEncoder {
    if depth >= limit { finding.isTooDeep = true }
    return DepthCountingEncoder(
      depth: depth + 1, handOvers: handOvers, limit: limit, finding: finding)
  }

  var handedOver: DepthCountingEncoder {
    DepthCountingEncoder(depth: depth, handOvers: handOvers + 1, limit: limit, finding: finding)
  }

  func check() throws {
    guard !finding.isTooDeep, depth + handOvers <= 2 * limit
    else { throw CodingProblem.tooDeep(limit: limit) }
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedDepth<Key>(encoder: inner))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedDepth(encoder: inner) }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueDepth(encoder: handedOver)
  }
}

private struct KeyedDepth<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: DepthCountingEncoder

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) throws { try encoder.check() }
  mutating func encode(_ value: Bool, forKey key: Key) throws { try encoder.check() }
  mutating func encode(_ value: String, forKey key: Key) throws { try encoder.check() }
  mutating func encode(_ value: Double, forKey key: Key) throws { try encoder.check() }
  mutating func encode(_ value: Int, forKey key: Key) throws { try encoder.check() }
  // NB: what an encoder does not say of these two is that it cannot encode them.
  mutating func encode(_ value: Int128, forKey key: Key) throws { try encoder.check() }
  mutating func encode(_ value: UInt128, forKey key: Key) throws { try encoder.check() }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    try encoder.check()
    try DepthCounter.encode(value, encoder)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder.handedOver }
  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder.handedOver }
}

private struct UnkeyedDepth: UnkeyedEncodingContainer {
  let encoder: DepthCountingEncoder
  var count = 0

  init(encoder: DepthCountingEncoder) { self.encoder = encoder }

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() throws { try checkDepth() }
  mutating func encode(_ value: Bool) throws { try checkDepth() }
  mutating func encode(_ value: String) throws { try checkDepth() }
  mutating func encode(_ value: Double) throws { try checkDepth() }
  mutating func encode(_ value: Int) throws { try checkDepth() }
  mutating func encode(_ value: Int128) throws { try checkDepth() }
  mutating func encode(_ value: UInt128) throws { try checkDepth() }

  mutating func encode(_ value: some Encodable) throws {
    try checkDepth()
    try DepthCounter.encode(value, encoder)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    count += 1
    return encoder.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    count += 1
    return encoder.unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    count += 1
    return encoder.handedOver
  }

  private mutating func checkDepth() throws {
    count += 1
    try encoder.check()
  }
}

private struct SingleValueDepth: SingleValueEncodingContainer {
  let encoder: DepthCountingEncoder

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() throws {}
  mutating func encode(_ value: Bool) throws {}
  mutating func encode(_ value: String) throws {}
  mutating func encode(_ value: Double) throws {}
  mutating func encode(_ value: Int) throws {}
  mutating func encode(_ value: Int128) throws {}
  mutating func encode(_ value: UInt128) throws {}

  mutating func encode(_ value: some Encodable) throws {
    try DepthCounter.encode(value, encoder)
  }
}
