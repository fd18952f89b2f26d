import FoundationEssentials
import SceneState

/// The one encoded form: what JSON has stands for itself, the rest is a map with one `$` name.
///
/// `{"$double": 2}` (JSON cannot tell 2.0 from 2), `{"$data": base64}`, `{"$date": seconds since
/// 2001}`, `{"$url": text}`. Names in maps that begin with `$` are written with one `$` more.
extension ActivityValue: Codable {
  private enum Tag: String {
    case double = "$double"
    case data = "$data"
    case date = "$date"
    case url = "$url"
  }

  /// Reads the encoded form.
  /// - Throws: `ActivityError.tooDeep`, or a `DecodingError` if this is no such form.
  public init(from decoder: any Decoder) throws {
    // A decoder recurses with its input. What surrounds the value counts too, so there is room.
    guard decoder.codingPath.count <= 2 * ActivityLimits.depth else { throw ActivityError.tooDeep }
    let container = try decoder.singleValueContainer()
    if let text = container.value(String.self) {
      self = .string(text)
    } else if let bool = container.value(Bool.self) {
      self = .bool(bool)
    } else if let int = container.value(Int.self) {
      self = .int(int)
    } else if let double = container.value(Double.self) {
      self = .double(double)
    } else if var list = try? decoder.unkeyedContainer() {  // else it must be a map
      var values: [ActivityValue] = []
      while !list.isAtEnd { values.append(try list.decode(ActivityValue.self)) }
      self = .list(values)
    } else {
      let map = try container.decode([String: ActivityValue].self)
      guard let value = Self.untagged(map) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "not the encoded form of an activity's value")
      }
      self = value
    }
  }

  /// Writes the encoded form.
  /// - Throws: `ActivityError.tooDeep`, or what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try ActivityLimits.checkDepth(of: [self])
    try json.encode(to: encoder)
  }

  /// Reads the encoded form out of JSON; nil if it is none.
  init?(_ json: JSONField) {
    switch json {
    case .null: return nil
    case .bool(let bool): self = .bool(bool)
    case .int(let int): self = .int(Int(int))
    case .unsigned(let unsigned): self = .double(Double(unsigned))
    case .double(let double): self = .double(double)
    case .text(let text): self = .string(text)
    case .list(let list):
      var values: [ActivityValue] = []
      values.reserveCapacity(list.count)
      for json in list {
        guard let value = ActivityValue(json) else { return nil }
        values.append(value)
      }
      self = .list(values)
    case .map(let fields):
      var map: [String: ActivityValue] = [:]
      for (name, json) in fields {
        guard let value = ActivityValue(json) else { return nil }
        map[name] = value
      }
      guard let value = Self.untagged(map) else { return nil }
      self = value
    }
  }

  /// Nil if it has a tag and the wrong content.
  private static func untagged(_ map: [String: ActivityValue]) -> ActivityValue? {
    guard map.count == 1, let (name, content) = map.first, let tag = Tag(rawValue: name) else {
      return .map(
        Dictionary(
          map.map { name, value in
            (name.utf8.starts(with: "$$".utf8) ? String(name.dropFirst()) : name, value)
          }, uniquingKeysWith: { $1 }))
    }
    switch (tag, content) {
    case (.double, _): return ExactNumber(content).map { .double($0.value) }
    case (.date, _):
      return ExactNumber(content).map { .date(Date(timeIntervalSinceReferenceDate: $0.value)) }
    case (.data, .string(let text)): return Data(base64Encoded: text).map { .data($0) }
    case (.url, .string(let text)): return URL(string: text).map { .url($0) }
    default: return nil
    }
  }

  /// The encoded form; its depth was looked at already.
  var json: JSONField {
    func tagged(_ tag: Tag, _ content: JSONField) -> JSONField { .map([tag.rawValue: content]) }
    return switch self {
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(Int64(int))
    case .string(let text): .text(text)
    case .list(let list): .list(list.map(\.json))
    case .map(let map):
      .map(
        Dictionary(
          map.map { name, value in
            (name.utf8.first == UInt8(ascii: "$") ? "$" + name : name, value.json)
          }, uniquingKeysWith: { $1 }))
    case .double(let double):
      double.isFinite && double.rounded() != double
        ? .double(double) : tagged(.double, ExactNumber(value: double).json)
    case .date(let date):
      tagged(.date, ExactNumber(value: date.timeIntervalSinceReferenceDate).json)
    case .data(let data): tagged(.data, .text(data.base64EncodedString()))
    case .url(let url): tagged(.url, .text(url.absoluteString))
    }
  }
}

/// A double that keeps its bits: what JSON numbers do not carry is written as a text.
private struct ExactNumber {
  let value: Double

  private static let bitsPrefix = "nan:"

  init(value: Double) { self.value = value }

  init?(_ content: ActivityValue) {
    switch content {
    case .int(let int): value = Double(int)
    case .double(let double): value = double
    case .string(let text):
      if text.hasPrefix(Self.bitsPrefix) {
        guard let bits = UInt64(text.dropFirst(Self.bitsPrefix.count), radix: 16) else {
          return nil
        }
        value = Double(bitPattern: bits)
      } else {
        guard let number = Double(text) else { return nil }
        value = number
      }
    default: return nil
    }
  }

  var json: JSONField {
    if value.isNaN, value.bitPattern != Double.nan.bitPattern {
      .text(Self.bitsPrefix + String(value.bitPattern, radix: 16))
    } else if !value.isFinite || (value == 0 && value.sign == .minus) {
      .text(value.description)
    } else {
      .double(value)
    }
  }
}
