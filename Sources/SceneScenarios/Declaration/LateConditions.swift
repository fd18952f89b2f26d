import SceneLifecycle

/// What the windows of a kind prefer and can take: `prefers: ["${window.value}"]`, `can: []`.
///
/// A key that holds a list, as that of the open tabs does, stands for each of its entries.
struct LateConditions: Sendable {
  /// A list that is not given is the app's.
  private let prefers: [LateText]?
  private let can: [LateText]?

  init() { (prefers, can) = (nil, nil) }

  /// Reads both lists of a kind of window.
  init(_ map: NodeMap, known: OwnNames, _ mistakes: inout DiagnosticList) {
    func texts(_ key: String) -> [LateText]? {
      guard let node = map.optional(key) else { return nil }
      let texts = mistakes.collect(try map.source.texts(node, for: "`\(key)`"))
      guard texts != nil else { return nil }
      return node.list?.compactMap { text in
        mistakes.collect { () throws(Diagnostic) in
          try LateText(text, known: known, in: map.source)
        }
      }
    }
    prefers = texts("prefers")
    can = texts("can")
  }

  var isEmpty: Bool { prefers == nil && can == nil }

  /// What a window prefers and can take now.
  func now(
    _ texts: (LateText) -> [String], else other: ActivationConditions
  ) -> ActivationConditions {
    ActivationConditions(
      can: can.map { $0.flatMap(texts) } ?? other.can,
      prefers: prefers.map { $0.flatMap(texts) } ?? other.prefers)
  }
}

extension ScenarioScene {
  /// The declaration of the window's kind.
  var kind: SceneKindDeclaration? {
    declaration.scenes.first { $0.name == scene.session.record.scene }
  }

  /// Says what the window prefers and can take, if that has become something else since it was
  /// said: what the step `conditions` says lasts until then.
  func updateConditions() {
    guard let kind, case let late = kind.conditions, !late.isEmpty else { return }
    var other = declaration.conditions
    if kind.isForExternalDisplay { other.can = [] }
    let now = late.now({ texts($0) }, else: other)
    guard now != memory.conditions else { return }
    // A window that comes back keeps what it said last.
    if memory.conditions != nil || !scene.isRestored { scene.conditions = now }
    memory.conditions = now
  }
}
