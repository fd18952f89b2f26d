enum TryCommand {
  static let command = Command(
    "try", abstract: "type steps and see the windows after each",
    operands: "APP", operandCount: .range(1...1),
    options: [.value("case", "N", "the case of the scenario whose variables the app gets; 1")],
    operandValues: .files
  ) { invocation, console in
    if invocation.has("no-input"), console.surroundings.inputIsTerminal {
      throw CommandFailure.usage("try reads what you type, and --no-input forbids that")
    }
    guard [.table, .plain].contains(invocation.format) else {
      throw CommandFailure.usage(
        "try draws windows for people, and has no --format \(invocation.format.rawValue)",
        hint: "save the steps, and run them with it", next: "scenesim help try")
    }
    let name = invocation.operands.first ?? ""
    let app = try TryApp(
      name, case: try invocation.number("case", least: 1) ?? 1, console: console)
    let script = TryScript(app: app, title: "Tried out", apps: console.surroundings.apps)
    let (mistakes, source) = script.mistakes()
    if !mistakes.isEmpty {
      TryApp.tell(mistakes, in: source, of: name, console)
      throw CommandFailure(
        .invalidInput, "the app of '\(name)' cannot be tried", code: "not-valid")
    }
    var session = TrySession(script, console: console)
    return try session.run()
  }
}
