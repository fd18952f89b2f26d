package import SceneSimulator

/// The record of one case: the runner fills it in, and every report, trace and page is made of it.
package struct CaseRun: Sendable, Codable {
  package enum Outcome: String, Sendable, Hashable, Codable {
    case passed, failed, skipped
    /// The file could not be read as a scenario; nothing ran.
    case invalid
  }

  /// A message about the case, as a terminal shows it.
  package struct Message: Sendable, Hashable, Codable {
    /// The step it is about; nil if it is about the whole.
    package let step: Int?
    package let text: String
    /// What is wrong, without its place.
    package let sentence: String?
    /// The step that wrote the value that was found.
    package let from: Int?
    /// The step since which that cannot be read.
    package let since: Int?
  }

  /// The path of the file as the user gave it.
  package var file: String
  /// The number of the case in its file, from 1; 0 for a file that is not valid.
  package let number: Int
  /// The title of the case; nil for a scenario without cases.
  package var caseTitle: String?
  /// The title of the scenario; empty for a file that is not valid.
  package var scenario = ""
  /// The line in which the case stands.
  package let line: Int
  package var tags: [String] = []
  /// The files of which its steps are made, the scenario first.
  package var sources: [SourceFile] = []

  package var outcome: Outcome
  /// How many steps were executed; the failing one counts.
  package var steps: Int
  /// How many steps there are, if that can be told before running.
  package var total: Int?
  /// What went wrong, the first error first.
  package var diagnostics: [Diagnostic] = []
  /// What did nothing, though a step asked for it; no reason to fail.
  package var notes: [Diagnostic] = []
  /// What is hardly meant in the file, for those who wonder why it failed; a terminal shows it.
  package var doubts: [Diagnostic] = []
  /// Which steps a failure kept from running, as a sentence; nil if it was the last or none.
  package var notRun: String?
  package var skipReason: String?
  package var trace = Trace()
  /// The steps in the order they were executed, those that only look included.
  package var played: [PlayedStep] = []
  /// The moments of which the scenario asks for a picture.
  package var pictures: [PictureMark] = []
  package var filled: [FilledExpectation] = []
  /// Where things from outside went, and why, if the run was to tell.
  package var routes: [RoutedStep] = []
  /// Where random choices started.
  package var seed = 0
  /// Where the store was kept, if it was.
  package var store: String?
  /// How long it took, by the clock on the wall.
  package var duration = Duration.zero
  /// The version of the tool that ran it.
  package var tool = ""
  /// The messages of a run that was read from a file, which has no facts to make them of.
  private var savedMessages: [Message] = []
  private var savedNotes: [String]?

  /// What a saved run keeps beside its steps and files.
  private enum CodingKeys: String, CodingKey {
    case file, number, caseTitle = "title", scenario, line, tags, outcome, steps, total
    case skipReason, pictures, seed, tool, savedMessages = "messages"
    case savedNotes = "notes"
  }

  package init(
    file: String, number: Int, title: String?, line: Int = 1, outcome: Outcome, steps: Int = 0,
    total: Int? = nil
  ) {
    (self.file, self.number, self.caseTitle, self.line) = (file, number, title, line)
    (self.outcome, self.steps, self.total) = (outcome, steps, total)
  }
}

extension CaseRun {
  /// The case's title, or the scenario's if it has no cases.
  package var title: String { caseTitle ?? scenario }

  package var failure: Diagnostic? { diagnostics.first { $0.severity == .error } }

  /// Whether nothing about it needs attention.
  package var isGood: Bool { outcome == .passed || outcome == .skipped }

  /// The message of each diagnostic for people; the last one says which steps were not run.
  ///
  /// The same in a terminal, a test log and a report.
  package func texts(
    _ layout: DiagnosticRenderer.Layout = DiagnosticRenderer.Layout()
  ) -> [String] {
    var texts = diagnostics.map { text($0, layout) }
    if let notRun, !texts.isEmpty { texts[texts.count - 1] += "\(notRun)\n" }
    return texts
  }

  /// The same with the step that each is about; also of a run that was read from a file.
  package var messages: [Message] {
    diagnostics.isEmpty
      ? savedMessages
      : zip(diagnostics, texts()).map {
        Message(
          step: $0.step, text: $1, sentence: $0.message, from: $0.origin.wrote,
          since: $0.origin.spoiled)
      }
  }

  /// What did nothing, a text for each; also of a run that was read from a file.
  package func noteTexts(
    _ layout: DiagnosticRenderer.Layout = DiagnosticRenderer.Layout()
  ) -> [String] {
    savedNotes ?? notes.map { text($0, layout) }
  }

  /// What is hardly meant, a text for each.
  package func doubtTexts(
    _ layout: DiagnosticRenderer.Layout = DiagnosticRenderer.Layout()
  ) -> [String] {
    doubts.map { text($0, layout) }
  }

  /// A message with the piece of its own file, which may be an included one.
  private func text(_ diagnostic: Diagnostic, _ layout: DiagnosticRenderer.Layout) -> String {
    let source = sources.first { $0.path == diagnostic.file ?? file }
    return DiagnosticRenderer.text(diagnostic, source: source, layout: layout)
  }

  /// What went wrong first, in one sentence; nil if nothing did.
  package var sentence: String? { isGood ? nil : messages.first?.sentence }

  /// The record with everything that a file keeps of it.
  package var saved: CaseRun {
    var saved = self
    saved.savedMessages = messages
    saved.savedNotes = notes.isEmpty ? nil : noteTexts()
    return saved
  }

  /// `01-shared-key`: the file without folders and endings.
  package static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".scene.yaml", ".yaml", ".yml"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }
}
