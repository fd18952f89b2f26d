package import SceneState
import StoreFormat

/// One declared storage key of a scenario's app.
package struct StorageKey: Sendable {
  /// Which values share a place.
  package enum Scope: Hashable, Sendable {
    case scene
    /// One value per tab; the selected one counts.
    case selectedTab
    case tab(String)
    /// A place below a tab, or below the window if the tab is nil.
    case nested(tab: String?, name: String)
    /// One value in each place of these kinds.
    case places([String])
    /// The value of one such place.
    case place(PlaceKind.Home, kind: String, id: String)
    case app
  }

  /// Where a value lives while the app runs.
  package enum Via: String, CaseIterable, Sendable {
    case store
    /// In the scene's activity, which is handed over in the background.
    case activity
    /// In the window's memory, and in the coder of each node of the tree that saves the key.
    case tree
  }

  /// What happens to writes while the stored value cannot be read.
  package enum OnMismatch: String, CaseIterable, Sendable {
    case setAside = "set-aside"
    case fail
    /// Elements of a list, set or map that cannot be read are left out; the others stay.
    case dropElement = "drop-element"
  }

  package let name: String
  package let type: ValueType
  /// What values are made up of: the type, or what a type that only Swift knows is made of.
  package let sample: ValueType
  package internal(set) var scope: Scope
  package let via: Via
  package let onMismatch: OnMismatch
  /// Whether the app means that several tabs show the one value.
  package let isShared: Bool
  /// Whether the app means that a crash takes what was not handed over.
  package let mayLose: Bool
  /// Whether it lives in memory alone.
  package let isTransient: Bool
  /// The rows that the value points at.
  package let row: RowReference?
  /// How many elements the list keeps, the last ones; nil for all.
  package let latest: Int?
  /// The version of its meaning; values of another one are set aside.
  package let version: Int?
  package let initial: ScenarioValue
  /// The field of another key that its first value comes from.
  package let formers: [FormerField]
  /// Whether its first value comes from another key.
  package var isDerived: Bool { !formers.isEmpty }
  /// Where the key is declared.
  package let range: SourceRange
  package let key: SceneKey<ScenarioValue>
  /// Leads values of older versions of the app to this one.
  package let migration: ValueMigration

  /// The key under which an app keeps its selected tab.
  package static let selectedTab = SelectedTab.keyName
  /// The key under which an app keeps its path.
  package static let path = "path"

  static let known = ScenarioLanguage.storageKey.names

  /// What a key's declaration may refer to.
  struct Context {
    let types: TypeTable
    let tabs: [String]
    let hasTabs: Bool
    let nested: [NestedScope]
    let places: [PlaceKind]
    let hasRestoration: Bool
    let hasTree: Bool
    let migration: ValueMigration
    let source: SourceFile
  }

  /// Reads one entry under `storage:`; nil if it has no type that can be used.
  init?(_ entry: Entry, _ context: Context, _ mistakes: inout DiagnosticList) {
    let source = context.source
    name = entry.key.name
    range = entry.key.range
    migration = context.migration
    var typeNode: Node? = entry.value
    var map: NodeMap?
    // The short form is a type by itself: `draft: string`, `path: [string]`.
    if entry.value.text == nil, entry.value.list == nil {
      map = Self.parts(entry, in: source, &mistakes)
      guard let map else { return nil }
      typeNode = mistakes.collect(try map.required("type"))
    }
    let declared = typeNode.flatMap { node in
      mistakes.collect { () throws(Diagnostic) in try context.types.type(node) }
    }
    let (range, name) = (range, name)
    let scope = mistakes.collect(try Self.scope(map?.optional("scope"), name: name, context))
    via = Self.word(map, "via", &mistakes).flatMap { Via(rawValue: $0) } ?? .store
    onMismatch =
      Self.word(map, "on-mismatch", &mistakes).flatMap { OnMismatch(rawValue: $0) } ?? .setAside
    isShared = Self.isShared(map, scope, name, &mistakes)
    mayLose = Self.isSaid("may-lose", map, &mistakes)
    isTransient = Self.isTransient(map, &mistakes)
    if via == .store, !isTransient { Self.checkLosesNothing(map, name, &mistakes) }
    Self.check(via, map, scope: scope, context, &mistakes)
    version = mistakes.read(try map?.optionalInt("key-version", from: 1, to: Int(UInt32.max)))
    formers = Self.formers(map, name, declared, &mistakes)
    latest = Self.limit(map, &mistakes)
    let isMany = declared?.element != nil
    row = RowReference(
      map, words: isMany ? RowReference.Gone.ofManyKeys : RowReference.Gone.ofPlainKeys,
      otherwise: isMany ? .cut : .default, &mistakes)
    guard let declared else { return nil }
    if onMismatch == .dropElement { Self.checkElements(map, name, declared, &mistakes) }
    let initial = mistakes.collect { () throws(Diagnostic) in
      try Self.checkReserved(name, declared, at: typeNode?.range ?? range, in: source)
      return try Self.initial(
        map?.optional("default"), name: name, type: declared, context, at: range)
    }
    guard let scope, let initial else { return nil }
    Self.checkLimit(map, latest, name, declared, initial, &mistakes)
    (type, sample, self.scope, self.initial) = (declared, declared, scope, initial)
    let migration = migration
    let migrate: AppMigration = { (stored, version) throws(CodingProblem) -> EncodedValue? in
      try migration.migrated(stored, as: declared, key: name, from: Int(version))
    }
    key = SceneKey(
      name: name, default: initial, scope: .inherited,
      version: version ?? 1,
      options: Self.options(
        onMismatch, version, isTransient,
        saysWhere: name == Self.path || name == PlaceKind.shownKey && !context.places.isEmpty),
      migrations: formers.map { $0.migration(to: declared) },
      coding: declared.coding(key: name), migrate: migration.isEmpty ? nil : migrate)
  }

  /// Only what has elements can lose some.
  private static func checkElements(
    _ map: NodeMap?, _ name: String, _ type: ValueType, _ mistakes: inout DiagnosticList
  ) {
    guard let map, let node = map.optional("on-mismatch"), !type.isCollection else { return }
    mistakes.append(
      map.source.contradiction(
        node, "`\(name)` is a `\(type)`, which has no elements to drop",
        hint: "write `set-aside` or `fail`, or make it a list, a set or a map"))
  }

  private static func limit(_ map: NodeMap?, _ mistakes: inout DiagnosticList) -> Int? {
    mistakes.read(try map?.optionalInt("latest", from: 1, to: Int.max))
  }

  /// Only a list has a first element to push out.
  private static func checkLimit(
    _ map: NodeMap?, _ limit: Int?, _ name: String, _ type: ValueType, _ initial: ScenarioValue,
    _ mistakes: inout DiagnosticList
  ) {
    guard let map, let limit, let node = map.optional("latest") else { return }
    guard type.isListOrNil else {
      return mistakes.append(
        map.source.contradiction(
          node,
          "`\(name)` is a `\(type)`, and `latest` is for lists: the last ones of them are kept",
          hint: "make it a list, or leave `latest` out; of places `retention` keeps the last ones"))
    }
    if case .list(let elements) = initial, elements.count > limit {
      mistakes.append(
        map.source.contradiction(
          node, "the default of `\(name)` has \(elements.count) elements, and \(limit) are kept",
          hint: "shorten `default`, or write `latest: \(elements.count)`"))
    }
  }

  /// Only what is handed over can be lost.
  private static func checkLosesNothing(
    _ map: NodeMap?, _ name: String, _ mistakes: inout DiagnosticList
  ) {
    guard let map, let node = map.optional("may-lose"), node.bool == true else { return }
    mistakes.append(
      map.source.contradiction(
        node, "the store keeps `\(name)`, and loses nothing of it",
        hint: "`may-lose` is about values with `via: activity` or `via: tree`: leave it out"))
  }

  private static func isSaid(
    _ key: String, _ map: NodeMap?, _ mistakes: inout DiagnosticList
  ) -> Bool {
    mistakes.read(try map?.optionalBool(key)) ?? false
  }

  /// Whether tabs may show one value; where each has its own there is none to share.
  private static func isShared(
    _ map: NodeMap?, _ scope: Scope?, _ name: String, _ mistakes: inout DiagnosticList
  ) -> Bool {
    let isShared = isSaid("shared", map, &mistakes)
    guard isShared, scope == .selectedTab, let map, let node = map.optional("shared") else {
      return isShared
    }
    mistakes.append(
      map.source.contradiction(
        node, "each tab has its own `\(name)` (`scope: tab`): there is no value to share",
        hint: "write `scope: scene` for one value in all tabs, or leave `shared` out"))
    return true
  }

  /// Whether it is never stored; what is said of reading it again then has no effect.
  private static func isTransient(_ map: NodeMap?, _ mistakes: inout DiagnosticList) -> Bool {
    guard isSaid("transient", map, &mistakes), let map else { return false }
    for name in ["via", "on-mismatch", "key-version", "was", "may-lose"] {
      guard let entry = map.entry(name) else { continue }
      mistakes.append(
        map.source.contradiction(
          entry.value, "`\(name)` is about what is stored, and a `transient` value never is",
          hint: "leave one of them out"))
    }
    return true
  }

  /// The keys whose fields give the first value: the first one that can be taken.
  private static func formers(
    _ map: NodeMap?, _ name: String, _ type: ValueType?, _ mistakes: inout DiagnosticList
  ) -> [FormerField] {
    guard let map else { return [] }
    let words = map.optional("convert")
    guard let node = map.optional("was") else {
      if let words {
        mistakes.append(map.source.missingKey("was", of: map.subject, at: words.range))
      }
      return []
    }
    return mistakes.collect { () throws(Diagnostic) in
      let table = try words.map { (node) throws(Diagnostic) in
        for word in node.map ?? [] { _ = try type?.value(of: word.value, in: map.source) }
        return try WordTable(node, for: "`convert`", in: map.source)
      }
      if node.list?.isEmpty == true {
        throw map.source.diagnostic(
          .wrongValue, at: node.range, "`was` names no key", hint: "leave it out")
      }
      let nodes = node.list ?? [node]
      return try nodes.enumerated().map { (index, node) throws(Diagnostic) in
        try FormerField(
          node, of: name, table, isLast: index == nodes.count - 1, in: map.source)
      }
    } ?? []
  }

  private static func options(
    _ onMismatch: OnMismatch, _ version: Int?, _ isTransient: Bool, saysWhere: Bool
  ) -> SceneKeyOptions {
    var options = onMismatch.options
    if isTransient { options.insert(.transient) }
    if saysWhere { options.insert(.navigation) }
    if version != nil { options.insert(.onlyThisVersion) }
    return options
  }

  /// What is kept of a value that is written: a list with a limit lets go of its first elements.
  package func kept(of value: ScenarioValue) -> ScenarioValue {
    guard let latest, case .list(let elements) = value, elements.count > latest else {
      return value
    }
    return .list(elements.suffix(latest))
  }

  func standing(at place: ValuePlace, in app: AppDeclaration) -> StorageKey {
    var key = self
    key.scope = .standing(at: place, in: app)
    return key
  }

  private static func word(
    _ map: NodeMap?, _ key: String, _ mistakes: inout DiagnosticList
  ) -> String? {
    let words =
      key == "via" ? Via.allCases.map(\.rawValue) : OnMismatch.allCases.map(\.rawValue)
    return mistakes.read(try map?.optionalWord(key, of: words))
  }

  /// A value in an activity or a tree needs one, and there is one per window.
  private static func check(
    _ via: Via, _ map: NodeMap?, scope: Scope?, _ context: Context, _ mistakes: inout DiagnosticList
  ) {
    guard via != .store, let node = map?.optional("via") else { return }
    let isInTree = via == .tree
    let needed = isInTree ? "tree" : "restoration"
    if isInTree ? !context.hasTree : !context.hasRestoration {
      let addition = isInTree ? "`tree: { … }`" : "`restoration: { activity: … }`"
      mistakes.append(
        context.source.contradiction(
          node, "`via: \(via.rawValue)` in an app without `\(needed)`",
          hint: "add \(addition) to the app, or leave `via` out"))
    } else if let scope, scope != .scene {
      mistakes.append(
        context.source.contradiction(
          node,
          "a value in the window's \(via.rawValue) belongs to the window, not to another scope",
          hint: "write `scope: scene`; without `via` the store keeps it where `scope` says, and it "
            + "does not expire"
        ))
    }
  }

  private static func initial(
    _ node: Node?, name: String, type: ValueType, _ context: Context, at range: SourceRange
  ) throws(Diagnostic) -> ScenarioValue {
    if let node {
      let value = try type.value(of: node, in: context.source)
      if name == selectedTab, case .text(let tab) = value, !context.tabs.isEmpty,
        !context.tabs.contains(tab)
      {
        throw context.source.noSuch("tab", node, among: context.tabs)
      }
      return value
    }
    if name == selectedTab, let first = context.tabs.first { return .text(first) }
    if let value = type.initialValue { return value }
    throw context.source.diagnostic(
      .missingKey, at: range, "`default` is missing: a `\(type)` has none of its own",
      hint: "add `default: …`, or declare it as `\(type)?`")
  }

  /// The map of a key; one that is a type by itself has no short form.
  private static func parts(
    _ entry: Entry, in source: SourceFile, _ mistakes: inout DiagnosticList
  ) -> NodeMap? {
    let subject = "storage key `\(entry.key.name)`"
    if let words = entry.value["one-of"], entry.value["type"] == nil {
      var mistake = source.missingKey("type", of: subject, at: entry.value.range)
      mistake.hint = "write `type: { one-of: \(source.text(in: words.range)) }`"
      mistakes.append(mistake)
      return nil
    }
    guard let inner = entry.value["string"], entry.value.map?.count == 1 else {
      return mistakes.map(entry.value, in: source, of: subject, known: known)
    }
    var mistake = source.missingKey("type", of: subject, at: entry.value.range)
    let written = source.text(in: inner.range)
    mistake.hint = "write `\(entry.key.name): { type: { string: \(written) } }`"
    mistakes.append(mistake)
    return nil
  }

  private static func checkReserved(
    _ name: String, _ type: ValueType, at range: SourceRange, in source: SourceFile
  ) throws(Diagnostic) {
    let wanted: ValueType
    switch name {
    case selectedTab: wanted = .string
    case path: wanted = .list(.string)
    default: return
    }
    if type == wanted { return }
    throw source.diagnostic(
      .contradiction, at: range, "`\(name)` must be `\(wanted)`, not `\(type)`",
      hint: "write `\(name): \(wanted)`"
        + (wanted == .string ? "; where no tab is selected it is empty" : ""))
  }
}

extension StorageKey.OnMismatch {
  var options: SceneKeyOptions {
    switch self {
    case .setAside: []
    case .fail: .refusesWhenUnreadable
    case .dropElement: .dropsElements
    }
  }
}
