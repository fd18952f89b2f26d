import SceneLifecycle
import SceneSimulator
import SceneState
import StoreFormat

/// The checks of one window: `A: {phase: active, tab: hawk, values: {…}}`.
struct WindowCheck {
  let name: String
  let context: StepContext

  static let names = ScenarioLanguage.windowChecks.names

  static func validate(_ entry: Entry, in source: SourceFile) throws(Diagnostic) {
    if entry.value.text?.contains("${") == true { return }
    if entry.value.map == nil, let mistake = source.wayIntoWindow(entry) { throw mistake }
    let checks = try source.map(entry.value, for: "window `\(entry.key.name)`")
    if checks.isEmpty {
      var mistake = source.vacuous(entry.value, "an empty window")
      mistake.hint =
        "say what it shows, such as `\(entry.key.name): { phase: active }`; `windows: [\(entry.key.name)]` "
        + "says which windows there are"
      throw mistake
    }
    for check in checks {
      guard names.contains(check.key.name) else {
        throw source.unknownCheck(check.key, names)
      }
      if check.value.text?.contains("${") == true { continue }
      switch check.key.name {
      case "phase": try source.checkWord(check, of: ScenarioLanguage.windowChecks)
      case "restored":
        let words = ["true", "false", "partial", "waiting"]
        guard let text = check.value.text, !text.hasPrefix("$"), !words.contains(text) else {
          break
        }
        throw source.wrongValue(check.value, for: "`restored`", words: words)
      case "values", "why": try nonEmpty(check, in: source)
      case "tree", "nodes": try TreeCheck.validate(check, in: source)
      case "lists": try ListCheck.validate(check, in: source)
      case "tabs" where check.value.map == nil:
        let written = source.text(in: check.value.range)
        let other =
          check.value.list == nil
          ? "the selected one is `tab: \(check.value.text ?? "NAME")`"
          : "those that are open are `open-tabs: \(written)`"
        var mistake = source.wrongKind(check.value, for: "`tabs`", wanted: "a map")
        mistake.hint = "it looks into tabs: `tabs: { NAME: { values: … } }`; \(other)"
        throw mistake
      case "tabs", "at":
        try nonEmpty(check, in: source)
        let fields =
          check.key.name == "at" ? ScenarioLanguage.placeLooks : ScenarioLanguage.tabLooks
        for tab in check.value.map ?? [] {
          try nonEmpty(tab, in: source)
          try source.checkLooks(tab.value.map ?? [], among: fields.names)
          for look in tab.value.map ?? [] where !["path", "title"].contains(look.key.name) {
            try nonEmpty(look, in: source)
          }
        }
      default: break
      }
      try Matcher.check(check.value, in: source)
    }
  }

  private static func nonEmpty(_ entry: Entry, in source: SourceFile) throws(Diagnostic) {
    if entry.value.text?.contains("${") == true { return }
    _ = try source.filled(entry.value, for: "`\(entry.key.name)`")
  }

  func check(_ entry: Entry) throws(Diagnostic) {
    // A device that the step names is meant.
    if !context.namesDevice { context.useDevice(knowing: name) }
    guard let phase = context.simulation.phase(of: name) else {
      throw refusal(
        .noSuchWindow, "no window is called \(name)", at: entry.key.range,
        hint: context.skippedOpening(of: name).map(BlameFinder(context).sentence)
          ?? context.hint(forWindowElsewhere: name, looks: true)
          ?? SourceFile.choice(for: name, among: context.simulation.windowNames))
    }
    try (entry.value.map ?? []).checkEach { (look) throws(Diagnostic) in try check(look, phase) }
  }

  private func check(_ check: Entry, _ phase: WindowPhase) throws(Diagnostic) {
    switch check.key.name {
    case "phase": try compare(check, .text(phase.rawValue))
    case "restored" where phase != .closed: try compare(check, restored)
    case "opened-by" where phase != .closed:
      try compare(check, context.simulation.session(name)?.record.openedBy.map { .text($0) })
    // What was kept can be seen without a window.
    case "tree" where phase != .closed: try TreeCheck.paths(check, name, in: context)
    case "saved" where phase != .closed: try compare(check, saved, hint: savedHint)
    case "owner" where phase != .closed:
      let roaming = try context.roaming(for: check.key)
      let owner = roaming.owner(of: name, on: context.simulation)
      try compare(check, owner.map { .text($0) } ?? .null)
    default: try inside(check, phase)
    }
  }

  private var restored: ScenarioValue {
    if context.simulation.session(name)?.record.isPartial == true { return .text("partial") }
    if context.simulation.scene(name)?.awaitsRestoration == true { return .text("waiting") }
    return .bool(context.simulation.wasRestored(name) ?? false)
  }

  static func cannotBeSeen(_ look: String, of window: String, _ phase: String) -> String {
    "\(window) is \(phase): its `\(look)` cannot be seen"
  }

  /// The phases in which a window can be looked at in this way.
  static func phases(for look: String) -> WindowPhases.Choice {
    switch look {
    case "phase": .any
    case "restored", "opened-by", "tree", "saved", "owner": .existing
    default: .connected
    }
  }

  private func inside(_ check: Entry, _ phase: WindowPhase) throws(Diagnostic) {
    let scene: any WindowInside
    do {
      scene = try context.inside(context.simulation.window(name))
    } catch {
      var diagnostic = refusal(
        .windowNotConnected, Self.cannotBeSeen(check.key.name, of: name, phase.rawValue),
        at: check.key.range, hint: FailureHint(context).hint(forMissing: name, phase))
      diagnostic.cameFrom = BlameFinder(context).blame(of: "\(name).phase")?.text
      throw diagnostic
    }
    let tab = scene.selectedTab
    switch check.key.name {
    case "tab":
      let place = context.declaration.key(StorageKey.selectedTab).map {
        FailureReport.Place(key: $0, window: name, tab: tab)
      }
      let names = Entry(key: check.key, value: check.value.asNames)
      try compare(names, tab.map { .text($0.normalFormC) } ?? .null, place)
    case "path": try path(check, scene, tab, "\(name).path")
    case "values": try values(check, scene, tab, "\(name).values")
    case "tabs": try tabs(check, scene)
    case "open-tabs": try compare(check, .list(scene.tabs.map { .text($0) }))
    case "at": try places(check, scene, tab, "\(name).at")
    case "why": try why(check, scene, tab)
    case "nodes": try TreeCheck.nodes(check, scene, name, in: context)
    case "lists": try ListCheck.check(check, scene, name, in: context)
    default: try outside(check)
    }
  }

  private func tabs(_ check: Entry, _ scene: any WindowInside) throws(Diagnostic) {
    var found = Differences()
    for entry in check.value.map ?? [] {
      let tab = entry.key.name
      guard scene.tabs.contains(tab) else {
        let failure = StepFailure.noSuchTab(tab, in: scene, of: context.declaration)
        throw refusal(
          .noSuchTab, failure.message, at: entry.key.range,
          hint: OtherPlaces(context).window(withTab: tab)
            ?? OtherPlaces(context).closer(ofTab: tab, in: name)
            ?? OtherPlaces(context).lostTabs(of: name) ?? failure.hint)
      }
      for look in entry.value.map ?? [] {
        let subject = "\(name).tabs.\(tab).\(look.key.name)"
        found.collect { () throws(Diagnostic) in
          switch look.key.name {
          case "path": try path(look, scene, tab, subject)
          case "at": try places(look, scene, tab, subject)
          case "title": try title(look, scene, of: tab, subject)
          default: try values(look, scene, tab, subject)
          }
        }
      }
    }
    try found.end()
  }

  private func places(
    _ check: Entry, _ scene: any WindowInside, _ tab: String?, _ subject: String
  ) throws(Diagnostic) {
    var found = Differences()
    for entry in check.value.map ?? [] {
      let place = entry.key.name
      for look in entry.value.map ?? [] {
        found.collect { () throws(Diagnostic) in
          if look.key.name == "why" {
            try why(look, scene, tab, at: entry.key)
          } else {
            try values(look, scene, tab, "\(subject).\(place).values", at: entry.key)
          }
        }
      }
    }
    try found.end()
  }

  /// The key of an expectation, in the place that is meant.
  func key(
    _ entry: Entry, _ scene: any WindowInside, at place: PlacedName?
  ) throws(Diagnostic) -> StorageKey {
    guard let key = context.declaration.key(entry.key.name) else {
      throw refusal(
        .noSuchKey, "the app declares no key `\(entry.key.name)`", at: entry.key.range,
        hint: SourceFile.choice(
          for: entry.key.name, among: context.declaration.keys.map(\.name)))
    }
    do throws(StepFailure) {
      return try context.placed(key, at: place?.name, in: scene)
    } catch {
      let isKey = error.code == .noSuchKey || place == nil
      throw refusal(
        error.code, error.message,
        at: isKey ? entry.key.range : place?.range ?? entry.key.range,
        hint: (error.code == .noSuchTab ? OtherPlaces(context).lostTabs(of: name) : nil)
          ?? error.hint)
    }
  }

  private func path(
    _ check: Entry, _ scene: any WindowInside, _ tab: String?, _ subject: String
  ) throws(Diagnostic) {
    let place = context.declaration.key(StorageKey.path).map {
      FailureReport.Place(key: $0, window: name, tab: tab)
    }
    let actual = ScenarioValue.list(scene.path(in: tab).map { .text($0) })
    try FailureReport(context).compare(check.value, actual, subject: subject, place: place)
  }

  private func values(
    _ check: Entry, _ scene: any WindowInside, _ tab: String?, _ subject: String,
    at place: PlacedName? = nil
  ) throws(Diagnostic) {
    try (check.value.map ?? []).checkEach { (entry) throws(Diagnostic) in
      try value(entry, scene, tab, subject, at: place)
    }
  }

  private func value(
    _ entry: Entry, _ scene: any WindowInside, _ tab: String?, _ subject: String,
    at place: PlacedName?
  ) throws(Diagnostic) {
    let key = try key(entry, scene, at: place)
    try context.checkIsDeclared(entry.value, of: key.type)
    let actual = scene.value(of: key, tab: tab)
    let expected = key.type.inOrder(entry.value, in: context.source)
    try FailureReport(context).compare(
      expected, actual, subject: "\(subject).\(key.name)",
      place: FailureReport.Place(key: key, window: name, tab: tab))
  }

  func compare(
    _ check: Entry, _ actual: ScenarioValue?, _ place: FailureReport.Place? = nil,
    hint: @autoclosure () -> String? = nil
  ) throws(Diagnostic) {
    try FailureReport(context).compare(
      check.value, actual, subject: "\(name).\(check.key.name)", place: place, hint: hint())
  }

  func refusal(
    _ code: ProblemCode, _ message: String, at range: SourceRange, hint: String?
  ) -> Diagnostic {
    context.source.diagnostic(code, at: range, message, hint: hint)
  }
}
