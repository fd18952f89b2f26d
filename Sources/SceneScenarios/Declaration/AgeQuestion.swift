import FoundationEssentials
import SceneState

/// Whether a date lies so far back: `{$older: {m.came: 24h, lastSeen: 12h}}`.
///
/// What is asked is a variable of the step, such as the row of a loop, or else a key of its window.
struct AgeQuestion {
  let name: String
  let range: SourceRange
  /// How far at least.
  private let age: Duration
  /// What the variable of that name stands for; nil where a key is meant.
  var found: Node?

  /// Reads what stands after `$older`.
  static func all(_ node: Node?, in source: SourceFile) throws(Diagnostic) -> [AgeQuestion] {
    guard let node else { return [] }
    let word = ValueCondition.olderWord
    let entries = try source.filled(node, for: "`\(word)`")
    return try entries.map { (entry) throws(Diagnostic) in
      AgeQuestion(
        name: entry.key.name, range: entry.key.range,
        age: try WaitStep.duration(entry.value, for: "`\(entry.key.name)`", in: source))
    }
  }

  /// Whether the date is so old; nothing is no date, and not old.
  func holds(_ value: ScenarioValue, at now: Date, in source: SourceFile) throws(Diagnostic)
    -> Bool
  {
    guard let date = try date(value, in: source) else { return false }
    return now.isLater(than: date, by: age)
  }

  private func date(_ value: ScenarioValue, in source: SourceFile) throws(Diagnostic) -> Date? {
    switch value {
    case .null: return nil
    case .date(let date): return date
    case .text(let text): if let date = DateText.date(orDay: text) { return date }
    case .bool, .int, .double, .data, .url, .list, .map: break
    }
    throw source.diagnostic(
      .typeMismatch, at: range,
      "`\(name)` is \(CutValues.beginning(of: value.json(), limit: 40)), which is no date",
      hint: Self.dates)
  }

  /// The mistake in a key that holds no date; nil for one that does.
  static func mistake(
    _ key: StorageKey, at range: SourceRange, in source: SourceFile
  ) -> Diagnostic? {
    var type = key.type.unfolded
    if case .optional(let inner) = type { type = inner.unfolded }
    if case .date = type { return nil }
    return source.diagnostic(
      .typeMismatch, at: range, "`\(key.name)` is of type `\(key.type)`, and only a date grows old",
      hint: "`\(key.name): { type: date? }` holds one, and is `~` before; \(dates)")
  }

  private static let dates =
    "a date is written as 2026-01-01T09:00:00Z, and `${\(LateText.now)}` is the time in steps of the app"
}

extension ValueCondition {
  /// The names of keys that a condition asks for, with where they stand.
  static func keys(askedBy condition: Node?) -> [PlacedName] {
    [word, olderWord].flatMap { condition?[$0]?.map ?? [] }.map(\.key)
  }
}

extension Variables {
  /// What a name with dots stands for; nil if there is no such variable, and `~` for a part of one
  /// that is not there.
  func found(_ name: String, at range: SourceRange) -> Node? {
    var parts = name.split(separator: ".").map(String.init)
    guard let root = parts.isEmpty ? nil : self[parts.removeFirst()] else { return nil }
    return parts.reduce(root as Node?) { $0?.part($1) } ?? Node(.null, range: range)
  }
}
