import SceneSimulator
internal import SceneState

extension StepContext {
  /// Writes what becomes of the values of keys; nil leaves one as it is.
  func changeElements(
    _ entries: [Entry],
    _ change: (StorageKey, Entry, ScenarioValue) throws(Diagnostic) -> ScenarioValue?
  ) throws(StepError) {
    let (window, scene) = try inside()
    let tab = scene.selectedTab
    var writes: [(key: StorageKey, value: ScenarioValue, range: SourceRange)] = []
    for entry in entries {
      let key = try key(entry.key.name, at: entry.key.range)
      let value = try checking(try change(key, entry, scene.value(of: key, tab: tab)))
      if let value { writes.append((key, value, entry.value.range)) }
    }
    try window.act { () throws(StepError) in
      for write in writes {
        try refusing(at: write.range, try scene.set(write.value, for: write.key, tab: tab))
      }
    }
  }
}

/// What becomes of the elements of a value.
enum ElementChange {
  case append, prepend, remove
}

extension StorageKey {
  /// The type of what is added to a list or taken away, of maps that of keys.
  func elementType(
    for entry: Entry, _ change: ElementChange, in source: SourceFile
  ) throws(Diagnostic) -> ValueType {
    func mismatch(_ what: String, _ hint: String) -> Diagnostic {
      source.diagnostic(.typeMismatch, at: entry.key.range, "`\(name)` is \(what)", hint: hint)
    }
    if change == .prepend, type.isSetOrNil || type.isMapOrNil {
      let kind = type.isSetOrNil ? "set" : "map"
      throw mismatch("a \(kind), which has no beginning", "`append` adds to a \(kind)")
    }
    if change == .remove, type.isMapOrNil, let entries = entry.value.map, let first = entries.first
    {
      throw source.diagnostic(
        .typeMismatch, at: entry.value.range, "entries of a map go by their keys, this is a map",
        hint: "`remove: { \(name): \(first.key.name) }`")
    }
    if type.isMapOrNil || change == .append && type.hasNamedParts { return .string }
    if let element = type.element { return element }
    let wanted = change == .prepend ? "no list" : "no list and no map"
    throw mismatch("\(wanted): its type is `\(type)`", "`set` replaces a value")
  }

  /// The entries that are added to a map, or the fields of a struct that are others from then on; one
  /// whose name it has takes the place of that.
  func entries(
    in entry: Entry, over value: ScenarioValue = .map([:]), of source: SourceFile
  ) throws(Diagnostic) -> [String: ScenarioValue] {
    if let map = entry.value.map, map.isEmpty {
      throw source.contradiction(
        entry.value, "`append` adds nothing to `\(name)`",
        hint: "name an entry: `append: { \(name): { KEY: … } }`")
    }
    guard entry.value.map != nil else {
      let value = source.text(in: entry.value.range)
      let kind =
        type.isMapOrNil
        ? "map: what is added to it is an entry" : "struct: its fields are changed by their names"
      throw source.diagnostic(
        .typeMismatch, at: entry.value.range,
        "`\(name)` is a \(kind), and this is \(entry.value.kindName)",
        hint: "name the key before its value: `append: { \(name): { KEY: \(value) } }`")
    }
    if case .map = value, let fields = type.fields, let map = entry.value.map {
      // What is not named stays, so that it need not be there.
      var added: [String: ScenarioValue] = [:]
      for field in map {
        guard let part = type.part(field.key.name) else {
          throw source.unknownKey(field.key, of: "type `\(type)`", known: fields.map(\.name))
        }
        added[field.key.name] = try part.value(of: field.value, in: source)
      }
      return added
    }
    guard case .map(let added) = try type.value(of: entry.value, in: source) else { return [:] }
    return added
  }
}

/// An element that has a name by its place in a list.
enum ListEnd: String, CaseIterable {
  case first, last

  /// What a path says for the number of entries.
  static let count = "count"

  /// All that a path may say behind a list.
  static let parts = allCases.map(\.rawValue) + [count]

  /// The end that `$last` or `$first` stands for; nil for another text.
  init?(_ text: String?) {
    guard let end = Self.allCases.first(where: { text == "$\($0.rawValue)" }) else { return nil }
    self = end
  }

  func entry<Element>(of list: [Element]) -> Element? { self == .first ? list.first : list.last }
}

extension ValueType {
  /// One element, or a list of them where that is no element itself.
  func elements(
    of node: Node, in source: SourceFile
  ) throws(Diagnostic) -> [ScenarioValue] {
    guard let nodes = node.list, element == nil else { return [try value(of: node, in: source)] }
    return try nodes.map { (node) throws(Diagnostic) in try value(of: node, in: source) }
  }

  /// The element of such a list that `$last` or `$first` stands for; nil for another text.
  func end(_ node: Node) -> ListEnd? {
    switch self {
    case .list: ListEnd(node.text)
    case .optional(let type): type.end(node)
    default: nil
    }
  }

  var isSetOrNil: Bool {
    switch self {
    case .set: true
    case .optional(let type): type.isSetOrNil
    default: false
    }
  }

  /// Whether it is a map or a struct, to which `append` gives parts by their names.
  var hasNamedParts: Bool { isMapOrNil || fields != nil }

  var isMapOrNil: Bool {
    switch self {
    case .map: true
    case .optional(let type): type.isMapOrNil
    default: false
    }
  }
}

extension StepCheck {
  /// Values that a step adds to a list, or takes away.
  func element(_ entry: Entry, _ change: ElementChange) {
    key(entry.key.name, at: entry.key.range)
    unlessRight { app in
      guard let key = app.declaration.key(entry.key.name) else { return nil }
      do throws(Diagnostic) {
        let type = try key.elementType(for: entry, change, in: source)
        if VariableText.isIn(entry.value) { return nil }
        if change == .append, key.type.hasNamedParts {
          _ = try key.entries(in: entry, of: source)
          return nil
        }
        if change == .remove, key.type.end(entry.value) != nil { return nil }
        _ = try type.elements(of: entry.value, in: source)
        return nil
      } catch {
        return error
      }
    }
  }
}
