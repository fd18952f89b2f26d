// Steps as build servers have them: maps with keys of their own.
extension StepParser {
  private static let besideWork: Set<String> = [
    "name", "id", "with", "env", "if", "shell", "working-directory", "continue-on-error",
    "timeout-minutes",
  ]

  /// A step of GitHub Actions, `run` or `uses` with its `name`: how it is written here.
  func stepOfActions(_ entries: [Entry]) -> Diagnostic? {
    if entries.count == 2, entries[0].key.name == "name", entries[1].key.name == "steps",
      let title = entries[0].value.text
    {
      return source.diagnostic(
        .noSuchStep, at: entries[1].key.range, "there is no step `steps`",
        hint: "write `group: \(title.flowScalar)` and `do:` in place of the two")
    }
    guard let work = entries.first(where: { ["run", "uses"].contains($0.key.name) }),
      entries.allSatisfy({
        $0.key.range == work.key.range || Self.besideWork.contains($0.key.name)
      }),
      let text = work.value.text
    else { return nil }
    let words = text.split(separator: " ", maxSplits: 1)
    let isVerb = words.first.map { StepCatalogue.type(named: String($0)) != nil } ?? false
    let isFile = work.key.name == "uses"
    guard isVerb || isFile || entries.count > 1 else { return nil }
    var written = "`- launch: A`"
    if isVerb { written = "`- \(words.joined(separator: ": "))`" }
    if isFile { written = "`- include: \(text)`" }
    var hint = "write \(written)"
    if let with = entries.first(where: { $0.key.name == "with" }), isFile {
      hint += ", with `with: \(source.text(in: with.value.range))` below it"
    } else if let title = entries.first(where: { $0.key.name == "name" }) {
      hint += ", with `label: \(source.text(in: title.value.range))` below it"
    }
    return source.diagnostic(
      .noSuchStep, at: work.key.range, "there is no step `\(work.key.name)`",
      hint: isFile
        ? "\(hint): it takes steps from a file" : "\(hint): a step is a verb and what it says")
  }

  /// A step without the `else` that other languages have beside a condition, which is told.
  mutating func withoutElse(_ entries: [Entry]) -> [Entry] {
    let others = ["else", "otherwise", "elif", "elseif", "else-if"]
    guard let other = entries.first(where: { others.contains($0.key.name) }),
      entries.contains(where: { $0.key.name == "if" || $0.key.name == "do" })
    else { return entries }
    let asked = entries.first { $0.key.name == "if" }?.value
    let contrary = asked.flatMap { opposite($0) }
    mistakes.add(
      in: source, .unknownKey, at: other.key.range, "there is no `\(other.key.name)` beside a step",
      hint: "a second step asks for the opposite: "
        + (contrary ?? "`KEY: { $not: … }` of a value, `$no-row` of a row"))
    return entries.filter { !others.contains($0.key.name) }
  }

  /// The opposite of a condition that asks for one thing.
  private func opposite(_ condition: Node) -> String? {
    guard let entry = condition.map?.first, condition.map?.count == 1 else { return nil }
    let written = source.text(in: entry.value.range)
    switch entry.key.name {
    case ValueCondition.rowWord: return "`if: { \(ValueCondition.noRowWord): \(written) }`"
    case ValueCondition.noRowWord: return "`if: { \(ValueCondition.rowWord): \(written) }`"
    case ValueCondition.word:
      guard let inner = entry.value.map?.first, entry.value.map?.count == 1 else { return nil }
      return opposite(of: inner).map { "`if: { \(ValueCondition.word): \($0) }`" }
    case let word where word.hasPrefix("$"): return nil
    default: return opposite(of: entry).map { "`if: \($0)`" }
    }
  }

  /// The same of one value.
  private func opposite(of entry: Entry) -> String? {
    if entry.value.map != nil || entry.value.list != nil { return nil }
    return "{ \(entry.key.name): { $not: \(source.text(in: entry.value.range)) } }"
  }
}
