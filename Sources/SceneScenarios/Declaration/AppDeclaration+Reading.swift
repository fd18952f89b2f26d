import SceneLifecycle
import SceneSimulator

// The keys of `app:`, in groups; each collects its own mistakes.
extension AppDeclaration {
  mutating func readPlainValues(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    name = mistakes.read(try map.optionalText("name")) ?? ""
    id = mistakes.read(try map.optionalText("id")) ?? id
    version =
      mistakes.read(try map.optionalInt("version", from: 1, to: Int(UInt32.max))) ?? 1
    tracesDetail =
      mistakes.read(try map.optionalWord("trace", of: ["usual", "detailed"])) == "detailed"
    let devices = Simulation.Device.allCases.map(\.rawValue)
    let word = mistakes.read(try map.optionalWord("device", of: devices))
    device = word.flatMap { Simulation.Device(rawValue: $0) } ?? .iPad
    readProfile(map, &mistakes)
    hasManyWindows =
      mistakes.read(try map.optionalWord("windows", of: ["one", "many"])) != "one"
      && device != .iPhone
    if device == .iPhone, let windows = map.optional("windows"), windows.text == "many" {
      mistakes.append(
        map.source.contradiction(
          windows, "an iPhone shows one window", hint: "write `windows: one`, or `device: ipad`"))
    }
  }

  mutating func readNames(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    tabSource = TabSource.read(map, &mistakes)
    let hasOpenTabs = TabSource.isMeant(in: map)
    for entry in !hasOpenTabs ? mistakes.names(map, "tabs", "a tab", mayBeCapital: true) : [] {
      _ = mistakes.collect { () throws(Diagnostic) in
        let title = try source.text(entry.value, for: "the title of tab `\(entry.key.name)`")
        if title == AppUpdate.remove {
          throw source.contradiction(
            entry.value, "`\(title)` takes something away in an `update`, and only there")
        }
      }
      tabs.append(entry.key.name)
    }
    // A list is told as a mistake; what follows is read as it is meant.
    tabs += map.optional("tabs")?.list?.compactMap { $0.text ?? Self.tabName($0) } ?? []
    types = TypeTable(map.optional("types"), in: source, &mistakes)
    nested = NestedScope.all(map, tabs: tabs, &mistakes)
    places = PlaceKind.all(
      map, tabs: tabs, hasTabs: !tabs.isEmpty || hasOpenTabs, nested: nested, &mistakes)
  }

  /// The name of a tab that is written as a map, as other tools have it.
  static func tabName(_ node: Node) -> String? {
    ["id", "name", "tab", "key", "tag"].lazy.compactMap { node[$0]?.text }.first
  }

  mutating func readStorage(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    let context = StorageKey.Context(
      types: types, tabs: tabs, hasTabs: !tabs.isEmpty || TabSource.isMeant(in: map),
      nested: nested, places: places,
      hasRestoration: map.optional("restoration") != nil
        || map.optional("scenes")?.map?.contains { $0.value["restoration"] != nil } ?? false,
      hasTree: map.optional("tree") != nil,
      migration: ValueMigration(
        migrations: migrations, version: version, typesByVersion: typesByVersion),
      source: source)
    var read: [StorageKey] = []
    // Of a file with so many mistakes no more are told.
    for entry in mistakes.names(map, "storage", "a key", mayBeCapital: true)
    where !mistakes.isFull {
      if let key = StorageKey(entry, context, &mistakes) { read.append(key) }
    }
    keys = read
    together = mistakes.read(try readTogether(map)) ?? []
    var tabSource = tabSource
    tabSource?.check(self, map, &mistakes)
    self.tabSource = tabSource
    checkShownPlace(&mistakes)
  }

  /// `together: [text, isEditing]`, or several such lists.
  private func readTogether(_ map: NodeMap) throws(Diagnostic) -> [[String]]? {
    guard let nodes = try map.optionalList("together"), let first = nodes.first else { return nil }
    let groups = first.list == nil ? [nodes] : nodes.map { $0.list ?? [] }
    return try groups.map { (group) throws(Diagnostic) in
      if group.count == 1 {
        throw source.contradiction(
          group[0], "`together` with one key", hint: "name those, too, that it belongs to")
      }
      return try group.map { (node) throws(Diagnostic) in
        let name = try source.name(node, "key", among: keys.map(\.name))
        guard key(name)?.via == .store, key(name)?.scope != .app else {
          throw source.contradiction(node, "`\(name)` is no value of a window's store")
        }
        return name
      }
    }
  }

  /// In an app with places the key `place` keeps the one that is shown.
  private func checkShownPlace(_ mistakes: inout DiagnosticList) {
    guard !places.isEmpty, let key = key(PlaceKind.shownKey) else { return }
    let isOfWindow = [.scene, .selectedTab].contains(key.scope)
    if [.string, .optional(.string)].contains(key.type), isOfWindow, key.via == .store { return }
    let isText = [.string, .optional(.string)].contains(key.type)
    mistakes.add(
      in: source, .contradiction, at: key.range,
      isText
        ? "`place` keeps the place that a window shows, or each of its tabs, in the store: it has no "
          + "other scope"
        : "`place` keeps the place that a window shows, or each of its tabs: it is a `string?`",
      hint: "write `place: string?` or `place: { type: string?, scope: tab }`, or give the key "
        + "another name")
  }

  mutating func readActivities(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    activities = ActivityDeclaration.all(map, types: types, &mistakes)
    recognised = mistakes.read(try map.optionalTexts("recognises"))
    if let node = map.optional("handlers") {
      handlers = HandlerDeclaration.all(node, of: self, &mistakes)
    }
    if let node = map.optional("restoration") {
      restoration = RestorationDeclaration(node, of: self, &mistakes)
    }
    own = OwnSteps(map, &mistakes)
    actions = ActionDeclaration.all(map, &mistakes)
    fillActs(&mistakes)
    readQuitting(map, &mistakes)
  }

  mutating func readWindows(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    displays = DisplayDeclaration.all(map, &mistakes)
    if let node = map.optional("navigator") {
      navigator = NavigatorDeclaration(node, of: self, map, &mistakes)
    }
    external =
      mistakes.read(try map.optionalWord("external", of: ExternalPolicy.words)).flatMap {
        ExternalPolicy(rawValue: $0)
      } ?? external
    externalWins =
      mistakes.read(
        try map.optionalWord("external-wins", of: ExternalWins.allCases.map(\.rawValue))
      ).flatMap { ExternalWins(rawValue: $0) } ?? externalWins
    scenes = SceneKindDeclaration.all(map, of: self, &mistakes)
    if let node = map.optional("conditions") {
      conditions.read(node, in: source, &mistakes)
    }
    if let node = map.optional("budget") {
      budget = BudgetDeclaration(node, in: source, &mistakes)
    }
    versions = mistakes.read(try Self.versions(map)) ?? []
    if let node = map.optional("explore") {
      explore = ExploreDeclaration(node, in: source, &mistakes)
    }
    retention = RetentionDeclaration(map, places: places, &mistakes)
    keepsTombstones =
      mistakes.read(try map.optionalBool("tombstones")) ?? false
  }

  /// A list of updates, or a map of them by the number of the version.
  private static func versions(_ map: NodeMap) throws(Diagnostic) -> [Node]? {
    guard let node = map.optional("versions"), let versions = node.map else {
      return try map.optionalList("versions")
    }
    return try versions.map { (version) throws(Diagnostic) in
      let changes = try map.source.map(version.value, for: "version `\(version.key.name)`")
      guard version.value["version"] == nil, let number = Int(version.key.name) else {
        return version.value
      }
      let range = version.key.range
      let entry = Entry("version", at: range, Node(.int(number), range: range))
      return version.value.holding(.map([entry] + changes))
    }
  }

  mutating func readData(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    tables = TableDeclaration.all(map, &mistakes)
    lists = ListDeclaration.all(map, tables: tables, tabs: tabs, &mistakes)
    screens = ScreenDeclaration.all(map, of: self, &mistakes)
    let pointing = [
      ("storage", keys.map { ($0.name, $0.row) }), ("places", places.map { ($0.name, $0.row) }),
      ("scenes", scenes.map { ($0.name, $0.row) }),
    ]
    for (part, rows) in pointing {
      for case (let name, let row?) in rows {
        guard let node = map.optional(part)?[name]?["row-of"],
          let mistake = row.mistake(at: node, of: self)
        else { continue }
        mistakes.append(mistake)
      }
    }
    for key in keys where key.row != nil && !key.type.pointsAtRows {
      guard let node = map.optional("storage")?[key.name]?["row-of"] else { continue }
      mistakes.append(
        source.contradiction(
          node, "a `\(key.type)` is no field of a row, and so it points at none",
          hint: "a key of its own holds the field: `{ type: string, row-of: \(node.text ?? "…") }`")
      )
    }
    for (table, _) in own.data where !tables.contains(where: { $0.name == table.name }) {
      mistakes.append(
        source.noSuch(
          "table", Node(.text(table.name), range: table.range), among: tables.map(\.name)))
    }
    let times = ["before-restoring", "after-restoring"]
    loadsDataBeforeRestoring =
      mistakes.read(try map.optionalWord("loads-data", of: times)) != times[1]
    if let node = map.optional("tree") {
      tree = TreeDeclaration(node, in: source, &mistakes)
    }
    allowsSaving =
      mistakes.read(try map.optionalBool("save-allowed")) ?? true
    allowsRestoring =
      mistakes.read(try map.optionalBool("restore-allowed")) ?? true
    restoresFrom =
      mistakes.read { () throws(Diagnostic) in
        let oldest = try map.optionalInt("restores-from", from: 1, to: Int(UInt32.max))
        if let oldest, oldest > version, let node = map.optional("restores-from") {
          throw source.contradiction(
            node, "no tree is ever restored: the app is version \(version)",
            hint: "`restores-from: 1` restores those of all versions")
        }
        return oldest
      } ?? 1
  }
}
