import SceneLifecycle
import SceneSimulator
import SceneState
import StoreFormat

// Values, in the store or in the window's activity.
extension ScenarioScene {
  func value(of key: StorageKey, tab: String?) -> ScenarioValue {
    if key.via != .store { return memory.heldValues[key.name] ?? key.initial }
    if key.row != nil, !app.hasLoadedData { return key.initial }
    // With no tab open there is no place for it.
    if key.scope == .selectedTab, tab == nil, declaration.tabSource != nil { return key.initial }
    if let kinds = key.kinds {
      guard let place = shownPlace, let kind = place.kind, kinds.contains(kind) else {
        return key.initial
      }
      return value(of: key.standing(at: place, in: declaration), tab: tab)
    }
    let value = scope(of: key, tab: tab)[key.key]
    guard key.name == declaration.tabSource?.key, key.scope == .scene, case .list(let list) = value
    else { return value }
    // Tabs that are still to come are not shown.
    let shown = scene.withoutWaitingTabs(
      list.compactMap(\.plainText), key: key.name, selection: StorageKey.selectedTab)
    return .list(shown.map { .text($0) })
  }

  /// Reads keys that belong together in each tab, and in each place that the window has.
  func readTogether(_ names: [String], _ tabs: [String?]) {
    let keys = names.compactMap { declaration.key($0) }
    var places: [StorageKey.Scope] = []
    for key in keys where key.kinds != nil {
      for (key, _) in key.standings(in: scene.scope, tabs: tabs, of: declaration)
      where !places.contains(key.scope) {
        places.append(key.scope)
      }
    }
    let groups = places.isEmpty ? [keys.filter { $0.kinds == nil }] : places.map { keys.at($0) }
    for tab in tabs { for group in groups { readTogether(group, tab: tab) } }
  }

  private func readTogether(_ keys: [StorageKey], tab: String?) {
    // Without open tabs nobody has values of tabs.
    let hasPlace = tab != nil || declaration.tabSource == nil
    let keys = keys.filter { $0.scope != .selectedTab || hasPlace }
    SceneScope.readTogether(keys.map { (scope(of: $0, tab: tab), $0.key) })
  }

  func isStored(_ key: StorageKey, tab: String?) -> Bool {
    if key.via != .store { return memory.heldValues[key.name] != nil }
    return scope(of: key, tab: tab).facts(of: key.key).isStored
  }

  /// Whether a value is in the window alone and not in the store.
  private func isInMemoryOnly(_ key: StorageKey) -> Bool {
    key.via != .store || key.isTransient || kind?.isPrivate == true && !key.isOfApp
  }

  func problem(of key: StorageKey, tab: String?) -> SceneProblem? {
    guard key.via == .store else { return nil }
    let key = located(key, tab: tab)
    return scope(of: key, tab: tab).facts(of: key.key).problem
  }

  func source(of key: StorageKey, tab: String?) -> String {
    guard isStored(key, tab: tab) else { return "default" }
    if let source = memory.sources[key.name] { return source }
    return isInMemoryOnly(key) && key.via == .store ? "memory" : key.via.rawValue
  }

  func set(
    _ value: ScenarioValue, for key: StorageKey, tab: String?
  ) throws(StepFailure) {
    if key.name == declaration.tabSource?.key, case .list(let list) = value {
      return try setTabs(list.compactMap { $0.plainText?.normalFormC }, key)
    }
    try writeValue(value, for: key, tab: tab)
  }

  /// Writes a value without what follows from it for tabs.
  func writeValue(
    _ value: ScenarioValue, for key: StorageKey, tab: String?
  ) throws(StepFailure) {
    let value = key.kept(of: value)
    defer { updateConditions() }
    memory.sources[key.name] = scene.isOpeningLink ? "link" : writing
    guard key.via == .store else {
      // A write of what a read returns changes nothing, here as in the store.
      if self.value(of: key, tab: tab) == value { return }
      memory.heldValues[key.name] = value
      if key.via == .activity { scene.needsSave = true }
      return note(key, tab: tab, value)
    }
    // Also of a value that is refused it is told who was to write it.
    note(key, tab: tab, value)
    try StepFailure.wrapping(try scope(of: key, tab: tab).write(value, to: key.key))
  }

  /// Tells which step writes a key, for messages.
  private func note(
    _ key: StorageKey, tab: String?, _ value: ScenarioValue? = nil, way: Origin.Way? = nil
  ) {
    let key = located(key, tab: tab)
    let place = StoredPlace(
      session: 0, window: key.isOfApp ? "" : scene.id.rawValue, path: key.path(tab: tab),
      key: key.name)
    app.noteWrite(
      NotedWrite(
        place: place, isHeld: isInMemoryOnly(key), isHandedOver: key.via != .store,
        value: value.flatMap { Origin.Value($0) },
        removes: value == nil, way: way ?? (scene.isOpeningLink ? .link : nil)))
  }

  func clear(_ key: StorageKey, tab: String?) {
    defer { updateConditions() }
    if key.name == declaration.tabSource?.key, case .list(let list) = key.initial {
      // The default is a list of tabs as good as another: nothing refuses it.
      try? setTabs(list.compactMap(\.plainText), key)
    }
    memory.sources[key.name] = nil
    if key.via != .store {
      memory.heldValues[key.name] = nil
    } else {
      scope(of: key, tab: tab).reset(key.key)
    }
    note(key, tab: tab)
  }

  // MARK: In the activity

  /// Stands for nil in an activity, which has none; names with `$` are never an app's.
  private static let nilMark = ActivityValue.map(["$nil": .bool(true)])

  /// A value as it stands in an activity, with nil for its mark.
  static func value(inActivity value: ActivityValue) -> ScenarioValue {
    value == nilMark ? .null : ScenarioValue(value)
  }

  /// Values come from the activity the window connects with; one from outside goes before the
  /// saved one, which keeps what the other does not hold.
  func takeActivityValues(_ options: ConnectionOptions) {
    let saved = scene.session.stateRestorationActivity
    var info = saved.flatMap { recognises($0) ? $0.userInfo : nil } ?? [:]
    if scene.awaitsRestoration {
      info = [:]
    } else if scene.scope.hidden != nil {
      if declaration.externalWins == .everything { info = [:] } else { info[StorageKey.path] = nil }
    }
    if let outside = options.activities.first?.userInfo {
      info.merge(outside) { _, new in new }
    }
    takeActivityValues(info)
    for key in declaration.keys
    where key.via == .activity && options.activities.first?.userInfo[key.name] != nil {
      note(key, tab: nil, self.value(of: key, tab: nil), way: .activity)
    }
  }

  /// What is in memory already stays: it was written since, or came at the connect.
  func takeActivityValues(_ info: [String: ActivityValue]) {
    for key in declaration.keys where key.via == .activity {
      guard memory.heldValues[key.name] == nil, let given = info[key.name] else { continue }
      do throws(ValueFault) {
        let value = Self.value(inActivity: given)
        memory.heldValues[key.name] = try key.type.value(from: value)
      } catch {
        scene.report(
          .valueNotReadable, address: "\(scene.id.rawValue)/\(key.name)",
          error.text(key: key.name))
      }
    }
  }

  /// The title that a window hands over when it leaves the front; nil for one that has left it.
  var titleInFront: String? {
    let isInFront = [.foregroundActive, .foregroundInactive].contains(scene.state)
    guard isInFront, !scene.awaitsRestoration else { return nil }
    return restoration?.activity(of: self)?.title
  }

  private var restoration: RestorationDeclaration? { kind?.restoration ?? declaration.restoration }

  func stateRestorationActivity(for scene: ConnectedScene) -> UserActivity? {
    guard var activity = restoration?.activity(of: self) else { return nil }
    activity.targetContentIdentifier = scene.identity
    // What was saved is still to come in a window that waits.
    if scene.awaitsRestoration, let saved = scene.session.stateRestorationActivity {
      activity.userInfo = saved.userInfo
    }
    for key in declaration.keys where key.via == .activity {
      guard let value = memory.heldValues[key.name] else { continue }
      // Types without nil inside lists are all that a key can have.
      activity.userInfo[key.name] = (try? value.activityValue()) ?? Self.nilMark
    }
    return activity
  }
}
