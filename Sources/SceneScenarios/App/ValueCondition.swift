import SceneSimulator

/// `{$value: {didSetUp: false}}`: whether values of the window are so when the turn comes.
struct ValueCondition {
  static let word = "$value"

  private let entries: [Entry]
  private let source: SourceFile

  /// The values that a condition asks for; nil if it asks for none.
  init?(_ condition: Node?, in source: SourceFile) {
    guard let node = condition?[Self.word] else { return nil }
    (entries, self.source) = (node.map ?? [], source)
  }

  /// Looks at what stands in the condition.
  static func validate(_ condition: Node?, in source: SourceFile) throws(Diagnostic) {
    for entry in condition?.map ?? [] where entry.key.name.hasPrefix("$") && entry.key.name != word
    {
      throw source.unknownKey(entry.key, of: "a condition", known: [word])
    }
    guard let node = condition?[word], !VariableText.isIn(node) else { return }
    let entries = try source.map(node, for: "`\(word)`")
    if entries.isEmpty { throw source.vacuous(node, "an empty `\(word)`") }
    try Matcher.check(node, in: source)
  }

  /// Whether all values are as they are wanted.
  ///
  /// - Parameters:
  ///   - scene: The window.
  ///   - app: The app.
  ///   - placed: Says in which place a key is meant.
  /// - Throws: `no-such-key`, and what `placed` throws.
  /// - Returns: Whether they are.
  func holds(
    in scene: any WindowInside, of app: AppDeclaration,
    _ placed: (StorageKey, SourceRange) throws(Diagnostic) -> StorageKey
  ) throws(Diagnostic) -> Bool {
    for entry in entries {
      guard let key = app.key(entry.key.name) else {
        throw Diagnostic(
          .noSuchKey, file: source.path, range: entry.key.range,
          "the app declares no key `\(entry.key.name)`",
          hint: SourceFile.choice(for: entry.key.name, among: app.keys.map(\.name)))
      }
      let value = scene.value(
        of: try placed(key, entry.key.range), tab: scene.selectedTab)
      if Matcher.mismatch(entry.value, value) != nil { return false }
    }
    return true
  }
}

extension StepContext {
  /// Whether a step's `if` holds, values of its window and its place included.
  func holds(
    _ condition: Node?, _ window: PlacedName?, at place: PlacedName? = nil,
    _ variables: Variables, of source: SourceFile
  ) throws(Diagnostic) -> Bool {
    guard let condition else { return true }
    let node = try variables.replaced(in: condition, of: source)
    guard let entries = node.map, let values = ValueCondition(node, in: source) else {
      return try StepCounter(source).holds(condition, variables)
    }
    let others = entries.filter { $0.key.name != ValueCondition.word }
    let rest = Node(.map(others), style: node.style, range: node.range)
    guard try StepCounter(source).holds(rest, variables) else { return false }
    let outer = windowOfStep
    windowOfStep = window
    defer { windowOfStep = outer }
    let scene: any WindowInside
    do throws(StepError) { scene = try inside().scene } catch {
      switch error {
      case .mistake(let mistake): throw mistake
      case .refused(let failure, let range):
        throw Diagnostic(
          failure.code, file: source.path, range: range ?? node.range,
          failure.message, hint: failure.hint)
      }
    }
    return try values.holds(in: scene, of: declaration) { (key, range) throws(Diagnostic) in
      // A key that is not kept in the step's place is meant as it is without one.
      let place = place.flatMap { isKept(key, in: ValuePlace($0.name)) ? $0.name : nil }
      do throws(StepFailure) { return try placed(key, at: place, in: scene) } catch {
        throw Diagnostic(
          error.code, file: source.path, range: range, error.message, hint: error.hint)
      }
    }
  }
}
