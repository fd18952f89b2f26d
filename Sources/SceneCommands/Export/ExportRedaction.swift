/// What an export must not show: values by their keys, and what scenes say of their content.
struct ExportRedaction {
  static let mark = "(redacted)"

  private let keys: [AddressPart]

  /// Takes the keys of `--redact`, each with `*` for any characters; commas separate some.
  init(_ texts: [String]) throws(CommandFailure) {
    var keys: [AddressPart] = []
    for text in texts {
      for key in text.split(separator: ",") { keys.append(try AddressPart(key)) }
    }
    self.keys = keys
  }

  /// Whether what stands under the key is hidden.
  func hides(_ key: String) -> Bool { keys.contains { $0.matches(key) } }
}
