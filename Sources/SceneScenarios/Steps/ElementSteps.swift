import SceneSimulator
internal import SceneState

/// Adds values at the end of a list, as the app's code does.
struct AppendStep: PlacedStep {
  static let name = "append"
  static let syntax = "append: {key: value}"
  static let summary = "Adds a value at the end of a list, or several of them."
  static let argument = Shape.named("a key", .value)
  static let example = """
    - launch: A
    - append: { path: character/tala }
    - append: { path: [character/ren, character/seth] }
    - expect: { A: { path: [character/tala, character/ren, character/seth] } }
    """

  private let entries: [Entry]

  init(_ input: StepInput) throws(Diagnostic) {
    entries = try input.source.map(try input.required(), for: "`append`")
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsWindow(input)
    for entry in input.argument?.map ?? [] { check.element(entry) }
  }

  func run(in context: StepContext) throws(StepError) {
    try context.changeElements(entries) { (key, entry, value) throws(Diagnostic) in
      let element = try key.elementType(for: entry, in: context.source)
      let added = try element.elements(of: entry.value, in: context.source)
      guard case .list(let list) = value else { return .list(added) }
      guard key.type.isSetOrNil else { return .list(list + added) }
      // A set has each element once, in the order in which it is stored.
      let new = added.filter { !list.contains($0) }
      return new.isEmpty ? nil : .list(ValueType.inOrder(list + new))
    }
  }
}

/// Adds values at the beginning of a list, as the app's code does.
struct PrependStep: PlacedStep {
  static let name = "prepend"
  static let syntax = "prepend: {key: value}"
  static let summary =
    "Adds a value at the beginning of a list, or several of them; one with `latest` lets go of its last "
    + "ones."
  static let argument = Shape.named("a key", .value)
  static let example = """
    - launch: A
    - append: { path: character/seth }
    - prepend: { path: [character/tala, character/ren] }
    - expect: { A: { path: [character/tala, character/ren, character/seth] } }
    """

  private let entries: [Entry]

  init(_ input: StepInput) throws(Diagnostic) {
    entries = try input.source.map(try input.required(), for: "`prepend`")
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsWindow(input)
    for entry in input.argument?.map ?? [] { check.element(entry, inOrder: true) }
  }

  func run(in context: StepContext) throws(StepError) {
    try context.changeElements(entries) { (key, entry, value) throws(Diagnostic) in
      let element = try key.elementType(for: entry, inOrder: true, in: context.source)
      let added = try element.elements(of: entry.value, in: context.source)
      guard case .list(let list) = value else { return .list(added) }
      return .list(Array((added + list).prefix(key.latest ?? .max)))
    }
  }
}

/// Takes values out of a list, or keys out of a map, as the app's code does.
struct RemoveStep: PlacedStep {
  static let name = "remove"
  static let syntax = "remove: {key: value}"
  static let summary =
    "Takes a value out of a list, or several, or with `$last` or `$first` that one; out of a map "
    + "entries by their keys."
  static let argument = Shape.named("a key", .value)
  static let example = """
    - launch: A
    - show: [character/tala, character/ren, character/seth]
    - remove: { path: character/tala }
    - remove: { path: $last }
    - expect: { A: { path: [character/ren] } }
    """

  private let entries: [Entry]

  init(_ input: StepInput) throws(Diagnostic) {
    entries = try input.source.map(try input.required(), for: "`remove`")
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsWindow(input)
    for entry in input.argument?.map ?? [] { check.element(entry, ofMaps: true) }
  }

  func run(in context: StepContext) throws(StepError) {
    try context.changeElements(entries) { (key, entry, value) throws(Diagnostic) in
      let end = key.type.end(entry.value)
      let element = try key.elementType(for: entry, ofMaps: true, in: context.source)
      let gone = end == nil ? try element.elements(of: entry.value, in: context.source) : []
      // An app may make sure that something is not there.
      if !context.writes.isInApp, end == nil ? !value.holds(gone) : value == .list([]) {
        context.note(
          "nothing is removed: `\(key.name)` does not have it", at: entry.value.range,
          in: context.source)
        context.writes.causes.miss(key.name, in: context.log.step)
      }
      switch value {
      case .list(let list) where end == .last: return .list(list.dropLast())
      case .list(let list) where end == .first: return .list(Array(list.dropFirst()))
      case .list(let list): return .list(list.filter { !gone.contains($0) })
      case .map(let map): return .map(map.filter { !gone.contains(.text($0.key)) })
      default: return nil
      }
    }
  }
}

extension ScenarioValue {
  /// Whether a list has all these elements, or a map these keys.
  fileprivate func holds(_ elements: [ScenarioValue]) -> Bool {
    elements.allSatisfy { element in
      switch self {
      case .list(let list): list.contains(element)
      case .map(let map): map.keys.contains { .text($0) == element }
      default: false
      }
    }
  }
}

extension StepContext {
  /// Writes what becomes of the values of keys; nil leaves one as it is.
  fileprivate func changeElements(
    _ entries: [Entry],
    _ change: (StorageKey, Entry, ScenarioValue) throws(Diagnostic) -> ScenarioValue?
  ) throws(StepError) {
    let (window, scene) = try inside()
    let tab = scene.selectedTab
    var writes: [(key: StorageKey, value: ScenarioValue, range: SourceRange)] = []
    for entry in entries {
      let key = try key(entry.key.name, at: entry.key.range)
      let value = try checking { () throws(Diagnostic) in
        try change(key, entry, scene.value(of: key, tab: tab))
      }
      if let value { writes.append((key, value, entry.value.range)) }
    }
    try window.act { () throws(StepError) in
      for write in writes {
        try refusing(at: write.range) { () throws(StepFailure) in
          try scene.set(write.value, for: write.key, tab: tab)
        }
      }
    }
  }
}

extension StorageKey {
  /// The type of what is added to a list or taken away, of maps that of keys.
  fileprivate func elementType(
    for entry: Entry, ofMaps: Bool = false, inOrder: Bool = false, in source: SourceFile
  ) throws(Diagnostic) -> ValueType {
    if inOrder, type.isSetOrNil {
      throw Diagnostic(
        .typeMismatch, file: source.path, range: entry.key.range,
        "`\(name)` is a set, which has no beginning", hint: "`append` adds to a set")
    }
    if ofMaps, type.isMapOrNil { return .string }
    if let element = type.element, !type.isMapOrNil { return element }
    throw Diagnostic(
      .typeMismatch, file: source.path, range: entry.key.range,
      "`\(name)` is \(ofMaps ? "no list and no map" : "no list"): its type is `\(type)`",
      hint: "`set` replaces a value")
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
  fileprivate func elements(
    of node: Node, in source: SourceFile
  ) throws(Diagnostic) -> [ScenarioValue] {
    guard let nodes = node.list, element == nil else { return [try value(of: node, in: source)] }
    return try nodes.map { (node) throws(Diagnostic) in try value(of: node, in: source) }
  }

  /// The element of such a list that `$last` or `$first` stands for; nil for another text.
  fileprivate func end(_ node: Node) -> ListEnd? {
    switch self {
    case .list: ListEnd(node.text)
    case .optional(let type): type.end(node)
    default: nil
    }
  }

  fileprivate var isSetOrNil: Bool {
    switch self {
    case .set: true
    case .optional(let type): type.isSetOrNil
    default: false
    }
  }

  fileprivate var isMapOrNil: Bool {
    switch self {
    case .map: true
    case .optional(let type): type.isMapOrNil
    default: false
    }
  }
}

extension StepCheck {
  /// Values that a step adds to a list, or takes away.
  fileprivate func element(_ entry: Entry, ofMaps: Bool = false, inOrder: Bool = false) {
    key(entry.key.name, at: entry.key.range)
    unlessRight { app in
      guard let key = app.declaration.key(entry.key.name) else { return nil }
      do throws(Diagnostic) {
        let type = try key.elementType(
          for: entry, ofMaps: ofMaps, inOrder: inOrder, in: source)
        if VariableText.isIn(entry.value) || ofMaps && key.type.end(entry.value) != nil {
          return nil
        }
        _ = try type.elements(of: entry.value, in: source)
        return nil
      } catch {
        return error
      }
    }
  }
}
