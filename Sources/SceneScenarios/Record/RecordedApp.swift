import SceneLifecycle

/// The app of a log as a scenario declares it.
struct RecordedApp {
  struct Key {
    let name: String
    let type: String
    /// In the words of the format.
    let scope: String
    let initial: ScenarioValue?
    /// The names that lead to it, if it lies below a tab or window.
    var path: [String] = []
  }

  /// A place below a tab or window, under a name that scenarios can write.
  private struct Nest {
    let name: String
    let tab: String?
  }

  let header: LoggedEvent
  let tabs: [String]
  private(set) var keys: [String: Key] = [:]
  private(set) var order: [String] = []
  /// Why a key of the app is none of the scenario's.
  private(set) var remarks: [String] = []
  private var types = RecordedType()
  private var nests: [Nest] = []
  /// The types of the values that windows open for, by kind; the default kind is "".
  private var windowTypes: [String: String] = [:]
  private let activities: [String]
  /// Whether a closed window comes back.
  private let bringsBack: Bool

  /// Looks at the whole log: what values there were says more than the names of Swift types.
  init(_ header: LoggedEvent, _ events: [LoggedEvent]) {
    self.header = header
    bringsBack = events.contains { $0.name == "undo-close" && $0.text("fails") == nil }
    // Of an app that was updated in between, each version has its header.
    let headers = events.filter { $0.name == "header" }
    tabs = headers.flatMap { $0.texts("tabs") }.uniqued().filter {
      !$0.isEmpty && !Names.isWindow($0)
    }
    activities = headers.flatMap { $0.texts("activities") }.uniqued()
    var seen: [String: [LoggedEvent]] = [:]
    for event in events where event.name == "set" || event.name == "found" {
      if let key = event.text("key") { seen[key, default: []].append(event) }
    }
    for declared in headers.flatMap({ $0.maps("keys") }) {
      guard let name = declared.text("key") else { continue }
      declare(name, declared, seen[name] ?? [])
    }
    // What the manifest does not list is known by its values alone.
    for name in seen.keys.sorted() where keys[name] == nil {
      guard let first = seen[name]?.first else { continue }
      declare(name, first, seen[name] ?? [])
    }
    declareWindows(events)
  }

  /// The types of what windows open for.
  private mutating func declareWindows(_ events: [LoggedEvent]) {
    let kinds = header.maps("kinds")
    for (index, kind) in kinds.enumerated() where kind.text("value") != nil {
      let name = kind.text("name") ?? ""
      let opened = events.filter {
        $0.name == "open" && ($0.text("kind") ?? kinds[0].text("name")) == name
      }
      let values = opened.compactMap { $0.fields["value"] }
      guard let type = types.type(named: kind.text("value"), values: values) else { continue }
      windowTypes[name] = type
      if index == 0 { windowTypes[""] = type }
    }
  }

  /// Whether windows of a kind open for values that a scenario can write.
  func opensForValues(_ kind: String?) -> Bool { windowTypes[kind ?? ""] != nil }

  private mutating func declare(
    _ name: String, _ declared: LoggedEvent, _ seen: [LoggedEvent]
  ) {
    guard keys[name] == nil else { return }
    guard !name.isEmpty, !Names.isWindow(name), !name.hasPrefix("$") else {
      return remarks.append("the key \(name) cannot have this name in a scenario; left out")
    }
    let paths = Set(seen.map { $0.texts("path") })
    let isNested = declared.text("nested") != nil || paths.contains { !$0.isEmpty }
    var nest: Nest?
    if isNested {
      nest = paths.count == 1 ? paths.first.flatMap(makeNest) : nil
      guard nest != nil else {
        return remarks.append(
          "the values of \(name) lie in \(paths.count) places below tabs or windows; left out")
      }
    }
    let values =
      seen.compactMap { $0.fields["value"] } + [declared.fields["default"]].compactMap(\.self)
    guard let type = types.type(named: declared.text("type"), values: values) else {
      return remarks.append("nothing tells the type of \(name); left out")
    }
    let below = nest.map { ($0.tab == nil ? "scene/" : "tab/") + $0.name }
    keys[name] = Key(
      name: name, type: type, scope: below ?? scope(name, declared.text("scope"), seen),
      initial: declared.fields["default"].map { ScenarioValue(logged: $0) },
      path: nest == nil ? [] : paths.first ?? [])
    order.append(name)
    if let nest, !nests.contains(where: { $0.name == nest.name }) { nests.append(nest) }
  }

  /// The place of values below a tab or window: `editor`, `1` is called `editor-1`.
  private func makeNest(_ path: [String]) -> Nest? {
    let tab = path.count == 3 ? path[0] : nil
    guard path.count == 2 || tab.map(tabs.contains) == true else { return nil }
    let name = path.suffix(2).filter { !$0.isEmpty }.joined(separator: "-")
    let isName = !name.isEmpty && !Names.isWindow(name) && !name.hasPrefix("$")
    guard isName, !tabs.contains(name), !name.contains("/"), !name.contains("(") else { return nil }
    if let other = nests.first(where: { $0.name == name }), other.tab != tab { return nil }
    return Nest(name: name, tab: tab)
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
    if !nests.isEmpty {
      let fields = nests.map { nest in
        let place = nest.tab.map { "{ in: \(FlowText.scalar($0)) }" } ?? "~"
        return "\(FlowText.scalar(nest.name)): \(place)"
      }
      lines.append("  nested: \(FlowText.map(fields))")
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
    let names = activities
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
        if let type = windowTypes[kind.text("name") ?? ""] {
          fields.append("value: \(Self.typeText(type))")
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

extension [String] {
  /// The texts without repetitions, in their first order.
  fileprivate func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
