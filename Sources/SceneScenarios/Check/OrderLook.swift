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

  private mutating func look(at steps: ArraySlice<ParsedStep>, behind lanes: ParsedStep) {
    let first = steps.first
    var open = contested(in: lanes)
    for step in steps {
      if step.kind is ExpectStep.Type {
        if let entry = step.argument.flatMap({ Self.entry(in: $0, of: open) }) {
          let line = lanes.verb.range.start.line
          return add(
            .warning, entry.key.range, in: step.source,
            "`\(entry.key.name)` depends on the order of the lanes in line \(line), and this looks "
              + "at order 1 alone")
        }
      } else {
        open.subtract(step.argument?.map?.map(\.key.name) ?? [])
      }
    }
    guard let first, first.kind is ExpectStep.Type else { return }
    add(
      .note, first.verb.range, in: first.source, "this looks at order 1 alone, lane after lane")
  }

  /// The keys that two lanes leave with different values.
  private func contested(in step: ParsedStep) -> Set<String> {
    struct Target: Hashable {
      let key: String
      let window: String?
    }
    var (written, result): ([Target: Node.Content], Set<String>) = ([:], [])
    var rest = step.body[...]
    for count in step.laneCounts {
      var lane: [Target: Node.Content] = [:]
      for write in FurtherLook.all(Array(rest.prefix(count)))
      where ["set", "append", "prepend"].contains(write.verb.name) {
        for entry in write.argument?.map ?? [] {
          let isOfApp = app.key(entry.key.name)?.isOfApp == true
          let target = Target(key: entry.key.name, window: isOfApp ? nil : write.window?.text)
          lane[target] = entry.value.content
        }
      }
      for (target, content) in lane where written[target].map({ $0 != content }) == true {
        result.insert(target.key)
      }
      written.merge(lane) { $1 }
      rest = rest.dropFirst(count)
    }
    return result
  }

  private static func entry(in node: Node, of names: Set<String>) -> Entry? {
    for entry in node.map ?? [] {
      if names.contains(entry.key.name) { return entry }
      if let found = Self.entry(in: entry.value, of: names) { return found }
    }
    return node.list?.lazy.compactMap { Self.entry(in: $0, of: names) }.first
  }

  private mutating func add(
    _ severity: Diagnostic.Severity, _ range: SourceRange, in source: SourceFile, _ message: String
  ) {
    var finding = Diagnostic(
      .vacuous, file: source.path, range: range, message,
      hint: "what holds in every order stands under `then` of `parallel`")
    finding.severity = severity
    found.append(finding)
  }
}
