import SceneLifecycle
import SceneSimulator
import SceneState

/// Says that a value, or the part in braces of a screen's text, is the field of a row.
package struct RowReference: Sendable {
  /// What becomes of a value whose row is gone.
  package enum Gone: String, CaseIterable, Sendable {
    /// The key's default takes its place.
    case `default`
    /// It goes, the rest stays.
    case dropIt = "drop-it"
    /// It goes with all that comes after it.
    case cut
    /// The row after it takes its place, or the one before it if it was the last one.
    case next
    /// The row before it takes its place, or the one after it if it was the first one.
    case previous
    /// The row that its field `parent` names takes its place, or the next one above it that is there.
    case parent
    /// The window closes, or does not come back.
    case close

    /// What may become of a plain value of a key.
    static let ofPlainKeys: [Gone] = [.default, .next, .previous, .parent]
    /// The same of a list, a set or a map.
    static let ofManyKeys: [Gone] = [.default, .dropIt, .cut]
    /// The same of any.
    static let ofKeys: [Gone] = ofManyKeys + [.next, .previous, .parent]

    /// Whether another row takes its place.
    package var isNeighbour: Bool { [.next, .previous, .parent].contains(self) }
  }

  package let table: String
  package let field: String
  package let gone: Gone

  /// Reads `row-of` of a map, and `gone` where there are words for it; nil without them.
  init?(
    _ map: NodeMap?, words: [Gone], otherwise: Gone, _ mistakes: inout DiagnosticList
  ) {
    guard let map else { return nil }
    let words = words.map(\.rawValue)
    let word = words.isEmpty ? nil : mistakes.read(try map.optionalWord("gone", of: words))
    guard let node = map.optional("row-of") else {
      if word != nil, let node = map.optional("gone") {
        mistakes.append(map.source.missingKey("row-of", of: map.subject, at: node.range))
      }
      return nil
    }
    let names = mistakes.collect(try Self.names(node, in: map.source))
    guard let names else { return nil }
    (table, field) = names
    gone = word.flatMap { Gone(rawValue: $0) } ?? otherwise
  }

  /// Table and field of `products.id`.
  ///
  /// - Throws: `wrong-value`.
  static func names(
    _ node: Node, in source: SourceFile, isAsked: Bool = false
  ) throws(Diagnostic) -> (table: String, field: String) {
    let text = try source.text(node, for: "`row-of`")
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if names.count == 2, !names.contains("") { return (names[0], names[1]) }
    throw source.diagnostic(
      .wrongValue, at: node.range, "`\(text)` names no field",
      hint: "write table and field: `\(names.first { !$0.isEmpty } ?? "products").id`"
        + (isAsked ? "; what a key holds is asked for by `$value`" : ""))
  }

  /// The rows there are, by the text of the field.
  func rows(in world: ScenarioWorld) -> Set<String> {
    Set((world.tables[table] ?? []).compactMap { $0[field].flatMap(ScenarioWorld.text) })
  }

  /// The row whose field has this value; nil if there is none.
  func row(named value: Node.Content, in world: ScenarioWorld) -> Node? {
    let text = ScenarioWorld.text(of: .made(value))
    return (world.tables[table] ?? []).first { row in
      text != nil && row[field].flatMap(ScenarioWorld.text) == text
    }
  }

  /// What is left of a value, and what is gone.
  ///
  /// - Returns: nil if nothing is gone; the value is nil where the default takes its place.
  func kept(
    of value: ScenarioValue, in world: ScenarioWorld
  ) -> (value: ScenarioValue?, gone: [String])? {
    let rows = rows(in: world)
    func isGone(_ value: ScenarioValue) -> Bool {
      value.rowText.map { !rows.contains($0) } ?? false
    }
    switch value {
    case .list(let list):
      let lost = list.filter(isGone)
      if lost.isEmpty { return nil }
      let rest = gone == .cut ? Array(list.prefix { !isGone($0) }) : list.filter { !isGone($0) }
      return (gone == .default ? nil : .list(rest), lost.compactMap(\.rowText))
    case .map(let map):
      let lost = map.keys.filter { !rows.contains($0) }.sorted()
      if lost.isEmpty { return nil }
      return (gone == .default ? nil : .map(map.filter { rows.contains($0.key) }), lost)
    default:
      guard isGone(value), let text = value.rowText else { return nil }
      return (neighbour(of: value, named: text, in: world), [text])
    }
  }

  /// The value of the row next to one that is gone, written as this one is; nil for the default.
  private func neighbour(
    of value: ScenarioValue, named text: String, in world: ScenarioWorld
  ) -> ScenarioValue? {
    guard gone.isNeighbour,
      let row = gone == .parent
        ? world.parent(ofGone: text, field, in: table)
        : world.neighbour(ofGone: text, field, in: table, isNext: gone == .next),
      let node = row[field], let other = ScenarioWorld.text(of: node)
    else { return nil }
    return switch value {
    case .text: .text(other)
    case .url: .url(other)
    default: ScenarioValue(node.content)
    }
  }

  /// A mistake if the app has no such table or field.
  func mistake(at node: Node, of app: AppDeclaration) -> Diagnostic? {
    let parent = gone == .parent ? ScenarioWorld.parent : field
    return Self.mistake((table, field), at: node.range, of: app, in: app.source)
      ?? Self.mistake((table, parent), at: node.range, of: app, in: app.source)
  }

  /// The same of a table and a field that a file names.
  static func mistake(
    _ names: (table: String, field: String), at range: SourceRange, of app: AppDeclaration,
    in source: SourceFile
  ) -> Diagnostic? {
    guard let table = app.tables.first(where: { $0.name == names.table }) else {
      return source.noSuch(
        "table", Node(.text(names.table), range: range), among: app.tables.map(\.name))
    }
    let fields = Set(table.rows.flatMap { $0.map?.map(\.key.name) ?? [] }).sorted()
    if fields.isEmpty || fields.contains(names.field) { return nil }
    return source.noSuch("field", Node(.text(names.field), range: range), among: fields)
  }
}

extension ValueType {
  /// Whether its values, their elements or the keys of its maps can be fields of rows.
  var pointsAtRows: Bool {
    let type = unfolded
    if case .optional(let type) = type { return type.pointsAtRows }
    if case .oneOf = type { return true }
    return type.isMap || type.isScalar || type.element?.isScalar == true
  }
}

extension StorageKey {
  /// Whether a value that it belongs together with is the one beside it, not that of another place.
  fileprivate func isBeside(_ other: StorageKey, _ isInSameTab: Bool) -> Bool {
    switch (scope, other.scope) {
    case (.place(.eachTab, _, _), .place): scope == other.scope && isInSameTab
    case (.place, .place): scope == other.scope
    case (.selectedTab, .selectedTab): isInSameTab
    default: true
    }
  }
}

extension ScenarioValue {
  /// The value as the field of a row has it; nil for what is none.
  fileprivate var rowText: String? {
    switch self {
    case .null, .list, .map: nil
    default: ScenarioWorld.text(of: .made(content))
    }
  }
}

/// `screens: {"feed/{id}": {row-of: feeds.id}}`: which rows the screens of a kind need.
package struct ScreenDeclaration: Sendable {
  private let start: String
  private let end: String
  package let row: RowReference

  /// Reads the map under `screens:`, after the tables.
  static func all(
    _ map: NodeMap, of app: AppDeclaration, _ mistakes: inout DiagnosticList
  ) -> [ScreenDeclaration] {
    mistakes.names(map, "screens", "a screen").compactMap { entry in
      let known = ScenarioLanguage.screen.names
      let body = mistakes.map(
        entry.value, in: map.source, of: "screen `\(entry.key.name)`", known: known)
      let parts = entry.key.name.split(
        omittingEmptySubsequences: false, whereSeparator: { $0 == "{" || $0 == "}" })
      guard parts.count == 3, entry.key.name.contains("{\(parts[1])}") else {
        mistakes.add(
          in: map.source, .wrongValue, at: entry.key.range,
          "`\(entry.key.name)` has not one part in braces", hint: "such as `feed/{id}`")
        return nil
      }
      _ = mistakes.collect { () throws(Diagnostic) in try body?.required("row-of") }
      let row = RowReference(body, words: [.dropIt, .cut], otherwise: .cut, &mistakes)
      guard let row, let node = body?.optional("row-of") else { return nil }
      if let mistake = row.mistake(at: node, of: app) { mistakes.append(mistake) }
      return ScreenDeclaration(start: String(parts[0]), end: String(parts[2]), row: row)
    }
  }

  package func screen(of part: String) -> String { start + part + end }

  /// The text of the part in a screen of this kind; nil for another screen.
  package func part(of screen: String) -> String? {
    guard screen.hasPrefix(start), screen.hasSuffix(end),
      screen.count > start.count + end.count
    else { return nil }
    return String(screen.dropFirst(start.count).dropLast(end.count))
  }
}

// What points at rows that are gone, in one window.
extension ScenarioScene {
  /// The tabs of the window; one place without a name in an app without tabs.
  private var tabPlaces: [String?] { tabs.isEmpty ? [nil] : tabs }

  /// Lets go of what points at rows that are gone; nothing is decided before there are rows.
  func dropWhatIsGone() {
    guard app.hasLoadedData else { return }
    for key in declaration.keys {
      guard let row = key.row else { continue }
      for (key, tab) in key.standings(in: scene.scope, tabs: tabPlaces, of: declaration) {
        guard let (rest, gone) = row.kept(of: value(of: key, tab: tab), in: app.box.world),
          // A default that points at nothing is all there is, unless a part of it is left.
          rest != nil || isStored(key, tab: tab)
        else { continue }
        let place = key.path(tab: tab) + [key.name]
        scene.report(
          .rowIsGone,
          address: ([scene.id.rawValue] + place.filter { !$0.isEmpty }).joined(separator: "/"),
          "`\(row.table)` has no row with `\(row.field)` \(gone.joined(separator: ", "))")
        defer { if key.name == PlaceKind.shownKey { identifyShownPlace() } }
        if let rest {
          // What is left is a value of the same type: nothing refuses it.
          try? set(rest, for: key, tab: tab)
        } else {
          clear(key, tab: tab)
          clearTogether(with: key, tab: tab)
        }
      }
    }
    for kind in declaration.places { dropPlaces(of: kind) }
    if !declaration.screens.isEmpty { dropScreens() }
  }

  /// What is kept of rows that are gone goes with them; such a place is not shown any more.
  private func dropPlaces(of kind: PlaceKind) {
    guard let row = kind.row else { return }
    let rows = row.rows(in: app.box.world)
    for tab in kind.home == .eachTab ? tabPlaces : [nil] {
      let home = kind.home.scope(in: scene.scope, tab: tab)
      for id in home.nestedIDs(kind.name) where !rows.contains(id) {
        scene.report(
          .rowIsGone, address: home.nested(kind.name, id).address,
          "`\(row.table)` has no row with `\(row.field)` \(id)")
        // Without a store there is nothing to remove now; it is looked for again.
        try? home.nested(kind.name, id).discard()
      }
    }
    guard let shown = shownPlace, shown.kind == kind.name, !rows.contains(shown.id) else { return }
    // No place is one that the window can show.
    try? show(nil)
  }

  /// What belongs together with a value that began anew begins anew with it.
  private func clearTogether(with key: StorageKey, tab: String?) {
    let names = declaration.together.filter { $0.contains(key.name) }.joined()
    for other in declaration.keys where other.name != key.name && names.contains(other.name) {
      for (other, place) in other.standings(in: scene.scope, tabs: tabPlaces, of: declaration)
      where isStored(other, tab: place) && key.isBeside(other, tab == place) {
        clear(other, tab: place)
      }
    }
  }

  private func dropScreens() {
    for tab in scene.navigator == nil ? tabPlaces : [selectedTab] {
      let path = path(in: tab)
      var (rest, lost) = ([String](), [String]())
      for screen in path {
        guard let rule = rule(for: screen), let part = rule.part(of: screen),
          !rule.row.rows(in: app.box.world).contains(part)
        else {
          rest.append(screen)
          continue
        }
        lost.append(screen)
        if rule.row.gone == .cut { break }
      }
      guard let first = lost.first else { continue }
      scene.reportNotRestored(first, in: tab.map { TabID(rawValue: $0) })
      // That the screen is gone was told; a path that is refused stays as it was.
      try? show(rest, in: tab)
    }
  }

  /// What is declared of a screen; what `needs` says at its push is about that screen alone.
  private func rule(for screen: String) -> ScreenDeclaration? {
    if app.box.world.needs[screen] != nil { return nil }
    return declaration.screens.first { $0.part(of: screen) != nil }
  }

  /// Whether it is too early to show a path: its rows are not there yet.
  func waitsForRows(_ path: [String]) -> Bool {
    !app.hasLoadedData && path.contains { rule(for: $0) != nil }
  }
}
