import SceneLifecycle
import SceneSimulator
import SceneState

/// Which windows of a kind come back: `restorable: false`, or `{latest: 5, if: {…}}`.
package struct RestorableWindows: Sendable {
  /// Whether any does.
  package var isPossible = true
  /// How many do, those that were active last; nil for all.
  package private(set) var latest: Int?
  /// When they do, asked of each at a launch; nil for always.
  private(set) var condition: Node?

  /// Whether all of them come back, whatever else there is.
  package var isCertain: Bool { isPossible && latest == nil && condition == nil }

  init(isPossible: Bool = true, latest: Int? = nil) {
    (self.isPossible, self.latest) = (isPossible, latest)
  }

  /// Reads what stands under `restorable` of a kind of windows.
  init(_ map: NodeMap, of app: AppDeclaration, _ mistakes: inout DiagnosticList) {
    guard let node = map.optional("restorable") else { return }
    guard node.map != nil else {
      isPossible =
        mistakes.read { () throws(Diagnostic) in try map.optionalBool("restorable") } ?? true
      return
    }
    let known = ScenarioLanguage.restorable.names
    guard let inner = mistakes.map(node, in: map.source, of: "`restorable`", known: known) else {
      return
    }
    if inner.entries.isEmpty {
      mistakes.append(map.source.vacuous(node, "an empty `restorable`"))
    }
    latest = mistakes.read { () throws(Diagnostic) in
      try inner.optionalInt("latest", from: 1, to: Int.max)
    }
    condition = inner.optional("if")
    let condition = condition
    _ = mistakes.collect { () throws(Diagnostic) in
      try HandlerDeclaration.checkCondition(condition, map.source)
      try Self.check(condition, of: app, in: map.source)
    }
  }

  /// No window is there yet: what is asked are rows, and what the store keeps for app and window.
  private static func check(
    _ condition: Node?, of app: AppDeclaration, in source: SourceFile
  ) throws(Diagnostic) {
    try ValueCondition.checkNames(
      condition, "where it is asked whether a window comes back", of: app)
    for entry in condition?[ValueCondition.word]?.map ?? [] {
      guard let key = app.key(entry.key.name) else { continue }
      guard key.via == .store, !key.isTransient, [.scene, .app].contains(key.scope) else {
        throw source.contradiction(
          Node(.text(key.name), range: entry.key.range),
          "whether a window comes back is asked before it is there: `\(key.name)` is not known yet",
          hint: "ask for a key of the window or of the app (`scope: app`) that the store keeps")
      }
    }
  }
}

extension ScenarioApp {
  /// Whether what is declared of a window's kind lets it come back now.
  func isRestorable(_ session: SceneSession) -> Bool {
    let record = session.record
    guard
      let condition = declaration.scenes.first(where: { $0.name == record.scene })?.restorable
        .condition
    else { return true }
    do throws(Diagnostic) {
      var variables = Variables()
      variables.add(own: "window", declaration.windowVariable(of: record))
      let node = try variables.replaced(in: condition, of: declaration.source)
      guard let asked = try ValueCondition(node, in: declaration.source) else {
        return node.bool ?? true
      }
      guard asked.rowsHold(in: hasLoadedData ? box.world.tables : nil) else { return false }
      let past = ValueCondition.Past(leftAt: session.lastActive, now: now())
      return try asked.holds(past, of: declaration) { key, _ in storedValue(key, session) }
    } catch {
      // What is wrong was told when the app was read.
      return true
    }
  }
}

extension AppDeclaration {
  /// What `${window.…}` stands for where a window is not there yet.
  fileprivate func windowVariable(of record: SceneRecord) -> Node {
    let range = SourceRange(at: .start)
    let facts = [("scene", ScenarioValue.text(record.scene)), ("value", windowValue(record))]
    return Node(
      .map(
        facts.map { name, value in
          Entry(key: Entry.Key(name: name, range: range), value: Node(value.content, range: range))
        }), range: range)
  }
}
