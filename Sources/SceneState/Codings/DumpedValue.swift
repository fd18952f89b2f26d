import FoundationEssentials
import StoreFormat
/// A payload as the JSON that people read, and back.
///
/// Not every payload comes back from its JSON (a date has more digits than are shown, a NaN more
/// bits); such a value has its bytes beside it in a dump. The writer asks this type whether the
/// way back works, so that it can't be wrong about it.
package enum DumpedValue {
  /// The bytes that JSON text stands for in a coding; nil if it can't be a value of it.
  package static func payload(tag: UInt8, json: [UInt8]) -> [UInt8]? {
    let text = String(decoding: json, as: UTF8.self)
    switch tag {
    case OptionalCoding.tag: return text == "null" ? [] : nil
    case BoolCoding.tag: return ["false": [0], "true": [1]][text]
    case IntegerCoding.tag: return Int64(text).map { InfoKey.bytes(UInt64(bitPattern: $0)) }
    case IntegerCoding.unsignedTag: return UInt64(text).map { InfoKey.bytes($0) }
    case FloatingPointCoding.tag:
      return floating(text) { Double($0) }.map { InfoKey.bytes($0.bitPattern) }
    case FloatingPointCoding.floatTag:
      return floating(text) { Float($0) }.map { InfoKey.bytes($0.bitPattern) }
    case StringCoding.tag, URLCoding.tag: return DumpText.string(json).map { Array($0.utf8) }
    case UUIDCoding.tag:
      return DumpText.string(json).flatMap { UUID(uuidString: $0) }.map(UUIDCoding.payload)
    case DateCoding.tag: return date(json).map { InfoKey.bytes($0.bitPattern) }
    case JSONCoding.tag: return json
    default: return DumpText.base64Object(json)
    }
  }

  private static func floating<F>(_ text: String, _ parse: (String) -> F?) -> F? {
    switch text {
    case "\"nan\"": parse("nan")
    case "\"inf\"": parse("inf")
    case "\"-inf\"": parse("-inf")
    default: text.first == "-" || text.first?.isNumber == true ? parse(text) : nil
    }
  }

  private static func date(_ json: [UInt8]) -> Double? {
    guard let text = DumpText.string(json) else {
      return floating(String(decoding: json, as: UTF8.self)) { Double($0) }
    }
    if let instant = TextDecoding.instant(text) { return instant.timeIntervalSinceReferenceDate }
    return floating("\"\(text)\"") { Double($0) }
  }
}

/// Texts and bytes in the JSON of dumps.
package enum DumpText {
  /// The text of a JSON string; nil if it is none.
  package static func string(_ json: [UInt8]) -> String? {
    let quote = UInt8(ascii: "\"")
    guard json.count >= 2, json.first == quote, json.last == quote else { return nil }
    guard json.contains(UInt8(ascii: "\\")) else {
      return String(validating: json[1..<(json.count - 1)], as: UTF8.self)
    }
    // What isn't a JSON string is told by the caller, with its place.
    return try? JSONCoding.decoder.decode(String.self, from: Data(json))
  }

  /// The bytes of `{"$base64": "…"}`; nil if it is something else.
  package static func base64Object(_ json: [UInt8]) -> [UInt8]? {
    // Any other JSON is a value as it stands.
    guard let members = try? JSONCoding.decoder.decode([String: String].self, from: Data(json)),
      members.count == 1, let text = members["$base64"]
    else { return nil }
    return bytes(base64: text)
  }

  package static func bytes(base64 text: String) -> [UInt8]? {
    Data(base64Encoded: text).map { [UInt8]($0) }
  }

  package static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
