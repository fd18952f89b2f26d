/// A step that was executed, for reports.
package struct PlayedStep: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case passed, failed
    /// Refused with this code, as its `fails` says.
    case refused(code: String)
  }

  package let number: Int
  package let verb: String
  /// The step as it is written, its variables not replaced.
  package let text: String
  /// The file in which it stands: the scenario, or one it includes.
  package let file: String
  package let line: Int
  /// The column of the verb.
  package let column: Int
  package internal(set) var outcome = Outcome.passed
  /// What there was to see after it, if the run was to keep that.
  package var moment: StepMoment?

  package init(
    number: Int, verb: String, text: String, file: String, line: Int, column: Int = 1,
    outcome: Outcome = .passed
  ) {
    self.number = number
    self.verb = verb
    self.text = text
    self.file = file
    self.line = line
    self.column = column
    self.outcome = outcome
  }

  init(_ number: Int, _ step: ParsedStep) {
    self.init(
      number: number, verb: step.verb.name, text: StepText.written(step), file: step.source.path,
      line: step.verb.range.start.line, column: step.verb.range.start.column)
  }

  /// How many bytes are kept of it and its mark, roughly: a list that grows has as much room again.
  var byteCount: Int {
    2 * MemoryLayout<PlayedStep>.stride + MemoryLayout<StepMark>.stride + text.utf8.count + 32
  }

  /// Whether it only looks: a check.
  package var isCheck: Bool { verb == ExpectStep.name }
}
