import SceneSimulator

struct KillStep: EndingStep, RunningAppStep {
  static let name = "kill"

  static func check(_ input: StepInput, in check: StepCheck) {
    if check.process.hasFront == .yes, check.fails == nil {
      check.add(
        .appInForeground, at: input.verb.range,
        "`kill`: the system does not take an app that is in front",
        hint: "`background` first – or `stop` if you mean Xcode's stop button, which saves nothing")
      // What follows is not to be told, too.
      return check.process.forget()
    }
    check.process.end()
  }

  static func end(_ simulation: Simulation) throws(StepFailure) { try simulation.kill() }
}
