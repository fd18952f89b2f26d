import FoundationEssentials

/// Reads a Decodable value out of an activity's value; nil stands for a missing one.
struct PayloadDecoder: Decoder {
  let value: ActivityValue?
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard value != nil else {
      // An optional reads nil here; everything else asks for a value and is refused.
      return try T(from: self)
    }
    return try native(type) ?? T(from: self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .map(let map)? = value else { throw mismatch([String: ActivityValue].self) }
    return KeyedDecodingContainer(KeyedPayloadSource<Key>(map: map, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let list)? = value else { throw mismatch([ActivityValue].self) }
    return UnkeyedPayloadSource(list: list, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SinglePayloadSource(decoder: self)
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: PayloadFailure.found(value, wanted: type))
    return value == nil ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The value if an activity has values of that type; nil for types that decode themselves.
  func native<T>(_ type: T.Type) throws -> T? {
    let found: (any Sendable)?
    switch type {
    case is ActivityValue.Type: found = value
    case is Bool.Type: found = value?.bool
    case is String.Type: found = value?.text
    case is Double.Type: found = value?.number
    case is Float.Type: found = value?.number.map { Float($0) }
    case is Data.Type: found = value?.data
    case is Date.Type: found = value?.date
    case is URL.Type: found = value?.url
    case let integer as any PayloadInteger.Type: found = value?.integer(integer)
    default: return nil
    }
    guard let found = found as? T else { throw mismatch(type) }
    return found
  }
}

// What a value can stand for; texts spell what scenario files cannot write otherwise.
extension ActivityValue {
  fileprivate var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  fileprivate var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  fileprivate var number: Double? {
    switch self {
    case .double(let double): double
    case .int(let int): Double(exactly: int)
    case .string("nan"): .nan
    case .string("inf"): .infinity
    case .string("-inf"): -.infinity
    default: nil
    }
  }

  fileprivate var data: Data? {
    switch self {
    case .data(let data): data
    case .string(let text): Data(base64Encoded: text)
    default: nil
    }
  }

  fileprivate var date: Date? {
    switch self {
    case .date(let date): date
    case .string(let text):
      Self.instant(text, [.iso8601, Date.ISO8601FormatStyle(includingFractionalSeconds: true)])
    default: nil
    }
  }

  private static func instant(_ text: String, _ styles: [Date.ISO8601FormatStyle]) -> Date? {
    // Who asks for a date throws an error that has the place in the payload.
    styles.lazy.compactMap { try? Date(text, strategy: $0) }.first
  }

  fileprivate var url: URL? {
    switch self {
    case .url(let url): url
    case .string(let text): URL(string: text)
    default: nil
    }
  }

  fileprivate func integer<Integer: PayloadInteger>(_ type: Integer.Type) -> Integer? {
    guard case .int(let int) = self else { return nil }
    return Integer(exactly: int)
  }
}
