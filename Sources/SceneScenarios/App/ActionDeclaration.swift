import SceneLifecycle
import SceneSimulator

/// What the user of a declared app can do by a name: `actions: {log-out: [{clear: [user]}]}`.
package struct ActionDeclaration: Sendable {
  package let name: String
  package let steps: [ParsedStep]
  /// The fields of the payload that its steps use; without them it cannot be done.
  package let fields: [String]

  /// Whether its steps open or close windows.
  package var changesWindows: Bool {
    steps.andInner.contains {
      $0.kind is OpenStep.Type || $0.kind is CloseStep.Type || $0.kind is CloseTabStep.Type
        || $0.kind is RestoreStep.Type || $0.kind is MoveTabStep.Type && $0.argument?["to"] != nil
    }
  }

  /// Reads the map under `actions:`.
  static func all(
    _ map: NodeMap, _ mistakes: inout DiagnosticList
  ) -> [ActionDeclaration] {
    mistakes.names(map, "actions", "an action").map { entry in
      let steps = InsideSteps.read(
        entry.value, for: "action `\(entry.key.name)`", in: map.source, &mistakes)
      let fields = Set(VariableText.names(in: entry.value).compactMap(Self.field)).sorted()
      return ActionDeclaration(name: entry.key.name, steps: steps, fields: fields)
    }
  }

  /// The field of `payload.file`.
  private static func field(_ variable: String) -> String? {
    let parts = variable.split(separator: ".").map(String.init)
    return parts.count > 1 && parts[0] == "payload" ? parts[1] : nil
  }

  /// The first field that it uses and that is not given.
  func missing(in payload: Node?) -> String? { fields.first { payload?[$0] == nil } }

  /// How it is done, or put off, for messages.
  func written(isLater: Bool = false) -> String {
    let given = "{ \(fields.map { "\($0): …" }.joined(separator: ", ")) }"
    if isLater { return "later: { \(name): { after: 10s, payload: \(given) } }" }
    return fields.isEmpty ? "act: \(name)" : "act: { \(name): \(given) }"
  }
}

extension VariableText {
  /// The variables in a node, at any depth.
  package static func names(in node: Node) -> [String] {
    switch node.content {
    case .text(let text):
      // A text that is not well formed is reported where its step is read.
      let parts = (try? parts(of: text, node, SourceFile(path: "", text: ""))) ?? []
      return parts.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    case .list(let nodes): return nodes.flatMap { names(in: $0) }
    case .map(let entries): return entries.flatMap { names(in: $0.keyText) + names(in: $0.value) }
    default: return []
    }
  }
}

extension ScenarioApp: ExplorableApp {
  func actions(in scene: ConnectedScene) -> [SceneAction] {
    declaration.actions.map { action in
      SceneAction(action.name) { (scene.delegate as? ScenarioScene)?.act(action, with: nil) }
    }
  }
}

extension ScenarioScene {
  /// Does what the app offers; `payload` is what the step gives it.
  func act(_ action: ActionDeclaration, with payload: Node?) {
    let none = Node(.map([]), range: SourceRange(at: .start))
    // A failure is kept by the runner, which ends the step with it.
    try? app.runSteps(action.steps, scene, [("payload", payload ?? none)], nil)
  }
}
