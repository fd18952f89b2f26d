import SceneLifecycle

/// The app of a log as a scenario declares it.
struct RecordedApp {
  struct Key {
    let name: String
    let type: String
    /// In the words of the format.
    let scope: String
    let initial: ScenarioValue?
  }

  let header: LoggedEvent
  let tabs: [String]
  private(set) var keys: [String: Key] = [:]
  private(set) var order: [String] = []
  /// Why a key of the app is none of the scenario's.
  private(set) var remarks: [String] = []
  private var types = RecordedType()
  /// Whether a closed window comes back.
  private let bringsBack: Bool

  /// Looks at the whole log: what values there were says more than the names of Swift types.
  init(_ header: LoggedEvent, _ events: [LoggedEvent]) {
    self.header = header
    bringsBack = events.contains { $0.name == "undo-close" && $0.text("fails") == nil }
    tabs = header.texts("tabs").filter { !$0.isEmpty && !Names.isWindow($0) }
    var seen: [String: [LoggedEvent]] = [:]
    for event in events where event.name == "set" || event.name == "found" {
      if let key = event.text("key") { seen[key, default: []].append(event) }
    }
    for declared in header.maps("keys") {
      guard let name = declared.text("key") else { continue }
      declare(name, declared, seen[name] ?? [])
    }
    // What the manifest does not list is known by its values alone.
    for name in seen.keys.sorted() where keys[name] == nil {
      guard let first = seen[name]?.first else { continue }
      declare(name, first, seen[name] ?? [])
    }
  }

  private mutating func declare(
    _ name: String, _ declared: LoggedEvent, _ seen: [LoggedEvent]
  ) {
    guard keys[name] == nil else { return }
    guard !name.isEmpty, !Names.isWindow(name), !name.hasPrefix("$") else {
      return remarks.append("the key \(name) cannot have this name in a scenario; left out")
    }
    let isNested = declared.text("nested") != nil || seen.contains { $0.fields["path"] != nil }
    if isNested {
      return remarks.append("the values of \(name) lie below a tab or window; left out")
    }
    let values =
      seen.compactMap { $0.fields["value"] } + [declared.fields["default"]].compactMap(\.self)
    guard let type = types.type(named: declared.text("type"), values: values) else {
      return remarks.append("nothing tells the type of \(name); left out")
    }
    keys[name] = Key(
      name: name, type: type, scope: scope(name, declared.text("scope"), seen),
      initial: declared.fields["default"].map { ScenarioValue(logged: $0) })
    order.append(name)
  }

  private func scope(_ name: String, _ declared: String?, _ seen: [LoggedEvent]) -> String {
    if name == StorageKey.selectedTab { return "scene" }
    if declared == "app" { return "app" }
    if tabs.isEmpty { return "scene" }
    if let declared {
      let isOneTab = declared.hasPrefix("tab(")
      if !isOneTab || tabs.contains(where: { declared == "tab(\($0))" }) { return declared }
    }
    return seen.contains { $0.text("tab") != nil } ? "tab" : "scene"
  }

  /// The tab of a window that has selected none.
  var firstTab: String? {
    if case .text(let tab)? = keys[StorageKey.selectedTab]?.initial, tabs.contains(tab) {
      return tab
    }
    return tabs.first
  }

  /// Whether a key holds the screens on top of each other.
  func isPath(_ key: String) -> Bool {
    key == StorageKey.path && keys[key]?.type == "[string]"
  }

  // MARK: Text

  /// The lines under `app:`.
  func lines() -> [String] {
    var lines = ["  name: \(FlowText.scalar(header.text("name") ?? "App"))"]
    if let id = header.text("app"), !id.isEmpty { lines.append("  id: \(FlowText.scalar(id))") }
    if let version = header.int("version"), version > 0 { lines.append("  version: \(version)") }
    if let device = header.text("device"), ["ipad", "iphone", "mac"].contains(device) {
      lines.append("  device: \(device)")
    }
    if header.text("windows") == "one" { lines.append("  windows: one") }
    if let profile = header.text("profile"), RestorationProfile(rawValue: profile) != nil {
      lines.append("  profile: \(profile)")
    }
    if let policy = header.text("external"), policy != "matching-window-first",
      ExternalPolicy(rawValue: policy) != nil
    {
      lines.append("  external: \(policy)")
    }
    if bringsBack { lines.append("  tombstones: true") }
    if !tabs.isEmpty {
      let fields = tabs.map { "\(FlowText.scalar($0)): \(FlowText.scalar($0))" }
      lines.append("  tabs: \(FlowText.map(fields))")
    }
    return lines + typeLines() + storageLines() + activityLines() + kindLines()
  }

  private func typeLines() -> [String] {
    guard !types.structures.isEmpty else { return [] }
    return ["  types:"]
      + types.structures.keys.sorted().map { name in
        let fields = (types.structures[name] ?? []).map {
          "\(FlowText.scalar($0.name)): \(Self.typeText($0.type))"
        }
        return "    \(name): \(FlowText.map(fields))"
      }
  }

  private func storageLines() -> [String] {
    guard !order.isEmpty else { return [] }
    return ["  storage:"]
      + order.compactMap { keys[$0] }.map { key in
        var fields = ["type: \(Self.typeText(key.type))", "scope: \(FlowText.scalar(key.scope))"]
        if let initial = key.initial { fields.append("default: \(initial.written)") }
        return "    \(FlowText.scalar(key.name)): \(FlowText.map(fields))"
      }
  }

  private func activityLines() -> [String] {
    let names = header.texts("activities")
    return names.isEmpty ? [] : ["  activities:"] + names.map { "    \(FlowText.scalar($0)): ~" }
  }

  private func kindLines() -> [String] {
    let kinds = header.maps("kinds").filter { !Names.isWindow($0.text("name") ?? "A") }
    guard kinds.count > 1 || kinds.first?.fields.count ?? 1 > 1 else { return [] }
    return ["  scenes:"]
      + kinds.map { kind in
        var fields: [String] = []
        if kind.fields["matching"] != nil {
          let conditions = kind.texts("matching").map { FlowText.scalar($0) }
          fields.append("matching: [\(conditions.joined(separator: ", "))]")
        }
        if kind.fields["restorable"] == .bool(false) { fields.append("restorable: false") }
        let value = fields.isEmpty ? "~" : FlowText.map(fields)
        return "    \(FlowText.scalar(kind.text("name") ?? "main")): \(value)"
      }
  }

  private static func typeText(_ type: String) -> String {
    type.allSatisfy { $0.isLetter || $0.isNumber } || type.hasPrefix("[") && !type.hasSuffix("?")
      ? type : ScenarioValue.quoted(type)
  }
}
