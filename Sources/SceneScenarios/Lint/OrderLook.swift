/// What is expected behind a `parallel`, which is looked at in one of its orders alone.
struct OrderLook {
  private let app: AppDeclaration
  private var found: [Diagnostic] = []

  /// A warning where the order of the lanes decides what is looked at, else a note.
  static func findings(_ steps: [ParsedStep], _ app: AppDeclaration) -> [Diagnostic] {
    var look = OrderLook(app: app)
    look.walk(steps)
    return look.found
  }

  private init(app: AppDeclaration) { self.app = app }

  private mutating func walk(_ steps: [ParsedStep]) {
    for (index, step) in steps.enumerated() {
      if Self.isInOneOrder(step) { look(at: steps[(index + 1)...], behind: step) }
      walk(step.body)
    }
  }

  private static func isInOneOrder(_ step: ParsedStep) -> Bool {
    step.kind is ParallelStep.Type && step.argument?["order"] == nil
      && step.argument?["then"] == nil && step.argument?["orders"]?.int != 1
      && step.laneCounts.count(where: { $0 > 0 }) > 1
  }

  /// What two lanes may write: a key of a window, or of the app, in the place that the steps name.
  private struct Target: Hashable {
    let key: String
    let window: String?
    let place: String?
  }

  private mutating func look(at steps: ArraySlice<ParsedStep>, behind lanes: ParsedStep) {
    var open = contested(in: lanes)
    for step in steps {
      guard step.kind is ExpectStep.Type else {
        let written = Set(step.argument?.map?.map(\.key.name) ?? [])
        open = open.filter { !written.contains($0.key) }
        continue
      }
      guard let entry = step.argument.flatMap({ Self.entry(in: $0, of: open) }) else { continue }
      return add(
        .warning, entry.key.range, in: step.source,
        "`\(entry.key.name)` depends on the order of the lanes in line "
          + "\(lanes.verb.range.start.line), and this looks at order 1 alone")
    }
    guard let first = steps.first, first.kind is ExpectStep.Type else { return }
    add(
      .note, first.verb.range, in: first.source, "this looks at order 1 alone, lane after lane")
  }

  /// What two lanes leave with different values.
  private func contested(in step: ParsedStep) -> Set<Target> {
    var (written, result): ([Target: Node.Content], Set<Target>) = ([:], [])
    var rest = step.body[...]
    for count in step.laneCounts {
      let steps = Array(rest.prefix(count)).andInner
      // Where a lane goes elsewhere, its steps say nothing of where they write.
      let moves = steps.contains { ["select", "show-place", "open-tab"].contains($0.verb.name) }
      var lane: [Target: Node.Content] = [:]
      for write in steps where ["set", "append", "prepend"].contains(write.verb.name) {
        for entry in write.argument?.map ?? [] {
          guard let key = app.key(entry.key.name), key.scope == .scene || key.isOfApp || !moves
          else { continue }
          let target = Target(
            key: key.name, window: key.isOfApp ? nil : write.window?.text,
            place: write.place?.text)
          lane[target] = entry.value.content
        }
      }
      for (target, content) in lane where written[target].map({ $0 != content }) == true {
        result.insert(target)
      }
      written.merge(lane) { $1 }
      rest = rest.dropFirst(count)
    }
    return result
  }

  /// The first of them that an expectation looks at, in the window that is meant.
  private static func entry(in expected: Node, of targets: Set<Target>) -> Entry? {
    for look in expected.map ?? [] {
      let (name, stored) = (look.key.name, look.key.name == "store")
      for part in stored ? look.value.map ?? [] : [look] {
        let names = targets.filter { target in
          target.window == nil || target.window == (stored ? part.key.name : name)
        }.map(\.key)
        if let found = entry(in: part.value, named: names) { return found }
      }
    }
    return nil
  }

  private static func entry(in node: Node, named names: [String]) -> Entry? {
    for entry in node.map ?? [] {
      if names.contains(entry.key.name) { return entry }
      if let found = Self.entry(in: entry.value, named: names) { return found }
    }
    return node.list?.lazy.compactMap { Self.entry(in: $0, named: names) }.first
  }

  private mutating func add(
    _ severity: Diagnostic.Severity, _ range: SourceRange, in source: SourceFile, _ message: String
  ) {
    found.append(
      source.warning(
        .vacuous, at: range, message,
        hint: "what holds in every order stands under `then` of `parallel`", as: severity))
  }
}
