import SceneScenarios
import SceneState

/// What a dump or an export must not show: values by their keys, and what scenes say of themselves.
struct Redaction {
  static let mark = "(redacted)"

  private let words: [(text: String, key: AddressPart)]

  /// Takes the keys of `--redact`, each with `*` for any characters; commas separate some.
  init(_ texts: [String]) throws(CommandFailure) {
    var words: [(text: String, key: AddressPart)] = []
    for text in texts.flatMap({ $0.split(separator: ",") }) {
      // Whoever names an address means to hide what would be shown.
      if let slash = text.lastIndex(of: "/") {
        let key = text[text.index(after: slash)...]
        throw .usage(
          "'\(text)' is no key, and hides nothing",
          hint: "--redact hides a key wherever it is: --redact "
            + ShellText.word(key.isEmpty ? "*" : String(key)))
      }
      words.append((String(text), try AddressPart(text)))
    }
    self.words = words
  }

  var isEmpty: Bool { words.isEmpty }

  /// Whether there is nothing that may be shown, records of sessions included.
  var isEverything: Bool { words.contains { $0.text == "*" } }

  /// Whether what stands under the key is hidden.
  func hides(_ key: String) -> Bool { words.contains { $0.key.matches(key) } }

  /// Says which words hide nothing: whoever wrote one of them meant to hide something.
  func tell(unused keys: [String], _ console: Console) {
    let keys = keys.uniqued().sorted()
    for word in words where word.text != "*" && !keys.contains(where: word.key.matches) {
      let near = ErrorText.suggestion(for: word.text, among: keys)
      let sign = console.errorPaint.bad("warning:")
      console.complain(
        "\(sign) no value has the key '\(SafeText.escaped(word.text))': "
          + "--redact hides nothing for it\n" + (near.map { "  hint   \($0)\n" } ?? ""))
    }
  }
}
