import FoundationEssentials
import SceneSimulator

struct ClockStep: ScenarioStep {
  static let name = "clock"
  static let argument = Shape.written(
    "a time such as 2026-01-01T09:00Z, with its zone", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T")

  private let date: Date

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    let text = try input.source.text(node, for: "`clock`")
    guard let date = DateText.date(text) ?? DateText.date(Self.withSeconds(text)) else {
      throw input.source.diagnostic(
        .wrongValue, at: node.range, "`\(text)` is no time",
        hint: Self.partOutOfRange(text) ?? "a time is written like 2026-01-01T09:00Z, with its zone"
      )
    }
    self.date = date
  }

  func run(in context: StepContext) throws(StepError) {
    for simulation in context.allDevices { try context.passTime(to: date, on: simulation) }
  }

  /// What a calendar or a clock does not have, in a time that is written rightly.
  static func partOutOfRange(_ text: String) -> String? {
    guard let parts = text.firstMatch(of: /^\d{4}-(\d{2})-(\d{2})T(\d{2}):(\d{2})/) else {
      return nil
    }
    let all = [
      ("month", parts.1, 1...12), ("day", parts.2, 1...31), ("hour", parts.3, 0...23),
      ("minute", parts.4, 0...59),
    ]
    let wrong = all.first { _, digits, range in !range.contains(Int(digits) ?? 0) }
    if let wrong { return "there is no \(wrong.0) \(wrong.1)" }
    let month = text.prefix { $0 != "T" }.dropLast(3)
    return DateText.date("\(month)-\(parts.2)T00:00:00Z") == nil
      ? "there is no day \(parts.2) in \(month)" : nil
  }

  /// Times may leave out the seconds: `09:00Z`, `09:00+02:00`.
  private static func withSeconds(_ text: String) -> String {
    guard let start = text.firstIndex(of: "T") else { return text }
    let end = text.index(start, offsetBy: 6, limitedBy: text.endIndex) ?? text.endIndex
    return text[..<end] + ":00" + text[end...]
  }
}
