import SceneReports

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values of a message as programs want them.
enum ValueText {
  /// The value without the remark about its type: `"Tala"     (string)` is `"Tala"`.
  ///
  /// Only a text whose beginning is a whole JSON value is taken apart, so that blanks and
  /// brackets inside a value never count.
  static func value(_ text: String) -> String {
    guard text.hasSuffix(")") else { return text }
    for mark in text.ranges(of: "  (").reversed() {
      var value = text[..<mark.lowerBound]
      while value.last == " " { value.removeLast() }
      if isJSON(String(value)) { return String(value) }
    }
    return text
  }

  /// The value itself where it is JSON, else the text about it.
  static func json(_ text: String) -> JSON {
    let value = value(text)
    return isJSON(value) ? .raw(value) : .string(value)
  }

  static func isJSON(_ text: String) -> Bool {
    (try? JSONDecoder().decode(Anything.self, from: Data(text.utf8))) != nil
  }

  /// The decoder reads the whole document before it asks for a value.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }
}
