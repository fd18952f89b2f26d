package import SceneLifecycle
import SceneState

package struct SceneKindDeclaration: Sendable {
  package let name: String
  /// Which events it takes; nil takes any that no other kind takes.
  package let matching: [String]?
  package let value: ValueType?
  /// The value of a window that was opened for nothing, or whose value cannot be read; nil for none.
  package let initial: ScenarioValue?
  package let restorable: RestorableWindows
  /// Whether several windows may be opened for the same value.
  package let repeatsValues: Bool
  /// The rows that its windows are about; one whose row is gone is closed.
  package let row: RowReference?
  /// What its windows hand over; nil for what those of the app do.
  package let restoration: RestorationDeclaration?
  /// What its windows prefer and can take; what is not said here the app says.
  let conditions: LateConditions
  /// When its windows show again what was saved.
  let restoring: RestoringTime
  /// When they wait with it, if they are restored on demand; nil for always.
  let waitCondition: Node?
  /// Whether nothing of its windows is ever written.
  let isPrivate: Bool
  /// Whether its windows open on a display beside the main one, if there is one.
  let isForExternalDisplay: Bool
  package let range: SourceRange

  static let known = ScenarioLanguage.scene.names
  static let roles = ["window", "external-display"]

  /// Reads the map under `scenes:`.
  static func all(
    _ map: NodeMap, of app: AppDeclaration, _ mistakes: inout DiagnosticList
  ) -> [SceneKindDeclaration] {
    mistakes.names(map, "scenes", "a scene").compactMap { entry in
      SceneKindDeclaration(entry, of: app, &mistakes)
    }
  }

  private init?(
    _ entry: Entry, of app: AppDeclaration, _ mistakes: inout DiagnosticList
  ) {
    let (source, types) = (app.source, app.types)
    name = entry.key.name
    range = entry.key.range
    guard !entry.value.isNull else {
      (matching, value, initial, isPrivate) = (nil, nil, nil, false)
      (restorable, repeatsValues) = (RestorableWindows(), false)
      (restoration, conditions, restoring, row) = (nil, LateConditions(), .atOnce, nil)
      (isForExternalDisplay, waitCondition) = (false, nil)
      return
    }
    let subject = "scene `\(entry.key.name)`"
    guard let map = mistakes.map(entry.value, in: source, of: subject, known: Self.known)
    else { return nil }
    matching = mistakes.read(try map.optionalTexts("matching"))
    restorable = RestorableWindows(map, of: app, &mistakes)
    repeatsValues = Self.repeatsValues(map, &mistakes)
    isPrivate = mistakes.read(try map.optionalBool("private")) ?? false
    isForExternalDisplay =
      mistakes.read(try map.optionalWord("role", of: Self.roles)) == Self.roles[1]
    restoring = RestoringTime(map, &mistakes)
    waitCondition = RestoringTime.condition(map, of: app, &mistakes)
    restoring.check(map, app, &mistakes)
    if isPrivate { Self.checkKeepsNothing(map, &mistakes) }
    restoring.checkComesBack(
      map, isPrivate: isPrivate, isRestorable: restorable.isPossible, &mistakes)
    let type = mistakes.read(
      try map.optional("value").map { (node) throws(Diagnostic) in try types.type(node) })
    value = type
    row = Self.row(map, type, of: app, &mistakes)
    restoration = map.optional("restoration").flatMap {
      RestorationDeclaration($0, of: app, kind: type, &mistakes)
    }
    conditions = LateConditions(map, known: app.lateValues(of: type), &mistakes)
    initial = mistakes.read { () throws(Diagnostic) -> ScenarioValue? in
      guard let node = map.optional("default") else { return nil }
      if map.optional("value") == nil {
        throw source.contradiction(
          node, "a `default` for a scene that has no value", hint: "add `value: …`, its type")
      }
      return try type.map { (type) throws(Diagnostic) in try type.value(of: node, in: source) }
    }
  }
}

extension SceneKindDeclaration {
  /// What says that something of a private window comes back.
  private static func checkKeepsNothing(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    for entry in map.entries where ["restorable", "restoration"].contains(entry.key.name) {
      if entry.value.bool == false { continue }
      mistakes.append(
        map.source.contradiction(
          entry.value, "nothing of a `private` window is kept, and none comes back",
          hint: "leave `\(entry.key.name)` or `private` out"))
    }
  }

  private static func row(
    _ map: NodeMap, _ value: ValueType?, of app: AppDeclaration, _ mistakes: inout DiagnosticList
  ) -> RowReference? {
    let row = RowReference(map, words: [.close], otherwise: .close, &mistakes)
    guard let row, let node = map.optional("row-of") else { return nil }
    if value?.isPlain != true {
      mistakes.append(
        map.source.contradiction(
          node, "its windows have no plain value that could be the field of a row",
          hint: "add `value: string`, and open them with `open: { scene: …, value: … }`"))
    }
    let isLate = app.node?["loads-data"]?.text == "after-restoring"
    if isLate {
      mistakes.append(
        map.source.contradiction(
          node, "which windows come back is decided before there are rows",
          hint: "leave `loads-data` out, or let a handler or a key's `row-of` show that it is gone")
      )
    }
    return row
  }

  private static func repeatsValues(_ map: NodeMap, _ mistakes: inout DiagnosticList) -> Bool {
    let isSaid = mistakes.read(try map.optionalBool("several"))
    guard isSaid == true else { return false }
    if map.optional("value") == nil, let node = map.optional("several") {
      mistakes.append(
        map.source.contradiction(
          node, "`several` is about windows for one value, and its windows have none",
          hint: "add `value: …`, its type; without one each `open` makes another window"))
    }
    return true
  }

  /// The kind that an app in Swift declares; what it is opened for, only the app knows.
  init(_ declaration: SceneDeclaration, range: SourceRange) {
    name = declaration.name
    matching = declaration.matching
    (value, initial, restoration, conditions) = (nil, nil, nil, LateConditions())
    restorable = RestorableWindows(
      isPossible: declaration.isRestorable, latest: declaration.restoredCount)
    (repeatsValues, isPrivate) = (declaration.repeatsValues, declaration.isPrivate)
    (isForExternalDisplay, row, waitCondition) = (declaration.isForExternalDisplay, nil, nil)
    restoring = declaration.restoresOnDemand ? .onDemand : .atOnce
    self.range = range
  }

  /// The same for the lifecycle, which knows values as text.
  package var declaration: SceneDeclaration {
    var scene = SceneDeclaration(
      name, matching: matching, value: value?.description,
      isRestorable: restorable.isPossible,
      defaultValue: initial?.json(as: value))
    (scene.restoredCount, scene.repeatsValues) = (restorable.latest, repeatsValues)
    (scene.isPrivate, scene.isForExternalDisplay) = (isPrivate, isForExternalDisplay)
    scene.restoresOnDemand = restoring != .atOnce
    return scene
  }
}

extension ActivationConditions {
  /// Reads the map under `conditions:`; a list that is not given stays as it is.
  mutating func read(_ node: Node, in source: SourceFile, _ mistakes: inout DiagnosticList) {
    guard
      let map = mistakes.map(
        node, in: source, of: "`conditions`", known: ScenarioLanguage.conditions.names)
    else { return }
    prefers =
      mistakes.read(try map.optionalTexts("prefers")) ?? prefers
    can = mistakes.read(try map.optionalTexts("can")) ?? can
  }
}

extension ExternalPolicy {
  static let words = [Self.matchingWindowFirst, .frontWindow, .newWindow].map(\.rawValue)
}

/// How much an app may store.
package struct BudgetDeclaration: Sendable {
  package enum Limit: Hashable, Sendable {
    /// What the store allows by itself.
    case usual
    case none
    case bytes(Int)
  }

  package var scene = Limit.usual
  package var value = Limit.usual

  init() {}

  /// Reads the map under `budget:`; `~` is no limit.
  init(_ node: Node, in source: SourceFile, _ mistakes: inout DiagnosticList) {
    guard
      let map = mistakes.map(node, in: source, of: "`budget`", known: ScenarioLanguage.budget.names)
    else { return }
    scene = Self.limit(map, "scene", &mistakes)
    value = Self.limit(map, "value", &mistakes)
  }

  private static func limit(
    _ map: NodeMap, _ key: String, _ mistakes: inout DiagnosticList
  ) -> Limit {
    guard let node = map.optional(key) else { return .usual }
    if node.isNull { return .none }
    let bytes = mistakes.read(try map.optionalInt(key, from: 1, to: Int.max))
    return bytes.map { .bytes($0) } ?? .usual
  }
}

extension BudgetDeclaration {
  /// The same for the store.
  var options: SceneStore.Options {
    var options = SceneStore.Options()
    switch scene {
    case .usual: break
    case .none: options.sceneBudget = nil
    case .bytes(let bytes): options.sceneBudget = bytes
    }
    switch value {
    case .usual: break
    case .none: options.valueBudget = Int.max
    case .bytes(let bytes): options.valueBudget = bytes
    }
    return options
  }
}

extension AppDeclaration {
  /// What the store is told of the app's limits.
  var storeOptions: SceneStore.Options {
    var options = budget.options
    options.retention = retention.rules
    return options
  }
}
