import FoundationEssentials

/// Values as programs want them.
enum ValueText {
  /// The value itself where it is JSON, else the text about it.
  static func json(_ text: String) -> JSON { isJSON(text) ? .raw(text) : .string(text) }

  private static func isJSON(_ text: String) -> Bool {
    // Text that is no JSON is text.
    (try? JSONDecoder().decode(Anything.self, from: Data(text.utf8))) != nil
  }

  /// The decoder reads the whole document before it asks for a value.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }
}
