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
  /// - Throws: `no-such-key`.
  func holds(
    in scene: any WindowInside, of app: AppDeclaration
  ) throws(Diagnostic) -> Bool {
    for entry in entries {
      guard let key = app.key(entry.key.name) else {
        throw Diagnostic(
          .noSuchKey, file: source.path, range: entry.key.range,
          "the app declares no key `\(entry.key.name)`",
          hint: SourceFile.choice(for: entry.key.name, among: app.keys.map(\.name)))
      }
      let value = scene.value(of: key, tab: scene.selectedTab)
      if Matcher.mismatch(entry.value, value) != nil { return false }
    }
    return true
  }
}

extension StepContext {
  /// Whether a step's `if` holds, values of its window included.
  func holds(
    _ condition: Node?, _ window: PlacedName?, _ variables: Variables, of source: SourceFile
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
    return try values.holds(in: scene, of: declaration)
  }
}
