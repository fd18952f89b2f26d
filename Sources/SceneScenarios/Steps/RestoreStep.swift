internal import SceneLifecycle
import SceneSimulator

/// Asks for what was saved, in a window that came back without it.
struct RestoreStep: NamedWindowStep, RunningAppStep {
  static let name = "restore"
  let window: PlacedName?

  static func check(_ input: StepInput, in check: StepCheck) {
    let name = check.windowOrNone(input, in: .connected)
    check.unlessRight { app in
      guard app.isDeclared, check.fails == nil,
        app.declaration.scenes.allSatisfy({ $0.restoring == .atOnce })
      else { return nil }
      let failure = StepFailure.nothingToRestore(name ?? "the window")
      return check.source.diagnostic(
        failure.code, at: input.verb.range, "`\(Self.name)`: \(failure.message)", hint: failure.hint
      )
    }
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window(window)
    let scene = context.simulation.scene(window.name)
    if let scene, !scene.awaitsRestoration,
      (scene.delegate as? ScenarioScene)?.memory.hasWaited == true
    {
      throw .refused(
        .nothingToRestore, "\(window.name) shows what was saved already",
        hint: "it waited, and was restored by its time or a step before this one")
    }
    guard context.actingScene != nil, scene?.awaitsRestoration == true else {
      return try context.refusing(try window.restore())
    }
    let simulation = context.simulation
    context.putBehind { () throws(StepError) in
      // It may have been closed, or restored, on the way.
      guard simulation.scene(window.name)?.awaitsRestoration == true else { return }
      try context.refusing(try window.restore())
    }
  }
}
