/// Ends the process in the usual way and starts it again: the steps that it stands for.
struct RelaunchStep: StandingStep {
  static let name = "relaunch"
  static let syntax = "relaunch"
  static let summary =
    "Ends the process and starts it again: `background`, `kill` and `launch`, or what `by` says."
  static let argument = Shape.either([.nothing, .map(fields)])
  static let example = """
    - launch: A
    - set: { draft: Tala }
    - relaunch
    - expect: { A: { restored: true, values: { draft: Tala } } }
    - relaunch: { by: stop }
    - expect: { A: { values: { draft: Tala } } }
    """

  private static let endings = ["kill", "stop", "crash", "reboot", "force-quit", "quit"]
  private static let fields = [
    Shape.Field("by", .word(endings), "what ends the process; `kill` comes after `background`")
  ]

  let rounds = FlowRounds()

  init(_ input: StepInput) throws(Diagnostic) {
    guard input.argument != nil else { return }
    _ = try input.map(Self.keys).optionalWord("by", of: Self.endings)
  }

  static func standsFor(_ argument: Node?) -> [String] {
    // One that is misspelt is told where it stands, and ends the process all the same.
    let ending = endings.first { $0 == argument?["by"]?.text } ?? "kill"
    return (ending == "kill" ? ["background"] : []) + [ending, "launch"]
  }
}
