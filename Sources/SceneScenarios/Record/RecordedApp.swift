import SceneState

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
    /// Its place among the keys.
    let number: Int
  }

  /// A place below a tab or window, under a name that scenarios can write.
  struct Nest {
    let name: String
    let tab: String?
  }

  /// A store has no longer names; whatever is longer would be written for every window.
  private static let nameLimit = 511

  let header: LoggedEvent
  let tabs: [String]
  private let tabNumbers: [String: Int]
  private(set) var keys: [String: Key] = [:]
  private(set) var order: [String] = []
  /// Why a key of the app is none of the scenario's.
  private(set) var remarks: [String] = []
  private(set) var types = RecordedType()
  private(set) var nests: [Nest] = []
  private var nestNumbers: [String: Int] = [:]
  /// The types of the values that windows open for, by kind; the default kind is "".
  private(set) var windowTypes: [String: String] = [:]
  let activities: [String]
  /// Whether a closed window comes back.
  let bringsBack: Bool
  /// Whether there are several kinds of windows.
  let hasKinds: Bool

  /// Looks at the whole log: what values there were says more than the names of Swift types.
  init(_ header: LoggedEvent, _ events: [LoggedEvent]) {
    self.header = header
    hasKinds = header.maps("kinds").count > 1
    bringsBack = events.contains { $0.name == "undo-close" && $0.text("fails") == nil }
    // Of an app that was updated in between, each version has its header.
    let headers = events.filter { $0.name == "header" }
    tabs = headers.flatMap { $0.texts("tabs") }.uniqued().filter {
      !$0.isEmpty && $0.utf8.count <= Self.nameLimit && !Names.isCapital($0)
    }
    tabNumbers = Dictionary(uniqueKeysWithValues: zip(tabs, tabs.indices))
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
    var values: [String: [JSONField]] = [:]
    for event in events where event.name == "open" {
      guard let name = event.text("kind") ?? kinds.first?.text("name"),
        let value = event.fields["value"]
      else { continue }
      values[name, default: []].append(value)
    }
    for (index, kind) in kinds.enumerated() where kind.text("value") != nil {
      let name = kind.text("name") ?? ""
      // Of two kinds with one name the first is the one that opened.
      guard windowTypes[name] == nil,
        let type = types.type(named: kind.text("value"), values: values[name] ?? [])
      else { continue }
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
    guard !name.isEmpty, !Names.isCapital(name), !name.hasPrefix("$") else {
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
      path: nest == nil ? [] : paths.first ?? [], number: order.count)
    order.append(name)
    if let nest, nestNumbers[nest.name] == nil {
      nestNumbers[nest.name] = nests.count
      nests.append(nest)
    }
  }

  /// The place of values below a tab or window: `editor`, `1` is called `editor-1`.
  private func makeNest(_ path: [String]) -> Nest? {
    let tab = path.count == 3 ? path[0] : nil
    guard path.count == 2 || tab.map(hasTab) == true else { return nil }
    let name = path.suffix(2).filter { !$0.isEmpty }.joined(separator: "-")
    let isName = !name.isEmpty && !Names.isCapital(name) && !name.hasPrefix("$")
    guard isName, !hasTab(name), !name.contains("/"), !name.contains("(") else { return nil }
    if let other = nestNumbers[name], nests[other].tab != tab { return nil }
    return Nest(name: name, tab: tab)
  }

  private func scope(_ name: String, _ declared: String?, _ seen: [LoggedEvent]) -> String {
    if name == StorageKey.selectedTab { return "scene" }
    if declared == "app" { return "app" }
    if tabs.isEmpty { return "scene" }
    if let declared {
      let isOneTab = declared.hasPrefix("tab(")
      if !isOneTab || declared.last == ")" && hasTab(String(declared.dropFirst(4).dropLast())) {
        return declared
      }
    }
    return seen.contains { $0.text("tab") != nil } ? "tab" : "scene"
  }

  func hasTab(_ name: String) -> Bool { tabNumbers[name] != nil }

  /// Those of some names that are tabs, in their order.
  func known(tabs names: some Sequence<String>) -> [String] {
    names.compactMap { tabNumbers[$0] }.sorted().map { tabs[$0] }
  }

  /// Those of some names that are keys, in their order.
  func known(_ names: some Sequence<String>) -> [Key] {
    names.compactMap { keys[$0] }.sorted { $0.number < $1.number }
  }

  /// The tab of a window that has selected none.
  var firstTab: String? {
    if case .text(let tab)? = keys[StorageKey.selectedTab]?.initial, hasTab(tab) {
      return tab
    }
    return tabs.first
  }

  /// Whether a key holds the screens on top of each other.
  func isPath(_ key: String) -> Bool {
    key == StorageKey.path && keys[key]?.type == "[string]"
  }
}
