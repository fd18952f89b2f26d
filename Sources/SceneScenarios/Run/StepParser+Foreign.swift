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
}
