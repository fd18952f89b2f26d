/// One `--option` of a command.
package struct CommandOption: Sendable, Hashable {
  package let name: String
  package let short: Character?
  /// What stands for the value in help, for example `FILE`; nil = a flag.
  package let valueName: String?
  package let help: String
  /// If not empty, the only values that are accepted.
  package let choices: [String]
  /// Whether it may be given more than once.
  package var isRepeatable = false
  /// What the option means without a value; nil for one that needs its value.
  package var alone: String?

  package static func flag(
    _ name: String, short: Character? = nil, _ help: String
  ) -> CommandOption {
    CommandOption(name: name, short: short, valueName: nil, help: help, choices: [])
  }

  package static func value(
    _ name: String, short: Character? = nil, _ valueName: String, _ help: String,
    choices: [String] = []
  ) -> CommandOption {
    CommandOption(name: name, short: short, valueName: valueName, help: help, choices: choices)
  }

  /// An option that may be given more than once; all its values count.
  package static func values(
    _ name: String, _ valueName: String, _ help: String
  ) -> CommandOption {
    var option = value(name, valueName, help)
    option.isRepeatable = true
    return option
  }

  /// An option whose value may be left out; a value stands behind `=`.
  package static func optionalValue(
    _ name: String, _ valueName: String, _ help: String, choices: [String], alone: String
  ) -> CommandOption {
    var option = value(name, valueName, help, choices: choices)
    option.alone = alone
    return option
  }

  /// How help and messages write it: `-o, --output FILE`.
  package var spelling: String {
    let value = valueName.map { alone == nil ? " \($0)" : "[=\($0)]" } ?? ""
    return (short.map { "-\($0), " } ?? "") + "--\(name)" + value
  }
}

enum GlobalOptions {
  static let all: [CommandOption] = [
    .value(
      "format", "KIND", "table, json, jsonl or plain",
      choices: OutputFormat.allCases.map(\.rawValue)),
    .flag("json", "short for --format json"),
    .flag("plain", "short for --format plain: stable columns, no colour, ASCII marks"),
    .value("output", short: "o", "FILE", "write the answer to FILE instead of standard output"),
    .flag("quiet", short: "q", "say only what went wrong"),
    .flag("verbose", short: "v", "say more"),
    .value(
      "color", "WHEN", "auto, always or never", choices: ColorChoice.allCases.map(\.rawValue)),
    .flag("no-input", "never ask, never read from the terminal"),
    .flag("dry-run", short: "n", "write nothing; say what would be written"),
    .flag("help", short: "h", "show help for the command"),
  ]
}

/// How an answer is written.
package enum OutputFormat: String, Sendable, CaseIterable {
  case table, json, jsonl, plain
}

package enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never
}
