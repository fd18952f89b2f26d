internal import EmbeddedFiles

/// One row of the command table: parser, help, usage errors and suggestions come from it.
package struct Command: Sendable {
  /// A command line for help, and what it does.
  package struct Example: Sendable, Hashable {
    package let line: String
    package let does: String

    /// Those of each command, by its name.
    fileprivate static let all = unsafe read(String(cString: command_examples()))

    /// Each section is a heading with the name, and a list of lines with what they do.
    private static func read(_ text: String) -> [String: [Example]] {
      var all: [String: [Example]] = [:]
      for section in text.split(separator: "\n## ").dropFirst() {
        let items = section.replacing("\n  ", with: " ").split(separator: "\n")
        all[String(items[0])] = items.dropFirst().compactMap { item in
          item.firstRange(of: "`: ").map { end in
            Example(
              line: String(item[..<end.lowerBound].dropFirst("- `".count)),
              does: String(item[end.upperBound...]))
          }
        }
      }
      return all
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
  package let body: Body

  package init(
    _ words: String..., abstract: String, operands: String = "",
    operandCount: OperandCount = .range(0...0), options: [CommandOption] = [],
    takesCommandLine: Bool = false, onlyAnswer: String? = nil, operandValues: ValueSource? = nil,
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
    self.body = body
  }

  package var name: String { words.joined(separator: " ") }

  /// Help opens with these three.
  package var examples: [Example] { Example.all[name] ?? [] }

  var usageLine: String {
    "scenesim \(name)" + (operands.isEmpty ? "" : " \(operands)") + " [options]"
  }
}
