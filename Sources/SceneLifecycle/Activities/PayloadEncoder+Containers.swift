struct PayloadNodeEncoder: Encoder {
  let node: PayloadNode
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeMap()
    return KeyedEncodingContainer(KeyedPayload<Key>(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeList()
    return UnkeyedPayload(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SinglePayload(node: node, codingPath: codingPath)
  }
}

private struct KeyedPayload<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: PayloadNode
  let codingPath: [any CodingKey]

  private func inner(_ key: some CodingKey) -> PayloadNodeEncoder {
    PayloadNodeEncoder(node: node.named(key.stringValue), codingPath: codingPath + [key])
  }

  mutating func encodeNil(forKey key: Key) { node.named(key.stringValue).clear() }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    try node.named(key.stringValue).put(value, path: codingPath + [key])
  }

  // NB: the defaults of these say nothing about a nil, and an older entry would stay.
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, key) }
  mutating func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
    try put(value, key)
  }

  private func put(_ value: (some Encodable)?, _ key: Key) throws {
    let node = node.named(key.stringValue)
    if let value { try node.put(value, path: codingPath + [key]) } else { node.clear() }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    inner(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    inner(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { inner(PayloadKey.super) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { inner(key) }
}

private struct UnkeyedPayload: UnkeyedEncodingContainer {
  let node: PayloadNode
  let codingPath: [any CodingKey]

  var count: Int { node.count }

  private var next: PayloadNodeEncoder {
    let key = PayloadKey(intValue: count)
    return PayloadNodeEncoder(node: node.appended(), codingPath: codingPath + [key])
  }

  mutating func encodeNil() { next.node.clear() }

  mutating func encode(_ value: some Encodable) throws {
    let next = next
    try next.node.put(value, path: next.codingPath)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    next.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next.unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { next }
}

private struct SinglePayload: SingleValueEncodingContainer {
  let node: PayloadNode
  let codingPath: [any CodingKey]

  mutating func encodeNil() { node.clear() }
  mutating func encode(_ value: some Encodable) throws { try node.put(value, path: codingPath) }
}
