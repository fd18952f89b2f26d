/// One row of the command table: parser, help, usage errors and suggestions come from it.
package struct Command: Sendable {
  /// A command line for help, and what it does.
  package struct Example: Sendable, Hashable {
    package let line: String
    package let does: String

    package init(_ line: String, _ does: String) {
      self.line = line
      self.does = does
    }
  }

  /// How many operands a command takes.
  package enum OperandCount: Sendable, Hashable {
    case range(ClosedRange<Int>)
    case atLeast(Int)

    func contains(_ count: Int) -> Bool {
      switch self {
      case .range(let range): range.contains(count)
      case .atLeast(let least): count >= least
      }
    }
  }

  package typealias Body = @Sendable (Invocation, Console) throws -> ExitCode

  /// The words after `scenesim`: `["store", "ls"]`.
  package let words: [String]
  package let abstract: String
  /// Operands as help writes them: `[STORE] [ADDR]`.
  package let operands: String
  package let operandCount: OperandCount
  /// Whether what stands after `--` is the command line of another program.
  package let takesCommandLine: Bool
  /// What it answers with, if that has no form for programs: "a drawing".
  package let onlyAnswer: String?
  package let options: [CommandOption]
  /// What the operands are, for completions; if nil, their words in help say it.
  package let operandValues: ValueSource?
  /// Help opens with these three.
  package let examples: [Example]
  package let body: Body

  package init(
    _ words: String..., abstract: String, operands: String = "",
    operandCount: OperandCount = .range(0...0), options: [CommandOption] = [],
    takesCommandLine: Bool = false, onlyAnswer: String? = nil, operandValues: ValueSource? = nil,
    examples: [Example],
    body: @escaping Body
  ) {
    self.words = words
    self.abstract = abstract
    self.operands = operands
    self.operandCount = operandCount
    self.takesCommandLine = takesCommandLine
    self.onlyAnswer = onlyAnswer
    self.options = options
    self.operandValues = operandValues
    self.examples = examples
    self.body = body
  }

  package var name: String { words.joined(separator: " ") }

  var usageLine: String {
    "scenesim \(name)" + (operands.isEmpty ? "" : " \(operands)") + " [options]"
  }
}
