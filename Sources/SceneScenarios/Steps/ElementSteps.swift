import SceneSimulator
internal import SceneState

/// Adds a value at the end of a list, as the app's code does.
struct AppendStep: PlacedStep {
  static let name = "append"
  static let syntax = "append: {key: value}"
  static let summary = "Adds a value at the end of a list."
  static let argument = Shape.named("a key", .value)
  static let example = """
    - launch: A
    - append: { path: character/tala }
    - append: { path: character/ren }
    - expect: { A: { path: [character/tala, character/ren] } }
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
      let added = try element.element(of: entry.value, in: context.source)
      guard case .list(let list) = value else { return .list([added]) }
      guard key.type.isSetOrNil else { return .list(list + [added]) }
      // A set has each element once, in the order in which it is stored.
      return list.contains(added) ? nil : .list(ValueType.inOrder(list + [added]))
    }
  }
}

/// Takes a value out of a list, or a key out of a map, as the app's code does.
struct RemoveStep: PlacedStep {
  static let name = "remove"
  static let syntax = "remove: {key: value}"
  static let summary = "Takes a value out of a list, or an entry out of a map by its key."
  static let argument = Shape.named("a key", .value)
  static let example = """
    - launch: A
    - show: [character/tala, character/ren]
    - remove: { path: character/tala }
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
      let element = try key.elementType(for: entry, ofMaps: true, in: context.source)
      let gone = try element.element(of: entry.value, in: context.source)
      // An app may make sure that something is not there.
      if !context.writes.isInApp, !value.holds(gone) {
        context.note(
          "nothing is removed: `\(key.name)` does not have it", at: entry.value.range,
          in: context.source)
      }
      switch value {
      case .list(let list): return .list(list.filter { $0 != gone })
      case .map(let map): return .map(map.filter { .text($0.key) != gone })
      default: return nil
      }
    }
  }
}

extension ScenarioValue {
  /// Whether a list has an element, or a map a key.
  fileprivate func holds(_ element: ScenarioValue) -> Bool {
    switch self {
    case .list(let list): list.contains(element)
    case .map(let map): map.keys.contains { .text($0) == element }
    default: false
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
    for entry: Entry, ofMaps: Bool = false, in source: SourceFile
  ) throws(Diagnostic) -> ValueType {
    if ofMaps, type.isMapOrNil { return .string }
    if let element = type.element, !type.isMapOrNil { return element }
    throw Diagnostic(
      .typeMismatch, file: source.path, range: entry.key.range,
      "`\(name)` is \(ofMaps ? "no list and no map" : "no list"): its type is `\(type)`",
      hint: "`set` replaces a value")
  }
}

extension ValueType {
  /// One element; a list of them is several steps.
  fileprivate func element(of node: Node, in source: SourceFile) throws(Diagnostic) -> ScenarioValue
  {
    do throws(Diagnostic) { return try value(of: node, in: source) } catch {
      guard let nodes = node.list, element == nil else { throw error }
      var mistake = error
      mistake.hint =
        "one at a time, without brackets"
        + (nodes.count > 1 ? ": a step for each, or `for-each`" : "")
      throw mistake
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
  /// A value that a step adds to a list, or takes away.
  fileprivate func element(_ entry: Entry, ofMaps: Bool = false) {
    key(entry.key.name, at: entry.key.range)
    unlessRight { app in
      guard let key = app.declaration.key(entry.key.name) else { return nil }
      do throws(Diagnostic) {
        let type = try key.elementType(for: entry, ofMaps: ofMaps, in: source)
        if !VariableText.isIn(entry.value) { _ = try type.element(of: entry.value, in: source) }
        return nil
      } catch {
        return error
      }
    }
  }
}
