import SceneLifecycle
import SceneSimulator

/// What the user of a declared app can do by a name: `actions: {log-out: [{clear: [user]}]}`.
package struct ActionDeclaration: Sendable {
  package let name: String
  package internal(set) var steps: [ParsedStep]
  /// The fields of the payload that its steps use; without them it cannot be done.
  package let fields: [String]

  /// Whether its steps open or close windows.
  package var changesWindows: Bool {
    steps.andInner.contains {
      $0.kind is OpenStep.Type || $0.kind is CloseStep.Type || $0.kind is CloseTabStep.Type
        || $0.kind is RestoreStep.Type || $0.kind is UndoCloseStep.Type
        || $0.kind is MoveTabStep.Type && $0.argument?["to"] != nil
    }
  }

  /// Reads the map under `actions:`.
  static func all(
    _ map: NodeMap, _ mistakes: inout DiagnosticList
  ) -> [ActionDeclaration] {
    mistakes.names(map, "actions", "an action").map { entry in
      let steps = InsideSteps.read(
        entry.value, for: "action `\(entry.key.name)`", in: map.source, &mistakes)
      let fields = Set(
        VariableUse.variables(in: entry.value).compactMap { $0.field(of: "payload") }
      ).sorted()
      return ActionDeclaration(name: entry.key.name, steps: steps, fields: fields)
    }
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
    // A failure is kept by the runner, which ends the step with it.
    try? app.runSteps(action.steps, scene, [("payload", payload ?? .map([]))], nil)
  }
}
