internal import SceneLifecycle
package import SceneScenarios
internal import SceneState

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
  /// How many steps were played by the end of the run that met it first.
  package internal(set) var firstMet = 0
  /// How often it was met.
  package var count = 1
  /// Whether anything shorter was looked for to the end.
  package let isShortest: Bool

  /// Makes one of its scenario; without a message the sentence is told.
  package init(
    _ violation: Violation, stepCount: Int, bytes: [UInt8], message: String? = nil, place: Int = 0,
    isShortest: Bool = true
  ) {
    (self.place, self.isShortest) = (place, isShortest)
    (property, sentence) = (violation.property, violation.sentence)
    (words, identity) = (Self.words(violation.cause), violation.identity)
    (self.stepCount, self.bytes, self.message) = (stepCount, bytes, message ?? violation.sentence)
  }

  private static func words(_ cause: String) -> String {
    let parts = cause.lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    return String(parts.joined(separator: "-").prefix(40))
  }

  package var title: String { Self.title(sentence) }

  static func title(_ sentence: String) -> String {
    sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  /// The key of the app that would say that it is meant, where a word at it says so or there is none
  /// to say it of; nil for other findings.
  package var keyIfMeant: String? {
    let keys = [
      StorageKey.selectedTab: ("tab", "{ type: string, transient: true }"),
      StorageKey.path: ("path", "{ type: [string], scope: tab, transient: true }"),
      PlaceKind.shownKey: ("place", "{ type: string?, transient: true }"),
    ]
    let parts = identity.split(separator: " ")
    if parts.count == 3, parts[0] == Restores.name, parts[2] == Restores.wipedCause {
      return "\(parts[1]): { …, transient: true }"
    }
    // A version that takes a tab away can say so where the selected one is kept.
    if identity == "\(Quiet.name) \(SceneProblem.Code.noSuchTab) \(StorageKey.selectedTab)" {
      return "\(StorageKey.selectedTab): { …, key-version: 2 }"
    }
    return keys.first { identity == "\(Restores.name) \($0.value.0)" }.map {
      "\($0.key): \($0.value.1)"
    }
  }

  /// The name of its file, with its number among the findings.
  package func fileName(number: Int) -> String {
    let digits = number < 10 ? "0\(number)" : String(number)
    return "\(digits)-\(property)\(words.isEmpty ? "" : "-\(words)").scene.yaml"
  }
}

// The scenario of a finding: the app, the steps that lead there, and the `expect` that fails.
extension ExploredApp {
  /// Writes the scenario of a finding; what cannot be laid out is left as it is.
  package func scenario(
    of violation: Violation, steps: [String], foundBy origin: String = "scenesim explore",
    note: String = ""
  ) -> [UInt8] {
    let comment =
      "Found by `\(origin)`: the property `\(violation.property)` does not hold\(note)."
    let source = Self.source(
      "finding.scene.yaml", Discovery.title(violation.sentence), appLines, steps, comment: comment)
    // The run of it says what is wrong with it.
    return (try? ScenarioLayout.canonical(source)) ?? source.bytes
  }

  /// The message with which a scenario fails at its last step, nil if it does not: at an `expect`,
  /// or at a step that is refused.
  package func failure(of bytes: [UInt8], _ apps: KnownApps) -> Diagnostic? {
    let file = SourceFile(path: "finding.scene.yaml", bytes: bytes)
    // What cannot be read shows nothing.
    guard let scenario = try? LoadedScenario(file, apps: apps),
      let selected = scenario.cases.first
    else { return nil }
    var options = ScenarioRun.Options()
    options.looksBack = false
    let outcome = ScenarioRun.run(scenario, case: selected, options: options, apps: apps)
    guard outcome.outcome == .failed, outcome.notRun == nil,
      outcome.steps == outcome.played.count
    else { return nil }
    return outcome.diagnostics.first
  }
}

extension Shrinker.Result {
  /// The finding that it shows; nil if its scenario does not fail for the reason given.
  func finding(_ apps: KnownApps, seed: UInt64) -> Discovery? {
    let windows = actions.reduce(into: Set<String>()) { $0.formUnion($1.windows) }
    // The app may have opened others, and one of those may be in front.
    for namesWindows in windows.count > 1 || app.hasBeginning ? [true] : [false, true] {
      let found = written(seed: seed, namesWindows: namesWindows)
      // What a real store has otherwise than one in memory, a run in memory does not show.
      if found.property == Agrees.name { return found }
      let expected = violation.expected
      guard let diagnostic = app.failure(of: found.bytes, apps),
        expected.lookedAt == "problems"
          || (expected.text.isEmpty
            ? diagnostic.code.rawValue == expected.lookedAt
            : diagnostic.code == .notAsExpected
              && diagnostic.message.hasPrefix(expected.lookedAt))
      else { continue }
      return Discovery(
        violation, stepCount: found.stepCount, bytes: found.bytes, message: diagnostic.message,
        isShortest: isShortest)
    }
    return nil
  }

  /// A run as a finding, whatever its scenario does.
  func written(seed: UInt64, namesWindows: Bool) -> Discovery {
    let expected = violation.expected.text
    let lines = actions.map { "  - " + $0.text(namesWindow: namesWindows) }
    let bytes = app.scenario(
      of: violation,
      steps: app.stepLines + lines + (expected.isEmpty ? [] : ["  - expect: \(expected)"]),
      note: " (seed \(seed))")
    return Discovery(
      violation, stepCount: actions.count, bytes: bytes, isShortest: isShortest)
  }
}
