import FoundationEssentials

/// What is no mistake and hardly meant, in a scenario that has no mistakes.
struct FurtherLook {
  private let scenario: LoadedScenario
  private let app: AppDeclaration
  private var found: [Diagnostic] = []
  /// All steps, with those inside flow steps, of included files and of the app.
  private let steps: [ParsedStep]
  /// Whether a golden trace beside the file says all that happens.
  private let hasGolden: Bool

  /// Warnings, and notes that need no answer.
  ///
  /// Of a key that all tabs share a failed expectation itself says what is to be said.
  static func findings(
    in scenario: LoadedScenario, _ app: CheckedApp?, ofSharedKeys: Bool = true
  ) -> [Diagnostic] {
    guard let app, app.isDeclared else { return [] }
    var look = FurtherLook(scenario, app.declaration)
    look.expectations()
    look.values()
    if ofSharedKeys {
      look.found += SharedKeyLook.warnings(look.steps, app.declaration) {
        scenario.app?["storage"]?[$0]?["scope"].map(VariableText.isIn) ?? false
      }
    }
    look.found += DeclarationLook.warnings(
      app.declaration, DeclaredNames(app: scenario.app, steps: look.steps), look.steps)
    look.screens()
    look.links()
    look.selectedTab()
    look.found += OrderLook.findings(scenario.allSteps, app.declaration)
    look.found += TransferLook.warnings(scenario.allSteps, app.declaration)
    look.heals()
    look.marks()
    look.drags()
    look.windowsWithoutValue()
    look.found += PlaceNameLook.warnings(look.steps)
    look.found += DeadStepLook.warnings(in: scenario)
    look.found += IdleLook.warnings(in: scenario, look.steps, app.declaration)
    look.found += RowLook.warnings(app.declaration, look.steps)
    look.found += NameLook.warnings(app.declaration, look.steps)
    return look.found.map { $0.file == scenario.source.path ? $0 : look.shown($0) }
  }

  private init(_ scenario: LoadedScenario, _ app: AppDeclaration) {
    (self.scenario, self.app) = (scenario, app)
    steps = scenario.allSteps.andInner
    hasGolden =
      GoldenTrace.path(beside: scenario.source.path)
      .map { FileManager.default.fileExists(atPath: $0) } ?? false
  }

  /// What stands in another file is shown with the text of that file.
  private func shown(_ finding: Diagnostic) -> Diagnostic {
    let sources = [app.source] + steps.map(\.source)
    return sources.first { $0.path == finding.file }.map(finding.shown) ?? finding
  }

  private mutating func add(
    _ severity: Diagnostic.Severity, _ code: ProblemCode, _ range: SourceRange,
    in source: SourceFile, _ message: String, _ hint: String
  ) {
    found.append(source.warning(code, at: range, message, hint: hint, as: severity))
  }

  /// A scenario that looks at nothing passes whatever happens.
  private var looks: Bool {
    hasGolden || !app.explore.always.isEmpty
      || steps.contains {
        $0.kind is ExpectStep.Type || $0.fails != nil || $0.argument?["always"] != nil
          || $0.argument?["then"] != nil
      }
  }

  private mutating func expectations() {
    if steps.isEmpty, let node = scenario.root["steps"] {
      add(
        .warning, .vacuous, node.range, in: scenario.source,
        "there is no step: nothing happens, and it passes",
        "a step stands behind a dash: `- launch: A`")
    }
    guard !looks, !steps.isEmpty, let title = scenario.root["scenario"] else { return }
    add(
      .warning, .vacuous, title.range, in: scenario.source,
      "nothing is expected: whatever happens, it passes",
      "add `expect: \"?\"` and run it with `--update=expect`, which writes what is seen there")
  }

  /// Values that nobody looks at: neither a step, nor the app, nor a golden trace.
  private mutating func values() {
    guard looks, !hasGolden, !steps.contains(where: { $0.argument?.text == "?" }) else { return }
    var seen = Set(Self.names(in: appWithoutKeys))
    for step in steps where !Self.writers.contains(step.verb.name) {
      seen.formUnion(Self.names(in: step.argument) + Self.names(in: step.condition))
      seen.formUnion(goneKeys(in: step.argument?["store"]?["none-of"]))
    }
    if seen.contains(where: { $0.contains("${") && !$0.contains("${values.") }) {
      // A variable may name any key.
      if steps.contains(where: { Self.hasVariableKey($0.argument) }) { return }
    }
    let launch = steps.first { $0.kind is LaunchStep.Type }?.argument
    let window = (launch?.text ?? launch?["window"]?.text).flatMap { Names.isWindow($0) ? $0 : nil }
    let shown = window ?? "A"
    var told: Set<String> = [StorageKey.selectedTab, StorageKey.path]
    if let key = app.tabSource?.key { told.insert(key) }
    for step in steps where ["set", "append", "prepend"].contains(step.verb.name) {
      for entry in step.argument?.map ?? [] {
        let name = entry.key.name
        guard app.key(name) != nil, told.insert(name).inserted,
          !seen.contains(where: { Self.speaks($0, of: name) })
        else { continue }
        add(
          .note, .unused, entry.key.range, in: step.source, "nothing looks at `\(name)` again",
          "expect it: `expect: { \(shown): { values: { \(name): … } } }`")
      }
    }
  }

  /// The keys of which `none-of` says that nothing is left, with their window or place.
  private func goneKeys(in node: Node?) -> [String] {
    (node?.list ?? []).compactMap(\.text).flatMap { address in
      // `app/note/n1` is a place, `A` a window, and what is kept there may be any of its keys.
      let kind = address.split(separator: "/").dropLast().last.map(String.init)
      return app.keys.filter { key in
        if let kinds = key.kinds { return kind.map(kinds.contains) ?? true }
        return address != "app" && key.isOfApp == (address.hasPrefix("app/"))
      }.map(\.name)
    }
  }

  /// The steps whose maps name keys that are written.
  private static let writers: Set<String> = ["set", "append", "prepend", "remove", "clear"]

  /// What the app says beside the declaration of its keys.
  private var appWithoutKeys: Node? {
    app.node.map { node in
      Node(.map((node.map ?? []).filter { $0.key.name != "storage" }), range: node.range)
    }
  }

  /// Whether a word is a key, the address of its value, or a late text with it.
  private static func speaks(_ word: String, of key: String) -> Bool {
    word == key || word.hasSuffix("/\(key)") || word.contains("${values.\(key)}")
  }

  /// Whether a key of a map, at any depth, is a variable.
  static func hasVariableKey(_ node: Node?) -> Bool {
    switch node?.content {
    case .list(let nodes): nodes.contains { hasVariableKey($0) }
    case .map(let entries):
      entries.contains { $0.key.name.contains("${") || hasVariableKey($0.value) }
    case .text, .null, .bool, .int, .double, nil: false
    }
  }

  /// The names of keys and the words in a node, at any depth.
  static func names(in node: Node?) -> [String] { node?.leaves().compactMap(\.text) ?? [] }

  /// A screen that nothing keeps is lost with the process, unless somebody looks whether it is.
  private mutating func screens() {
    let navigator = app.navigator.flatMap { $0.savesTo == nil ? nil : $0 }
    let isKept = app.key(StorageKey.path) != nil || !app.tree.roots.isEmpty
    guard !isKept,
      let index = steps.firstIndex(where: {
        ["push", "show"].contains($0.verb.name) && $0.fails == nil
          && $0.argument?.list?.isEmpty != true && navigator?.keeps($0.argument) != true
      }),
      let end = steps[index...].firstIndex(where: { Self.ends.contains($0.verb.name) }),
      steps[end...].contains(where: { ["launch", "relaunch"].contains($0.verb.name) }),
      !hasGolden, !steps[end...].contains(where: { Self.names(in: $0.argument).contains("path") })
    else { return }
    let push = steps[index]
    let (reason, hint) =
      navigator == nil
      ? (
        "is kept by no key `path`, navigator or tree: a new process begins without it",
        "declare `path: [string]` under `storage`, or expect `path: []` after the end"
      )
      : (
        "is no place of the navigator: it has no URL, and a new process begins at the place before",
        "add a place with this path, or expect the `path` after the end"
      )
    add(
      .warning, .hardlyMeant, push.verb.range, in: push.source,
      "what `\(push.verb.name)` shows \(reason)", hint)
  }

  /// A link to an app that takes none, unless somebody looks at what comes of it.
  private mutating func links() {
    guard !app.takesLinks, !hasGolden,
      let step = steps.first(where: {
        let comes =
          ["open-url", "link"].contains($0.verb.name)
          || $0.kind is LaunchStep.Type && $0.argument?["url"] != nil
        return comes && $0.fails == nil
      }),
      !steps.contains(where: { Self.names(in: $0.argument).contains { $0.contains("openURL") } })
    else { return }
    add(
      .warning, .hardlyMeant, step.verb.range, in: step.source,
      "the app has no `navigator`: the window is told of the link, and shows what it did",
      "`navigator: { places: { \"notes://note/{id}\": { path: [\"note/{id}\"] } } }` says where "
        + "links lead, a handler `on: \"notes://note/{id}\"` what they do")
  }

  /// Which of the tabs that come and go is selected is lost with the process if no key keeps it.
  private mutating func selectedTab() {
    // Where the tabs themselves go with the process, so does the one that is selected.
    guard let source = app.tabSource, app.key(source.key)?.isTransient != true,
      app.key(StorageKey.selectedTab) == nil, !hasGolden,
      let end = steps.firstIndex(where: { Self.ends.contains($0.verb.name) }),
      !steps[end...].contains(where: { Self.names(in: $0.argument).contains("tab") })
    else { return }
    add(
      .warning, .hardlyMeant, source.range, in: app.source,
      "no key keeps which tab of `\(source.key)` is selected: a new process begins with the first one",
      "declare `selectedTab: string` under `storage`, or expect the `tab` after the end")
  }

  private static let ends = Set(RelaunchStep.endings).union([RelaunchStep.name])

  /// A `heal` with nothing before it that was cut.
  private mutating func heals() {
    var mayBeCut = false
    for step in steps {
      if step.kind is CutStep.Type { mayBeCut = true }
      guard step.kind is HealStep.Type, !mayBeCut else { continue }
      add(
        .note, .hardlyMeant, step.verb.range, in: step.source, "nothing is cut here",
        "`cut: \(scenario.devices.first ?? "Phone")` before it cuts a device off")
    }
  }

  /// A new look at events at which nothing looks.
  private mutating func marks() {
    var marks: [ParsedStep] = []
    for step in steps {
      // How often steps run, and which, is not known everywhere.
      if step.kind is RepeatStep.Type || step.kind is ForEachStep.Type { return }
      if step.kind is MarkEventsStep.Type { marks.append(step) }
      if step.argument?["events"] != nil { _ = marks.popLast() }
    }
    for step in marks {
      add(
        .note, .hardlyMeant, step.verb.range, in: step.source, "no `events` are looked at after it",
        "`expect: { events: { A: […] } }` behind it looks at what came since")
    }
  }

  /// A `drag` that is held to the end.
  private mutating func drags() {
    for step in steps where step.kind is DragStep.Type && step.fails == nil {
      guard step.argument?["drop"]?.text == "cancelled", let opens = step.argument?["opens"] else {
        continue
      }
      add(
        .warning, .hardlyMeant, opens.range, in: step.source,
        "`\(opens.text ?? "")` is opened by no drag that is cancelled",
        "leave `opens` out, or name the edge")
    }
    guard let index = steps.lastIndex(where: { $0.argument?["drop"]?.text == "hold" }),
      steps[index].kind is DragStep.Type,
      !steps[index...].contains(where: { $0.kind is DropStep.Type || $0.fails != nil })
    else { return }
    let step = steps[index]
    add(
      .warning, .hardlyMeant, step.verb.range, in: step.source,
      "nothing lets go of what this `drag` holds",
      "`drop: { on: A }` or `drop: right-edge` is a step behind it")
  }

  /// Windows of a kind that is about a value, opened without one.
  private mutating func windowsWithoutValue() {
    for step in steps where step.kind is OpenStep.Type && step.fails == nil {
      guard let map = step.argument?.map, let scene = step.argument?["scene"],
        let kind = app.scenes.first(where: { $0.name == scene.text }), kind.row != nil,
        kind.initial == nil,
        !map.contains(where: { ["value", "activity", "url"].contains($0.key.name) })
      else { continue }
      add(
        .warning, .hardlyMeant, scene.range, in: step.source,
        "windows of `\(kind.name)` are about a row, and none is named",
        "`open: { scene: \(kind.name), value: … }` names it")
    }
  }
}
