package import SceneScenarios
package import SceneSimulator

/// What reporters say about one case of a scenario file.
package struct RunRow: Sendable {
  package enum Outcome: String, Sendable, Hashable, Codable {
    case passed, failed, skipped
    /// The file could not be read as a scenario; nothing ran.
    case invalid
  }

  /// The file as it was given on the command line.
  package var file: String
  /// From 1, within its file.
  package var number: Int
  /// The case's title, or the scenario's if it has no cases; empty if the file is not valid.
  package var title: String
  /// The title of the scenario, which is the case's own if it has no cases.
  package var scenario = ""
  /// The line in which the case stands.
  package var line: Int
  package var outcome: Outcome
  package var steps = 0
  /// How many steps there are, if that is known.
  package var total: Int?
  package var duration = Duration.zero
  /// The file's text, to show places in.
  package var source: SourceFile?
  /// What went wrong, the first error first.
  package var diagnostics: [Diagnostic] = []
  /// Which steps a failure kept from running, as a sentence.
  package var notRun: String?
  /// Why the case was skipped.
  package var skipReason: String?
  /// Where the store was left, if it was.
  package var store: String?
  package var trace = Trace()
  /// The steps that were executed.
  package var played: [PlayedStep] = []
  package var tags: [String] = []
  /// Where random choices started.
  package var seed = 0
  /// The moments of which the scenario wants a picture.
  package var pictures: [PictureMark] = []

  package init(
    file: String, number: Int, title: String, line: Int = 1, outcome: Outcome, steps: Int = 0,
    total: Int? = nil
  ) {
    self.file = file
    self.number = number
    self.title = title
    self.line = line
    self.outcome = outcome
    self.steps = steps
    self.total = total
  }

  /// The first error.
  package var failure: Diagnostic? { diagnostics.first { $0.severity == .error } }

  /// Whether nothing about it needs attention.
  package var isGood: Bool { outcome == .passed || outcome == .skipped }

  /// The message of each diagnostic for people, by the one renderer of messages; the last one
  /// says which steps were not run.
  package func messages(
    _ layout: DiagnosticRenderer.Layout = DiagnosticRenderer.Layout()
  ) -> [String] {
    var texts = diagnostics.map { DiagnosticRenderer.text($0, source: source, layout: layout) }
    if let notRun, !texts.isEmpty { texts[texts.count - 1] += "\(notRun)\n" }
    return texts
  }

  /// How many of its steps ran: `26 steps`, or `5 of 17` if something stopped it.
  package var stepsText: String {
    if outcome == .invalid { return "not valid" }
    if outcome == .failed, let total { return "\(steps) of \(total)" }
    return Amount.count(steps, "step")
  }

  /// `01-shared-key`: the file without folders and endings.
  package static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".scene.yaml", ".yaml", ".yml"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }

  /// `01-shared-key · one key per scene`.
  package func heading(_ symbols: Symbols = .unicode) -> String {
    title.isEmpty ? Self.stem(of: file) : "\(Self.stem(of: file)) \(symbols.dot) \(title)"
  }
}
