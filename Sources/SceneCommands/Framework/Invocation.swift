import SceneScenarios

/// A parsed command line.
package struct Invocation: Sendable {
  package let command: Command
  package internal(set) var operands: [String] = []
  /// What stood after `--`, for a command that runs another program.
  package internal(set) var commandLine: [String] = []
  /// The operands that stood right behind an option without a value, with that option.
  package internal(set) var followers: [String: String] = [:]
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  init(command: Command) { self.command = command }

  package func has(_ flag: String) -> Bool { flags.contains(flag) }
  package func value(_ option: String) -> String? { values[option]?.first }
  /// Every value of an option that may be given more than once, in order.
  package func values(_ option: String) -> [String] { values[option] ?? [] }

  /// The option as a number of at least `least`.
  package func number(
    _ option: String, least: Int, hint: String? = nil
  ) throws(CommandFailure) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), number >= least else {
      throw .usage("--\(option) needs a whole number from \(least), got '\(text)'", hint: hint)
    }
    return number
  }

  package var format: OutputFormat {
    if has("json") { return .json }
    if has("plain") { return .plain }
    return value("format").flatMap(OutputFormat.init(rawValue:)) ?? .table
  }

  /// Whether the command may only say what it would write: files and stores stay as they are.
  ///
  /// Files are written through `Console.save`, which asks this itself.
  package var dryRun: Bool { has("dry-run") }

  package var color: ColorChoice {
    value("color").flatMap(ColorChoice.init(rawValue:)) ?? .auto
  }

  mutating func add(flag name: String) { flags.insert(name) }

  mutating func add(_ value: String, for option: CommandOption) throws(CommandFailure) {
    if !option.choices.isEmpty, !option.choices.contains(value) {
      let other = command.options.first { $0.choices.contains(value) }
      throw .usage(
        "--\(option.name) is one of \(option.choices.joined(separator: ", ")), not '\(value)'",
        hint: other.map { "did you mean --\($0.name) \(value)?" }
          ?? ErrorText.suggestion(for: value, among: option.choices))
    }
    if !option.isRepeatable, let earlier = self.value(option.name), earlier != value {
      throw .usage("--\(option.name) is given twice: '\(earlier)' and '\(value)'")
    }
    if values[option.name]?.contains(value) != true {
      values[option.name, default: []].append(value)
    }
  }

  /// Looks at what only makes sense together.
  func checked() throws(CommandFailure) -> Invocation {
    var formats = Set(values("format"))
    if has("json") { formats.insert("json") }
    if has("plain") { formats.insert("plain") }
    if formats.count > 1 {
      throw .usage("two output formats asked for: \(formats.sorted().joined(separator: " and "))")
    }
    if has("quiet") && has("verbose") {
      throw .usage("--quiet and --verbose exclude each other")
    }
    if let answer = command.onlyAnswer, [.json, .jsonl].contains(format), !has("help") {
      throw .usage(
        "\(command.name) answers with \(answer), and has no --format \(format.rawValue)",
        hint: "leave it out", next: "scenesim help \(command.name)")
    }
    if has("help") || command.operandCount.contains(operands.count) { return self }
    let given = operands.isEmpty ? "nothing" : operands.map { "'\($0)'" }.joined(separator: " ")
    let wanted = command.operands.isEmpty ? "nothing" : command.operands
    if let output {
      throw .usage(
        "\(command.name) takes \(wanted), got \(given)", hint: "where it writes stands behind -o",
        next: output)
    }
    if let better = oneAddress ?? oneStore {
      throw .usage(
        "\(command.name) takes \(wanted), got \(given)", hint: better.hint, next: better.next)
    }
    // What a command works on is best seen in an example.
    let example = command.examples.first
    throw .usage(
      "\(command.name) takes \(wanted), got \(given)",
      hint: quoted == nil
        ? example.map { "such as: \($0.line)" } : "a value with blanks stands in quotes",
      next: quoted ?? "scenesim help \(command.name)")
  }

  /// The command line with its last word behind `-o`, if the command writes what that names.
  private var output: String? {
    guard case .range(let range) = command.operandCount, operands.count == range.upperBound + 1,
      value("output") == nil, command.examples.contains(where: { $0.line.contains(" -o ") }),
      let last = operands.last
    else { return nil }
    let words = operands.dropLast().map(ShellText.word).joined(separator: " ")
    return "scenesim \(command.name) \(words) -o \(ShellText.word(last))"
  }

  /// Whether all operands are stores, of which a command takes one: the first, as with `*.store`.
  private var oneStore: (hint: String, next: String)? {
    guard command.operands.hasPrefix("[STORE]"), let first = operands.first,
      operands.allSatisfy({ OutputFile.exists($0 + "/data.mdb") })
    else { return nil }
    return (
      "one store at a time: for s in *.store; do …; done",
      "scenesim \(command.name) \(ShellText.word(first))"
    )
  }

  /// The command line with the parts of an address as one.
  private var oneAddress: (hint: String, next: String)? {
    guard case .range(let range) = command.operandCount, operands.count > range.upperBound,
      command.operands.contains("ADDR"), !command.operands.contains("VALUE"),
      let store = operands.first, OutputFile.exists(store + "/data.mdb"),
      operands.dropFirst().allSatisfy({ !OutputFile.exists($0) })
    else { return nil }
    let address = operands.dropFirst().map { AddressPart.escaped($0) }.joined(separator: "/")
    return (
      "the parts of an address stand behind slashes",
      "scenesim \(command.name) \(ShellText.word(store)) \(ShellText.word(address))"
    )
  }

  /// The command line with all words of a text as one, which most likely was meant.
  private var quoted: String? {
    guard case .range(let range) = command.operandCount, operands.count > range.upperBound,
      ["VALUE", "TEXT"].contains(where: command.operands.contains)
    else { return nil }
    let rest = operands.dropFirst(range.upperBound - 1).joined(separator: " ")
    let words = operands.prefix(range.upperBound - 1) + [rest]
    return "scenesim \(command.name) \(words.map(ShellText.word).joined(separator: " "))"
  }
}
