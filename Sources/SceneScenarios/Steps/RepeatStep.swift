struct RepeatStep: FlowStep {
  static let name = "repeat"
  static let argument = Shape.integer(0...100_000)

  let rounds: FlowRounds

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    let count = try input.source.int(node, for: "`repeat`")
    guard (0...100_000).contains(count) else {
      throw input.source.diagnostic(
        .wrongValue, at: node.range, "`repeat` takes a number from 0 to 100000")
    }
    rounds = FlowRounds(count) { [("i", Node(.int($0), range: node.range))] }
  }
}
