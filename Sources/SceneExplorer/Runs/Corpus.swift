import SceneScenarios

/// Runs that reached something, from which others begin.
package struct Corpus: Sendable, Codable {
  /// A run, and what it reached before others did.
  package struct Entry: Sendable, Codable {
    /// Its steps as lines of a scenario, without dashes.
    package let steps: [String]
    fileprivate let reached: Set<String>

    /// A name that follows from the steps.
    package var name: String {
      var hash = StateHash()
      for step in steps { hash.add(step) }
      return String(hash.value, radix: 16)
    }
  }

  /// The most runs of a stream, and the most steps of one.
  private static let limit = 32
  private static let stepLimit = 60

  package private(set) var entries: [Entry] = []
  /// All that any of them has reached.
  private var reached: Set<String> = []

  init() {}

  /// Makes one of runs that somebody has kept.
  package init(_ runs: [[String]]) {
    entries = runs.filter { !$0.isEmpty }.map { Entry(steps: $0, reached: []) }
  }

  /// Keeps a run if it reached something new; one whose steps were all refused begins no other.
  mutating func add(_ actions: [Action], _ coverage: Coverage) {
    if actions.isEmpty { return }
    add(coverage.marks) { actions.prefix(Self.stepLimit).map { $0.text(namesWindow: true) } }
  }

  private mutating func add(_ marks: Set<String>, _ steps: () -> [String]) {
    let new = marks.subtracting(reached)
    guard !new.isEmpty, entries.count < Self.limit else { return }
    reached.formUnion(new)
    entries.append(Entry(steps: steps(), reached: new))
  }

  /// Takes over what others have kept and these have not reached.
  mutating func merge(_ other: Corpus) {
    for entry in other.entries { add(entry.reached) { entry.steps } }
  }

  /// The beginning of one of them and of those that were given; nil if there is none.
  func beginning(_ given: Corpus, _ random: inout RandomNumbers) -> [Action]? {
    let all = given.entries + entries
    guard !all.isEmpty, random.below(4) == 0, let entry = random.element(of: all) else {
      return nil
    }
    return Self.actions(entry.steps.prefix(1 + random.below(entry.steps.count)))
  }

  /// The actions of some lines; those that are none are left out.
  static func actions(_ steps: some Sequence<String>) -> [Action] {
    let lines = ["steps:"] + steps.map { "  - \($0)" }
    let source = SourceFile(path: "corpus", text: lines.joined(separator: "\n") + "\n")
    // Lines that nobody can read are none: what was kept is a help and no promise.
    let nodes = (try? ScenarioReader.read(source))?["steps"]?.list ?? []
    return nodes.compactMap(Action.init(step:))
  }
}

extension Action {
  /// Makes the action of a step as `text(namesWindow:)` writes it; nil for anything else.
  fileprivate init?(step: Node) {
    if let verb = step.text {
      self.init(verb)
      return
    }
    let beside: Set = ["in", "at"]
    guard let fields = step.map, let field = fields.first(where: { !beside.contains($0.key.name) })
    else { return nil }
    let argument: Node? = if case .null = field.value.content { nil } else { field.value }
    self.init(field.key.name, argument, in: step["in"]?.text, at: step["at"]?.text)
  }
}
