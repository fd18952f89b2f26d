import FoundationEssentials
import SceneLifecycle

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
        mistakes.read(try map.optionalBool("restorable")) ?? true
      return
    }
    let known = ScenarioLanguage.restorable.names
    guard let inner = mistakes.map(node, in: map.source, of: "`restorable`", known: known) else {
      return
    }
    if inner.entries.isEmpty {
      mistakes.append(map.source.vacuous(node, "an empty `restorable`"))
    }
    latest = mistakes.read(try inner.optionalInt("latest", from: 1, to: Int.max))
    condition = inner.optional("if")
    if let condition {
      Self.check(condition, "whether a window comes back", of: app, map, &mistakes)
    }
  }

  /// Looks at a condition that is asked of windows before they are there, to decide a question.
  static func check(
    _ condition: Node, _ question: String, of app: AppDeclaration, _ kind: NodeMap,
    _ mistakes: inout DiagnosticList
  ) {
    let table = kind.optional("row-of")?.text?.split(separator: ".").first.map(String.init)
    let row = table.flatMap { app.node?["data"]?[$0]?.list?.first }
    _ = mistakes.collect { () throws(Diagnostic) in
      try HandlerDeclaration.checkCondition(condition, kind.source)
      try check(condition, question, of: app, row: row, in: kind.source)
    }
  }

  /// No window is there yet: what is asked are rows, and what the store keeps for app and window.
  private static func check(
    _ condition: Node, _ question: String, of app: AppDeclaration, row: Node?,
    in source: SourceFile
  ) throws(Diagnostic) {
    try ValueCondition.checkNames(condition, "where it is asked \(question)", of: app)
    for asked in ValueCondition.keys(askedBy: condition) {
      guard let key = app.key(asked.name) else { continue }
      guard key.isKnownBeforeConnect else {
        throw source.contradiction(
          Node(.text(key.name), range: asked.range),
          "\(question) is asked before it is there: `\(key.name)` is not known yet",
          hint: "ask for a key of the window or of the app (`scope: app`) that the store keeps")
      }
    }
    // What stands for nothing here is told now, and not at the launch that asks.
    let none = SceneRecord(created: .distantPast)
    let variables = app.variables(of: none, row: row) { $0.initial }
    _ = try variables.replaced(in: condition, of: source)
  }
}

extension StorageKey {
  /// Whether the store has the value of a window that is not there yet.
  fileprivate var isKnownBeforeConnect: Bool {
    via == .store && !isTransient && [.scene, .app].contains(scope)
  }
}

extension ScenarioApp {
  /// Whether what is declared of a window's kind lets it come back now.
  func isRestorable(_ session: SceneSession) -> Bool {
    isMet(declaration.kind(of: session)?.restorable.condition, by: session)
  }

  /// Whether a window that comes back waits with what was saved, where its kind does so on demand.
  func restoresOnDemand(_ session: SceneSession) -> Bool {
    isMet(declaration.kind(of: session)?.waitCondition, by: session)
  }

  /// Whether a condition holds of a window that is not there yet; without one it does.
  private func isMet(_ condition: Node?, by session: SceneSession) -> Bool {
    guard let condition else { return true }
    let record = session.record
    do throws(Diagnostic) {
      let value = declaration.windowValue(record).content
      let row = declaration.kind(of: session)?.row?.row(named: value, in: box.world)
      let variables = declaration.variables(of: record, row: row) { storedValue($0, session) }
      let node = try variables.replaced(in: condition, of: declaration.source)
      guard let asked = try ValueCondition(node, in: declaration.source) else {
        return node.bool ?? true
      }
      guard asked.unmetRow(in: hasLoadedData ? box.world.tables : nil) == nil else { return false }
      let past = ValueCondition.Past(leftAt: session.lastActive, now: now())
      return try asked.holds(past, of: declaration) { key, _ in storedValue(key, session) }
    } catch {
      // What is wrong was told when the app was read.
      return true
    }
  }
}

extension AppDeclaration {
  /// What is declared of the kind of a window.
  fileprivate func kind(of session: SceneSession) -> SceneKindDeclaration? {
    scenes.first { $0.name == session.record.scene }
  }

  /// What `${window.…}`, `${values.…}` and `${row.…}` stand for where a window is not there yet.
  fileprivate func variables(
    of record: SceneRecord, row: Node?, _ value: (StorageKey) -> ScenarioValue
  ) -> Variables {
    var variables = Variables()
    func add(_ name: String, _ facts: [(String, ScenarioValue)]) {
      variables.add(own: name, .map(facts.map { ($0, .made($1.content)) }))
    }
    add("window", [("scene", .text(record.scene)), ("value", windowValue(record))])
    add("values", keys.filter(\.isKnownBeforeConnect).map { ($0.name, value($0)) })
    if let row { variables.add(own: LateText.row, row) }
    return variables
  }
}
