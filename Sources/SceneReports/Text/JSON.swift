import FoundationEssentials
import SceneState

/// A JSON value whose objects keep the order they are written in, so that output is stable.
package indirect enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case unsigned(UInt64)
  case string(String)
  case list([JSON])
  case object([Member])
  /// Text that is JSON already, for example a stored value.
  case raw(String)

  /// One name and value of an object.
  package struct Member: Sendable, Hashable {
    package let name: String
    package let value: JSON

    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// The text, or null for none.
  package static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  package static func texts(_ texts: some Sequence<String>) -> JSON {
    .list(texts.map { .string($0) })
  }

  /// The number, or null for none.
  package static func number(_ number: Int?) -> JSON { number.map { .int($0) } ?? .null }

  package static func number(_ number: UInt64?) -> JSON { number.map { .unsigned($0) } ?? .null }

  /// The value that a text is, if it is JSON, else the text.
  static func value(_ text: String) -> JSON {
    // Text that is no JSON is text.
    let isJSON = (try? JSONDecoder().decode(Anything.self, from: Data(text.utf8))) != nil
    return isJSON ? .raw(text) : .string(text)
  }

  /// The decoder reads the whole document before it asks for a value.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// The value on one line, without blanks.
  package var line: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    case .string(let value): text += JSON.quoted(value)
    case .raw(let value): text += SafeText.escapedJSON(value)
    case .list(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        text += JSON.quoted(member.name) + ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// The text as a JSON string; control and direction characters are escaped, others kept.
  package static func quoted(_ text: String) -> String {
    JSONText.string(text, uppercase: true)
  }
}

extension JSON {
  /// The value over many lines, indented by two; what fits stays on one line.
  package var page: String { page(indent: 0) }

  private static let pageWidth = 100

  private func page(indent: Int) -> String {
    let short = line
    if indent + short.utf8.count <= Self.pageWidth { return short }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .list(let values) where !values.isEmpty:
      let lines = values.map { inner + $0.page(indent: indent + 2) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(outer)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map {
        inner + JSON.quoted($0.name) + ": " + $0.value.page(indent: indent + 2)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
    default: return short
    }
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }

  package init(stringLiteral text: String) { self = .string(text) }
}
