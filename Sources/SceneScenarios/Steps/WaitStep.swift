import SceneSimulator

struct WaitStep: ScenarioStep {
  static let name = "wait"
  static let argument = Shape.time

  private let duration: Duration

  init(_ input: StepInput) throws(Diagnostic) {
    duration = try Self.duration(try input.required(), for: "`wait`", in: input.source)
  }

  /// The time that a node means.
  static func duration(
    _ node: Node, for subject: String, in source: SourceFile
  ) throws(Diagnostic) -> Duration {
    if let number = node.int {
      throw source.diagnostic(
        .wrongKind, at: node.range, "\(subject) needs a time with its unit",
        hint: "write `\(number)s` for seconds, `\(number)m` for minutes")
    }
    let text = try source.text(node, for: subject)
    if let duration = duration(text) { return duration }
    throw source.diagnostic(
      .wrongValue, at: node.range, "`\(text)` is no time to wait",
      hint: meant(text).map { "write `\($0)`" }
        ?? "a time is written like 250ms, 90s, 5m, 2h, 1d or 1h30m")
  }

  func run(in context: StepContext) throws(StepError) {
    for simulation in context.allDevices { try context.passTime(by: duration, on: simulation) }
  }

  /// A time with its unit in words: `5 seconds`.
  private static func meant(_ text: String) -> String? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let word = text[digits.endIndex...].drop { $0 == " " }.lowercased()
    guard !digits.isEmpty, let number = Int(digits), !word.isEmpty else { return nil }
    if ["w", "week", "weeks"].contains(word) {
      return duration("\(number * 7)d").map { _ in "\(number * 7)d" }
    }
    let unit = words.first { $0.words.contains(word) }?.unit
    return unit.map { "\(digits)\($0)" }
  }

  private static let words: [(unit: String, words: Set<String>)] = [
    ("ms", ["ms", "msec", "millis", "millisecond", "milliseconds"]),
    ("s", ["s", "sec", "secs", "second", "seconds"]),
    ("m", ["m", "min", "mins", "minute", "minutes"]),
    ("h", ["h", "hr", "hrs", "hour", "hours"]), ("d", ["d", "day", "days"]),
  ]

  private static let units: [(name: String, milliseconds: Int)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// A million days, in milliseconds.
  private static let longest = 1_000_000 * 86_400_000

  /// The time that a text means; nil if it is none, or longer than a million days.
  static func duration(_ text: String) -> Duration? {
    var total = 0
    var rest = text[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits), number <= 1_000_000 else { return nil }
      rest = rest[digits.endIndex...]
      let name = rest.prefix { $0.isLetter }
      guard let unit = units.first(where: { $0.name == name }) else { return nil }
      total += number * unit.milliseconds
      guard total <= longest else { return nil }
      rest = rest[name.endIndex...]
    }
    return text.isEmpty ? nil : .milliseconds(total)
  }
}

extension Duration {
  /// Makes the time that a text such as `1h30m` means; nil if it means none.
  package init?(written text: String) {
    guard let duration = WaitStep.duration(text) else { return nil }
    self = duration
  }
}
