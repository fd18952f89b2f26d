/// `scenesim run PATH…`.
enum RunCommand {
  static let command = makeCommand(loader: ScenarioPlayer.load)

  /// Makes the command; tests play cases of their own making.
  static func makeCommand(loader: @escaping ScenarioLoader) -> Command {
    Command(
      "run", abstract: "play scenario files",
      operands: "PATH…", operandCount: .atLeast(1),
      options: [
        .value("case", "N|TEXT", "only the case with this number, or with TEXT in its title"),
        .value("until", "STEP", "stop after the step with this number"),
        .value("store", "DIR", "leave the store of the one case in DIR"),
        .flag("keep-store", "keep the temporary store and say where it is"),
        .value("trace", "FILE", "write what happened in each step to FILE"),
        .flag("fail-fast", "stop after the first failure"),
      ],
      examples: [
        .init("scenesim run scenarios", "every *.scene.yaml below a folder"),
        .init(
          "scenesim run scenarios/01-shared-key.scene.yaml --case 2 --store demo.store",
          "one case, and keep its store"),
        .init("scenesim run - --json < my.scene.yaml", "standard input, for programs"),
      ]
    ) { invocation, console in
      let plan = try RunPlan(invocation, console: console, loader: loader)
      return try RunSession(invocation, console: console, plan: plan).play()
    }
  }
}
