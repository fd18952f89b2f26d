import SceneScenarios

/// Something that goes wrong, with the shortest scenario that shows it.
package struct Discovery: Sendable, Codable {
  /// The name of the property that does not hold.
  package let property: String
  /// What is wrong, as a sentence without a final stop.
  package let sentence: String
  /// A few words for the name of the file.
  package let words: String
  /// The steps that lead there; the `expect` that fails is not counted.
  package let stepCount: Int
  /// The scenario in its canonical layout.
  package let bytes: [UInt8]
  /// The message with which it fails.
  package let message: String
  /// What tells it from others.
  package let identity: String
  /// Where it was met first: a number that is the same whoever plays which streams.
  package internal(set) var place: Int
  /// How often it was met.
  package var count = 1

  /// What was found otherwise than by steps that were drawn.
  package init(
    _ violation: Violation, stepCount: Int, bytes: [UInt8], message: String, place: Int = 0
  ) {
    self.place = place
    (property, sentence) = (violation.property, violation.sentence)
    (words, identity) = (Self.words(violation.cause), violation.identity)
    (self.stepCount, self.bytes, self.message) = (stepCount, bytes, message)
  }

  private static func words(_ cause: String) -> String {
    var words = ""
    for character in cause.lowercased() {
      if character.isASCII, character.isLetter || character.isNumber {
        words.append(character)
      } else if !words.isEmpty, words.last != "-" {
        words.append("-")
      }
    }
    while words.last == "-" { words.removeLast() }
    return String(words.prefix(40))
  }

  /// The title of its scenario.
  package var title: String { Self.title(sentence) }

  static func title(_ sentence: String) -> String {
    sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  /// The name of its file, with its number among the findings.
  package func fileName(number: Int) -> String {
    let digits = number < 10 ? "0\(number)" : String(number)
    return "\(digits)-\(property)\(words.isEmpty ? "" : "-\(words)").scene.yaml"
  }
}

/// Writes the scenario of a finding and plays it.
struct FindingWriter {
  let app: ExploredApp
  let apps: KnownApps
  let seed: UInt64

  /// The finding; nil if its scenario does not fail for the reason given.
  func finding(_ result: Shrinker.Result) -> Discovery? {
    let violation = result.violation
    let source = SourceFile(path: "finding.scene.yaml", text: text(result))
    // A text that cannot be laid out or read fails below, and is no finding.
    guard let bytes = try? ScenarioLayout.canonical(source) else { return nil }
    let file = SourceFile(path: "finding.scene.yaml", bytes: bytes)
    guard let scenario = try? LoadedScenario(file, apps: apps),
      let selected = scenario.cases.first
    else { return nil }
    let outcome = ScenarioRun.run(scenario, case: selected, apps: apps)
    guard outcome.outcome == .failed, outcome.notRun == nil,
      let diagnostic = outcome.diagnostics.first, outcome.steps == outcome.played.count,
      outcome.played.last?.isCheck == true, isMeant(diagnostic, violation)
    else { return nil }
    return Discovery(
      violation, stepCount: result.actions.count, bytes: bytes, message: diagnostic.message)
  }

  /// What a real store has otherwise than one in memory.
  func disagreement(_ result: Shrinker.Result) -> Discovery {
    let lines = text(result)
    // What cannot be laid out is left as it is.
    let bytes = try? ScenarioLayout.canonical(SourceFile(path: "finding.scene.yaml", text: lines))
    return Discovery(
      result.violation, stepCount: result.actions.count, bytes: bytes ?? Array(lines.utf8),
      message: result.violation.sentence)
  }

  private func isMeant(_ diagnostic: Diagnostic, _ violation: Violation) -> Bool {
    if violation.lookedAt == "problems" { return true }
    guard diagnostic.code == .notAsExpected else { return false }
    return diagnostic.message.hasPrefix(violation.lookedAt)
  }

  private func text(_ result: Shrinker.Result) -> String {
    let violation = result.violation
    let title = Discovery.title(violation.sentence)
    var lines = [
      "# Found by `scenesim explore`: the property `\(violation.property)` does not hold (seed \(seed)).",
      "scenesim: 1", "scenario: \(ScenarioValue.quoted(title))", "",
    ]
    lines += app.appLines + ["", "steps:"]
    if result.playsBeginning { lines += app.stepLines }
    let windows = result.actions.reduce(into: Set<String>()) { $0.formUnion($1.windows) }
    for action in result.actions {
      lines.append("  - " + action.text(namesWindow: windows.count > 1 || result.playsBeginning))
    }
    lines.append("  - expect: \(violation.expectation)")
    return lines.joined(separator: "\n") + "\n"
  }
}
