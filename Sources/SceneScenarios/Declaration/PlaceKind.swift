internal import SceneLifecycle
import SceneSimulator
import StoreFormat

/// A kind of place that comes and goes: `note: {in: $scene}` is one for each id, `note/n1`.
package struct PlaceKind: Sendable {
  /// What the places of a kind lie in.
  package enum Home: Sendable, Hashable {
    case window
    case tab(String)
    /// Each tab has its own.
    case eachTab
    /// All windows show the same ones.
    case app
    /// A place, of tabs whose list it has.
    indirect case place(Home, kind: String, id: String)

    /// The words for those that are no tab.
    static let words: [String: Home] = ["$scene": .window, "$tab": .eachTab, "$app": .app]
  }

  package let name: String
  package let home: Home
  /// The only ids there are; nil if the user makes them.
  package let names: [String]?
  /// The rows that its places are about; what they hold goes with them.
  package let row: RowReference?
  let range: SourceRange

  /// Where the key of the shown place is kept, in an app that has places.
  package static let shownKey = "place"

  /// Reads the map under `places:`.
  static func all(
    _ map: NodeMap, tabs: [String], hasTabs: Bool, nested: [NestedScope],
    _ mistakes: inout DiagnosticList
  ) -> [PlaceKind] {
    let source = map.source
    return mistakes.names(map, "places", "a place", mayBeCapital: true).compactMap { entry in
      let name = entry.key.name
      if ["scene", "tab", "app"].contains(name) || nested.contains(where: { $0.name == name })
        || tabs.contains(name)
      {
        mistakes.add(
          in: source, .contradiction, at: entry.key.range, "`\(name)` is a tab or a scope already",
          hint: "give the places another name")
      }
      guard
        let body = mistakes.map(
          entry.value, in: source, of: "place `\(name)`", known: ScenarioLanguage.placeKind.names)
      else { return nil }
      let home = mistakes.collect { () throws(Diagnostic) -> Home in
        let node = try body.required("in")
        guard let home = node.text.flatMap({ Home.words[$0] }) else {
          let places = map.optional("places")?.map?.map(\.key.name) ?? []
          if let name = node.text, places.contains(name) {
            throw source.contradiction(
              node, "places do not lie in places, and `\(name)` is one",
              hint: "`scope: [\(name), \(entry.key.name)]` keeps a value in each of both, `at: "
                + "\(entry.key.name)/one%2Ftwo` one for each pair of names; in Swift scopes are nested"
            )
          }
          return .tab(try source.name(node, "tab", among: tabs + Home.words.keys.sorted()))
        }
        if home == .eachTab, !hasTabs {
          throw source.contradiction(node, "places in each tab, in an app without tabs")
        }
        return home
      }
      let names = mistakes.read { () throws(Diagnostic) in try body.optionalTexts("names") }
      let row = RowReference(body, words: [], otherwise: .default, &mistakes)
      return PlaceKind(
        name: name, home: home ?? .window, names: names, row: row, range: entry.key.range)
    }
  }
}

/// One place, as steps name it: `note/n1`, or a tab.
struct ValuePlace: Sendable, Hashable {
  let text: String
  /// The kind and the id; nil for a tab.
  let kind: String?
  let id: String

  /// Reads `note/n1`; `%2F` and `%25` stand for `/` and `%` in its parts.
  init(_ text: String) {
    self.text = text
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0).replacing("%2F", with: "/").replacing("%25", with: "%").normalFormC }
    kind = parts.count == 2 ? parts[0] : nil
    id = parts[parts.count - 1]
  }

  /// The tab that it is; nil for a place.
  var tab: String? { kind == nil ? id : nil }
}

extension AppDeclaration {
  /// How values of a nested scope are written, if its name stands where a place should.
  func hint(forNested name: String) -> String? {
    nested.contains { $0.name == name }
      ? "`\(name)` is a nested scope, whose keys stand for themselves: leave `at` out" : nil
  }

  /// Why there can be no such place; nil if there can.
  func refusal(of place: ValuePlace) -> StepFailure? {
    guard let name = place.kind else { return nil }
    let kind = places.first { $0.name == name }
    let known =
      kind.map { $0.names?.map { "\(name)/\($0)" } ?? [] } ?? places.map { $0.name + "/…" }
    if let kind, !place.id.isEmpty, kind.names?.contains(place.id) ?? true { return nil }
    if kind != nil, place.id.isEmpty {
      return StepFailure(
        .noSuchPlace, "`\(place.text)` names no place: nothing stands behind the `/`",
        hint: known.isEmpty
          ? "give it a name, such as `\(name)/n1`; a variable there is empty"
          : SourceFile.choice(for: place.text, among: known))
    }
    return StepFailure(
      .noSuchPlace, "the app declares no place `\(place.text)`",
      hint: NearestName.nearest(to: name, among: kind == nil ? places.map(\.name) : [])
        .map { "did you mean `\($0)\(place.text.dropFirst(name.count))`?" }
        ?? hint(forNested: place.id) ?? hint(forNested: name)
        ?? (tabs.contains(name) ? "`\(name)` is a tab: `at: \(name)`" : nil)
        ?? SourceFile.choice(for: place.text, among: known)
        ?? "declare it: `places: { \(name): { in: $scene } }`")
  }
}

extension StepContext {
  /// The place that a step names; an open tab may have a slash in its name, as paths have.
  func place(of step: ParsedStep, _ variables: Variables) throws(Diagnostic) -> PlacedName? {
    guard let place = try step.placeName(variables) else { return nil }
    guard declaration.tabSource != nil, let kind = ValuePlace(place.name).kind,
      !declaration.places.contains(where: { $0.name == kind }),
      // Without a window there is no tab.
      (try? inside())?.scene.tabs.contains(place.name) == true
    else { return place }
    let name = place.name.replacing("%", with: "%25").replacing("/", with: "%2F")
    return PlacedName(name: name, range: place.range)
  }

  /// A key as it is meant here: that of the place a step names, else of the place that is shown.
  func placed(
    _ key: StorageKey, at place: String?, in scene: any WindowInside
  ) throws(StepFailure) -> StorageKey {
    guard let place = place.map({ ValuePlace($0) }) else {
      if key.scope == .selectedTab, declaration.tabSource != nil, scene.tabs.isEmpty {
        throw StepFailure(
          .noSuchTab, "no tab is open, and `\(key.name)` is kept in tabs",
          hint: "`open-tab` first")
      }
      guard let kinds = key.kinds else { return key }
      if let shown = scene.shownPlace, let name = shown.kind, kinds.contains(name) {
        return key.standing(at: shown, in: declaration)
      }
      throw StepFailure(
        .whichPlace, "which \(kinds.joined(separator: " or "))? `\(key.name)` is in none alone",
        hint: "write `at: \(kinds[0])/…`, or show one: `show-place: \(kinds[0])/…`"
          + (declaration.key(PlaceKind.shownKey) == nil && fates.lastEnd() != nil
            ? "; a new process knows which one was shown if `storage: { \(PlaceKind.shownKey): string? }` keeps it"
            : ""))
    }
    let placed = try standing(key, at: place)
    guard place.kind != nil || scene.tabs.contains(place.id) else {
      throw StepFailure.noSuchTab(place.id, in: scene, of: declaration)
    }
    return (scene as? ScenarioScene)?.located(placed, tab: nil) ?? placed
  }

  /// The window of a step that shows screens: where each place has its own, one is shown.
  func insideWithPath() throws(StepError) -> (window: SimulatedWindow, scene: any WindowInside) {
    let (window, scene) = try inside()
    guard let key = declaration.key(StorageKey.path), let kinds = key.kinds,
      !(scene.shownPlace?.kind.map(kinds.contains) ?? false)
    else { return (window, scene) }
    throw .refused(
      .whichPlace, "no \(kinds.joined(separator: " or ")) is shown, and `path` is kept in each",
      hint: "`show-place: \(kinds[0])/…` first")
  }

  /// Whether a key has a value in such a place or tab.
  func isKept(_ key: StorageKey, in place: ValuePlace) -> Bool {
    key.isKept(in: place) || !hasDeclaredApp && place.kind != nil && key.kinds == nil
  }

  /// A key in a place or tab, whether a window shows that or not.
  func standing(_ key: StorageKey, at place: ValuePlace) throws(StepFailure) -> StorageKey {
    if hasDeclaredApp, let refusal = declaration.refusal(of: place) { throw refusal }
    if isKept(key, in: place) { return key.standing(at: place, in: declaration) }
    throw key.isElsewhere(than: place)
  }
}

extension StorageKey {
  /// Whether it has a value of its own in a place or tab.
  func isKept(in place: ValuePlace) -> Bool {
    place.kind.map { kinds?.contains($0) ?? false }
      ?? [.selectedTab, .tab(place.id)].contains(scope)
  }

  /// `no-such-key`: it has no value of its own there.
  func isElsewhere(than place: ValuePlace) -> StepFailure {
    StepFailure(
      .noSuchKey, "`\(name)` is not kept in `\(place.text)`",
      hint: scope == .app
        ? "leave `at` out: `scope: app` is one value for all windows"
        : kinds?.first.map { kind in "it is kept in `\(kind)`: `at: \(kind)/…`" }
          ?? hint(forTabIn: place)
          ?? "say so where it is declared: `scope: \(place.kind ?? "tab")`")
  }

  /// What names the tab in which it is kept, where a place is named.
  private func hint(forTabIn place: ValuePlace) -> String? {
    guard place.kind != nil, scope == .selectedTab else { return nil }
    let parts = place.id.split(separator: "/")
    let tab = parts.count > 1 ? "\(parts[parts.count - 1])" : "TAB"
    return "it is kept in each tab, which is named alone: `at: \(tab)`"
  }
}

extension StepFailure {
  /// `no-such-tab` with the tabs there are.
  static func noSuchTab(
    _ tab: String, in scene: any WindowInside, of app: AppDeclaration
  ) -> StepFailure {
    if let place = (scene as? ScenarioScene)?.place(withTab: tab) {
      return StepFailure(
        .noSuchTab, "the tab `\(tab)` is open in `\(place)`, which the window does not show",
        hint: "`show-place: \(place)` first")
    }
    let isOpened = app.tabSource != nil
    // With another number it is another tab, and no slip of the pen.
    let name = tab.filter { !$0.isNumber }
    let isNumbered = isOpened && scene.tabs.contains { $0.filter { !$0.isNumber } == name }
    return StepFailure(
      .noSuchTab, isOpened ? "no tab `\(tab)` is open" : "the app has no tab `\(tab)`",
      hint: (isNumbered ? nil : SourceFile.choice(for: tab, among: scene.tabs))
        ?? (isOpened ? "`open-tab: \(tab)` opens it" : nil))
  }
}
