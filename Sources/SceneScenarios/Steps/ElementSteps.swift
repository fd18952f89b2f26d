struct AppendStep: ElementStep {
  static let name = "append"
  static let change = ElementChange.append
  let entries: [Entry]

  func run(in context: StepContext) throws(StepError) {
    try context.changeElements(entries) { (key, entry, value) throws(Diagnostic) in
      if key.type.hasNamedParts {
        let added = try key.entries(in: entry, over: value, of: context.source)
        guard case .map(let map) = value else { return .map(added) }
        let all = map.merging(added) { $1 }
        // Fields that are nil are left out.
        return .map(key.type.isMapOrNil ? all : all.filter { $0.value != .null })
      }
      let element = try key.elementType(for: entry, .append, in: context.source)
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
struct PrependStep: ElementStep {
  static let name = "prepend"
  static let change = ElementChange.prepend
  let entries: [Entry]

  func run(in context: StepContext) throws(StepError) {
    try context.changeElements(entries) { (key, entry, value) throws(Diagnostic) in
      let element = try key.elementType(for: entry, .prepend, in: context.source)
      let added = try element.elements(of: entry.value, in: context.source)
      guard case .list(let list) = value else { return .list(added) }
      return .list(Array((added + list).prefix(key.latest ?? .max)))
    }
  }
}

/// Takes values out of a list, or keys out of a map, as the app's code does.
struct RemoveStep: ElementStep {
  static let name = "remove"
  static let change = ElementChange.remove
  let entries: [Entry]

  func run(in context: StepContext) throws(StepError) {
    try context.changeElements(entries) { (key, entry, value) throws(Diagnostic) in
      let end = key.type.end(entry.value)
      let element = try key.elementType(for: entry, .remove, in: context.source)
      let gone = end == nil ? try element.elements(of: entry.value, in: context.source) : []
      // An app may make sure that something is not there.
      if !context.fates.isInApp, end == nil ? !value.holds(gone) : value == .list([]) {
        context.note(
          "nothing is removed: `\(key.name)` does not have it", at: entry.value.range)
        context.fates.note(.missed, about: .key(key.name))
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

/// A step that changes elements of lists, sets and maps.
protocol ElementStep: PlacedStep, WindowStep {
  static var change: ElementChange { get }
  init(entries: [Entry])
}

extension ElementStep {
  static var argument: Shape { .named("a key", .value) }

  init(_ input: StepInput) throws(Diagnostic) {
    self.init(entries: try input.source.map(try input.required(), for: "`\(Self.name)`"))
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    for entry in input.argument?.map ?? [] { check.element(entry, change) }
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
