import FoundationEssentials
import StoreFormat

/// Reads values that people write as JSON text: dates as RFC 3339, data in base64.
///
/// A scalar type knows its own tag only, so a text is offered in every coding it could mean.
enum TextDecoding {
  /// The text in each coding it could be stored in; a coding takes what has its tag.
  static func candidates(_ text: [UInt8]) -> [EncodedValue] {
    guard JSONField.isDocument(text) else { return [] }
    let json = EncodedValue(tag: JSONCoding.tag, payload: text)
    switch text.first(where: { !$0.isBlank }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return [json]
    case UInt8(ascii: "\""): return [json] + strings(text)
    case UInt8(ascii: "n"): return [json, EncodedValue(tag: OptionalCoding.tag, payload: [])]
    case UInt8(ascii: "t"): return [json, EncodedValue(tag: BoolCoding.tag, payload: [1])]
    case UInt8(ascii: "f"): return [json, EncodedValue(tag: BoolCoding.tag, payload: [0])]
    default: return [json] + numbers(text)
    }
  }

  static func isNull(_ text: [UInt8]) -> Bool {
    text.drop(while: \.isBlank).prefix { !$0.isBlank }.elementsEqual("null".utf8)
  }

  private static func numbers(_ json: [UInt8]) -> [EncodedValue] {
    let trimmed = json.drop(while: \.isBlank).prefix { !$0.isBlank }
    let text = String(decoding: trimmed, as: UTF8.self)
    var all = floating(text)
    if let number = Int64(text) ?? Double(text).flatMap(Int64.init(exactly:)) {
      all.append(IntegerCoding.encode(number))
    } else if let number = UInt64(text) {
      all.append(IntegerCoding.encode(number))
    }
    if let seconds = Double(text) {
      // As the platform's coders write a date: seconds since 2001.
      all.append(date(seconds))
    }
    return all
  }

  private static func floating(_ text: String) -> [EncodedValue] {
    var all: [EncodedValue] = []
    if let number = Double(text) {
      all.append(
        EncodedValue(
          tag: FloatingPointCoding.tag, payload: InfoKey.bytes(number.bitPattern)))
    }
    if let number = Float(text) {
      all.append(
        EncodedValue(
          tag: FloatingPointCoding.floatTag, payload: InfoKey.bytes(number.bitPattern)))
    }
    return all
  }

  private static func strings(_ json: [UInt8]) -> [EncodedValue] {
    // JSON of another kind is no string, and that is all that is asked.
    guard let text = try? JSONCoding.decoder.decode(String.self, from: Data(json)) else {
      return []
    }
    var all = [
      EncodedValue(tag: StringCoding.tag, payload: Array(text.utf8)),
      EncodedValue(tag: URLCoding.tag, payload: Array(text.utf8)),
    ]
    if ["nan", "inf", "-inf"].contains(text) { all += floating(text) }
    if let id = UUID(uuidString: text) {
      all.append(EncodedValue(tag: UUIDCoding.tag, payload: UUIDCoding.payload(id)))
    }
    if let date = instant(text) { all.append(self.date(date.timeIntervalSinceReferenceDate)) }
    if let bytes = Data(base64Encoded: text) {
      all.append(EncodedValue(tag: DataCoding.tag, payload: [UInt8](bytes)))
      all.append(EncodedValue(tag: CustomCoding.tag, payload: [UInt8](bytes)))
    }
    return all
  }

  private static func date(_ seconds: Double) -> EncodedValue {
    EncodedValue(tag: DateCoding.tag, payload: InfoKey.bytes(seconds.bitPattern))
  }

  /// RFC 3339 with a time zone, with or without parts of a second.
  static func instant(_ text: String) -> Date? {
    let strategy = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    // The caller says how a date is written.
    return try? Date(text, strategy: strategy)
  }

  /// Decodes JSON that a person wrote: dates as text are welcome inside, too.
  static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      if let seconds = container.value(Double.self) {
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
      guard let date = instant(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "a date is written like 2026-01-31T12:00:00Z")
      }
      return date
    }
    return decoder
  }()
}

extension UInt8 {
  fileprivate var isBlank: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}

extension TypedCoding {
  /// Reads JSON text as the type, by the conventions of `TextDecoding`.
  package func decode(text: [UInt8]) throws(CodingProblem) -> Value {
    if let decodeText { return try decodeText(text) }
    var failure: CodingProblem?
    for candidate in TextDecoding.candidates(text) {
      do throws(CodingProblem) { return try decode(candidate) } catch {
        if case .wrongTag = error { continue }
        failure = failure ?? error
      }
    }
    throw failure ?? .undecodable("not a '\(typeName)'")
  }
}
