import SceneScenarios
import SceneLifecycle
import SceneReports
import SceneState

enum StoreBlameCommand {
  static let command = Command(
    "store", "blame", abstract: "say who wrote a value, as far as the store knows",
    operands: "[STORE] ADDR", operandCount: .range(1...2),
    options: [StoreSource.option] + ClusterPlace.options
  ) { invocation, console in
    console.pages(invocation)
    let source = try StoreSource(invocation, console: console, needsAddress: true)
    let pattern = try AddressPattern(source.address ?? "")
    // What else a commit wrote may stand in any scene.
    let snapshot = try source.snapshot()
    let steps = StepAuthors(source.directory)
    let entries: [StoredEntry]
    do throws(CommandFailure) { entries = try pattern.entries(in: snapshot) } catch {
      throw DestroyedWindows(in: source.directory, steps)?.explaining(error) ?? error
    }
    let shortfall = Shortfall(snapshot, entries)
    shortfall.tell(of: source.directory, console)
    guard !entries.isEmpty else {
      let failure = NoValue(pattern: pattern, snapshot: snapshot).failure
      throw RemovedValue(at: pattern, in: snapshot, of: source.directory, steps)?.failure
        ?? DestroyedWindows(in: source.directory, steps)?.explaining(failure) ?? failure
    }
    let authors = entries.map {
      Authorship($0, in: snapshot, steps, countsPerScene: source.cluster != nil)
    }
    try console.answer(
      invocation, "store.blame", [.init("store", .string(source.directory))],
      rows: "values", authors.map(\.json), plain: authors.map(\.plain),
      table: authors.count == 1 ? authors[0].lines(console) : table(authors, console))
    return shortfall.code
  }

  private static func table(_ authors: [Authorship], _ console: Console) -> [String] {
    var table = TextTable([
      .init("ADDRESS", cutWidth: 12), .init("COMMIT"), .init("COMMITS SINCE", isRightAligned: true),
      .init("APP VERSION", isRightAligned: true), .init("WITH IT", isRightAligned: true),
      .init("STEP", cutWidth: 8, isOptional: true),
    ])
    for author in authors {
      table.add([
        console.symbols.visible(author.address),
        author.facts.fault == .damaged ? console.symbols.dash : "txn \(author.facts.transaction)",
        String(author.age),
        author.facts.appVersion.map { String($0) } ?? console.symbols.dash,
        String(author.companions.count),
        author.step.map { console.symbols.visible("\($0.number), \($0.file):\($0.line)") }
          ?? console.symbols.dash,
      ])
    }
    return console.lines(of: table)
  }
}

/// What a store knows of who wrote a value.
private struct Authorship {
  /// More would hide the answer.
  private static let companionLimit = 5

  let address: String
  let facts: EntryFacts
  /// How many commits were made since.
  let age: UInt64
  /// What else the same commit wrote and is still there.
  let companions: [String]
  let scene: SceneFacts?
  /// The step of the run that left the store.
  let step: StepAuthors.Step?

  /// In a cluster each scene counts its own ticks.
  init(
    _ entry: StoredEntry, in snapshot: StoreSnapshot, _ steps: StepAuthors, countsPerScene: Bool
  ) {
    facts = entry.facts
    // Bytes that are damaged do not say by which commit they came.
    let isDamaged = facts.fault == .damaged
    step = isDamaged ? nil : steps.step(of: facts.transaction)
    address = snapshot.addressText(of: entry)
    let transaction = facts.transaction
    age = snapshot.lastTransaction > transaction ? snapshot.lastTransaction - transaction : 0
    companions =
      isDamaged
      ? []
      : snapshot.entries
        .filter { $0.transaction == transaction && $0.storedKey != entry.storedKey }
        .filter { !countsPerScene || $0.scene == entry.scene }
        .map(snapshot.addressText)
    scene = SceneFacts.all(in: snapshot).first { $0.session.id == entry.scene }
  }

  /// What nobody wrote down, said as such.
  private var unknown: String {
    step == nil
      ? "not recorded: when, by which process, and by which line of code"
      : "not recorded: when, and by which process"
  }

  func lines(_ console: Console) -> [String] {
    let visible = console.symbols.visible
    var rows: [(String, String)] = [("value", visible(address))]
    if facts.fault == .damaged {
      rows.append(("", "its bytes are damaged: type, commit and app version are not known"))
    } else {
      rows += [
        ("type", "\(visible(facts.type)), version \(facts.version)"),
        ("commit", "txn \(facts.transaction), \(Amount.count(Int(age), "commit")) ago"),
        ("app version", facts.appVersion.map { String($0) } ?? console.symbols.dash),
      ]
    }
    if let step {
      rows.append(("step", "\(step.number), \(visible(step.file)):\(step.line)"))
      let words = step.text.split(whereSeparator: \.isNewline)
        .map { $0.drop { $0 == " " } }.joined(separator: " ")
      rows.append(("", visible(DisplayWidth.cut(words, to: 60, mark: console.symbols.ellipsis))))
    }
    if !companions.isEmpty {
      let more = companions.count - Self.companionLimit
      rows.append(
        (
          "with it",
          companions.prefix(Self.companionLimit).map(visible).joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
        ))
    }
    if let scene, let opener = scene.record?.openedBy {
      rows.append(("window", "opened by \(visible(opener))"))
    }
    if let owner = scene?.ownerText { rows.append(("open in", visible(owner))) }
    rows.append(("", unknown))
    let widest = rows.map(\.0.utf8.count).max() ?? 0
    return rows.map { DisplayWidth.padded($0.0, to: widest) + "  " + $0.1 }
  }

  var json: JSON {
    [
      "address": .string(address), "txn": .unsigned(facts.transaction),
      "commitsSince": .unsigned(age), "appVersion": .number(facts.appVersion),
      "type": .string(facts.type), "version": .int(facts.version), "with": .texts(companions),
      "windowOpenedBy": .text(scene?.record?.openedBy),
      // Here for the day when a store records them.
      "time": .null, "process": .null, "code": code,
    ]
  }

  /// Where the step stands that wrote it.
  private var code: JSON {
    guard let step else { return .null }
    return [
      "file": .string(step.file), "line": .int(step.line), "step": .int(step.number),
      "text": .string(step.text),
    ]
  }

  var plain: String {
    [
      address, String(facts.transaction), String(age),
      facts.appVersion.map { String($0) } ?? "-", SafeText.escaped(facts.type),
      String(facts.version), String(companions.count),
      step.map { SafeText.escaped("\($0.file):\($0.line)") } ?? "-",
    ].joined(separator: "\t")
  }
}
