import SceneLifecycle
import SceneSimulator
import SceneState

struct ChangeValueStep: WindowStep {
  static let name = "change-value"
  static let argument = Shape.either([.nothing, .value])

  private let value: Node

  init(_ input: StepInput) throws(Diagnostic) {
    value = input.argument ?? Node(.null, range: input.verb.range)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    let node = input.argument ?? Node(.null, range: input.verb.range)
    if VariableText.isIn(node) { return }
    check.unlessRight { app in
      guard app.isDeclared else { return nil }
      let types = app.declaration.scenes.compactMap(\.value)
      if types.isEmpty {
        let failure = StepFailure.noWindowValue(nil, in: app.declaration)
        return check.source.diagnostic(
          .typeMismatch, at: node.range, failure.message, hint: failure.hint)
      }
      // Of which kind the window is, only the run knows.
      var first: Diagnostic?
      for type in types {
        do throws(Diagnostic) {
          _ = try type.value(of: node, in: check.source)
          return nil
        } catch {
          first = first ?? error
        }
      }
      return first
    }
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window()
    let scene = try context.refusing(try window.scene())
    let kind = scene.session.record.scene
    guard let bytes = try context.encoded(value, forScene: kind) else { return }
    try context.refusing(at: value.range) { () throws(StepFailure) in
      do throws(SceneProblem) {
        try scene.changeValue(encoded: bytes)
      } catch {
        throw error.code == .valueIsShown
          ? .otherShowsValue(error.address) : StepFailure(error)
      }
    }
    (scene.delegate as? ScenarioScene)?.updateConditions()
  }
}

extension StepFailure {
  fileprivate static func otherShowsValue(_ name: String) -> StepFailure {
    StepFailure(
      .valueIsShown, "\(name) was opened for this value",
      hint: "close \(name) before; `several: true` at their kind under `scenes` lets both have it")
  }
}
