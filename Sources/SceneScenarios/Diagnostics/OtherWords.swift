internal import EmbeddedFiles

/// Words that people and other tools have for what the format calls otherwise: in lower case, and
/// without what joins words.
enum OtherWords {
  /// What to write in place of a verb.
  static let steps = hints(under: "steps")
  /// What to write in place of a key of an app.
  static let app = hints(under: "app")
  /// What to look at in place of what is no check.
  static let checks = hints(under: "checks")
  /// What to write in place of what is no matcher.
  static let matchers = hints(under: "matchers")
  /// The names that a word may stand for.
  static let names = Dictionary(
    lines["names", default: []].map { word, meaning in
      (word, meaning.split(separator: " ").map(String.init))
    }, uniquingKeysWith: +)

  private static func hints(under heading: String) -> [String: String] {
    Dictionary(lines[heading, default: []], uniquingKeysWith: { _, last in last })
  }

  /// The lines below each heading: words, and what all of them mean.
  private static let lines: [String: [(word: String, meaning: String)]] = {
    var all: [String: [(word: String, meaning: String)]] = [:]
    for section in unsafe String(cString: other_words()).split(separator: "\n## ").dropFirst() {
      let lines = section.split(separator: "\n")
      all[String(lines[0])] = lines.dropFirst().flatMap { line in
        let end = line.firstRange(of: ": ") ?? line.endIndex..<line.endIndex
        return line[..<end.lowerBound].split(separator: " ").map {
          (String($0), String(line[end.upperBound...]))
        }
      }
    }
    return all
  }()
}
