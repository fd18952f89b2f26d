import SceneSimulator
import StoreFormat

struct SetStep: PlacedStep, WindowStep {
  static let name = "set"
  static let argument = Shape.named("a key", .value)

  private let entries: [Entry]

  init(_ input: StepInput) throws(Diagnostic) {
    let argument = try input.required()
    entries = try input.source.map(argument, for: "`set`")
    if entries.isEmpty {
      throw input.source.contradiction(
        argument, "`set` writes nothing", hint: "name a key: `set: { draft: Tala }`")
    }
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    if check.keyAndValue(input) { return }
    for entry in input.argument?.map ?? [] where !check.isEntryOfMap(entry.key) {
      check.write(entry)
    }
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    let tab = scene.selectedTab
    var writes: [(key: StorageKey, value: ScenarioValue, range: SourceRange)] = []
    for entry in entries {
      let key = try context.key(entry.key.name, at: entry.key.range)
      let value = try context.checking(try key.type.value(of: entry.value, in: context.source))
      try checkIsNotPlace(entry.key, context)
      writes.append((key, value, entry.value.range))
    }
    // The tabs come first: the selected one may be one of those that are opened here.
    let list = writes.firstIndex { $0.key.name == context.declaration.tabSource?.key }
    if let list { writes.insert(writes.remove(at: list), at: 0) }
    for write in writes {
      try checkTab(write, among: list == nil ? nil : writes[0].value, scene, context)
    }
    // What the app is just taking is not offered to it once more: that comes behind its steps.
    defer { if context.actingScene == nil { (scene as? ScenarioScene)?.offerWhatWaits() } }
    try window.act { () throws(StepError) in
      let before = writes.map { write in
        scene.isStored(write.key, tab: tab) ? scene.value(of: write.key, tab: tab) : nil
      }
      for index in writes.indices {
        do throws(StepFailure) {
          try Self.write(writes[index].value, writes[index].key, scene, tab)
        } catch {
          // All or nothing: what was written goes back inside the same tick.
          for (write, old) in zip(writes[..<index], before) {
            Self.undo(write.key, old, scene, tab)
          }
          throw .refused(error, at: writes[index].range)
        }
      }
    }
  }

  /// The navigator's URL follows from what the window shows; nobody writes it.
  private func checkIsNotPlace(
    _ key: PlacedName, _ context: StepContext
  ) throws(StepError) {
    guard context.declaration.navigator?.savesTo == key.name else { return }
    throw .mistake(Self.writesPlace(key, in: context.source))
  }

  static func writesPlace(_ key: PlacedName, in source: SourceFile) -> Diagnostic {
    source.diagnostic(
      .contradiction, at: key.range,
      "`\(key.name)` follows the place that the window shows and is not set",
      hint: "`open-url`, `select`, `push` and `show` go to another place")
  }

  /// Refuses a tab that there is not, nor in the list that the same step writes.
  private func checkTab(
    _ write: (key: StorageKey, value: ScenarioValue, range: SourceRange),
    among written: ScenarioValue?, _ scene: any WindowInside, _ context: StepContext
  ) throws(StepError) {
    var tabs = scene.opensTabs ? scene.tabs : context.declaration.tabs
    if case .list(let list)? = written { tabs = list.compactMap { $0.plainText?.normalFormC } }
    guard write.key.name == StorageKey.selectedTab, case .text(let tab) = write.value,
      !tabs.isEmpty, !tabs.contains(tab)
    else { return }
    throw .refused(.noSuchTab(tab, in: scene, of: context.declaration), at: write.range)
  }

  private static func write(
    _ value: ScenarioValue, _ key: StorageKey, _ scene: any WindowInside, _ tab: String?
  ) throws(StepFailure) {
    if key.name == StorageKey.selectedTab, case .text(let name) = value,
      scene.selectedTab != nil
    {
      try scene.select(name)
    } else {
      try scene.set(value, for: key, tab: tab)
    }
  }

  private static func undo(
    _ key: StorageKey, _ value: ScenarioValue?, _ scene: any WindowInside, _ tab: String?
  ) {
    guard let value else { return scene.clear(key, tab: tab) }
    // It was stored before, so it is not refused now.
    try? write(value, key, scene, tab)
  }
}

extension AppDeclaration {
  /// What to say of a name that means a part of a value, `drafts.ann`; nil for another.
  func hint(forEntry name: String) -> String? {
    if let match = name.wholeMatch(of: /([^\[]+)\[.*\]/), let key = key(String(match.1)),
      key.type.isListOrNil
    {
      return
        "an entry of a list has no name: `append`, `prepend` and `remove` change `\(key.name)`, "
        + "`set` writes all of it"
    }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, key(name) == nil, key(parts[0])?.type.hasNamedParts == true else {
      return nil
    }
    let part = VariableText.isIn(parts[1]) ? "\"\(parts[1])\"" : parts[1]
    return "`append: { \(parts[0]): { \(part): … } }` writes it and leaves the rest; "
      + "`expect` and `$value` look at it alone as `\(parts[0]): { \(part): … }`"
  }
}

extension StepCheck {
  /// Whether a name means an entry of a map or a list in each of the apps; that is told then.
  fileprivate func isEntryOfMap(_ key: PlacedName) -> Bool {
    let hints = apps.map { $0.isDeclared ? $0.declaration.hint(forEntry: key.name) : nil }
    guard let hint = hints.first.flatMap(\.self), !hints.contains(nil) else { return false }
    add(
      source.diagnostic(
        .noSuchKey, at: key.range, "the app declares no key `\(key.name)`", hint: hint))
    return true
  }

  /// Whether a key and its value are named apart, as other tools have it; that is told then.
  fileprivate func keyAndValue(_ input: StepInput) -> Bool {
    guard let map = input.argument?.map, map.count == 2, let value = input.argument?["value"],
      let name = map.first(where: { ["key", "name"].contains($0.key.name) }),
      let key = name.value.text,
      apps.allSatisfy({ app in
        app.keys.map { !$0.contains(name.key.name) && $0.contains(key) } ?? false
      })
    else { return false }
    add(
      source.diagnostic(
        .noSuchKey, at: name.key.range, "the app declares no key `\(name.key.name)`",
        hint: "a key stands before its value: `set: { \(key): \(source.text(in: value.range)) }`"))
    return true
  }
}
