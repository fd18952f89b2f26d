/// Runs the steps of several lanes in many orders, each from the same moment.
struct ParallelStep: FlowStep {
  static let name = "parallel"
  static let syntax = "parallel: {orders: 50, lanes: {A: [], B: []}, always: {problems: []}}"
  static let summary = "Runs the steps of several lanes in many orders, each from the same moment."
  static let argument = Shape.map(fields)
  static let example = """
    - launch: A
    - open: B
    - parallel:
        orders: 20
        lanes:
          A: [{ in: A, set: { draft: one } }, { background: A }]
          B: [{ in: B, set: { draft: two } }, { close: B }]
        always: { store: { whole: true } }
    - expect: { windows: [A], store: { A: { hawk/draft: one } } }
    """

  private static let fields = [
    Shape.Field("seed", .integer(Int.min...Int.max), "where random orders start"),
    Shape.Field("orders", .integer(1...100_000), "how many orders are tried at most"),
    Shape.Field("order", .integer(1...100_000), "the only order to try"),
    Shape.Field("lanes", .named("a lane", .part(.steps)), "lists of steps", isRequired: true),
    Shape.Field("always", .part(.expectation), "what holds after every step"),
  ]

  /// The steps count once, as in the first order; the runner runs the lanes itself.
  let rounds: [[(name: String, value: Node)]] = [[]]
  /// Where random orders start, if the step says it.
  let seed: Int?
  /// How many orders are tried at most.
  let orders: Int
  /// The only order to try, if one is asked for; from 1.
  let order: Int?
  /// What must hold after every inner step.
  let always: Expectation?

  init(_ input: StepInput) throws(Diagnostic) {
    let map = try NodeMap(
      try input.required(), in: input.source, of: "`parallel`", missingKeysAt: input.verb.range)
    try map.checkKeys(known: Self.keys)
    seed = try map.optionalInt("seed")
    orders = try map.optionalInt("orders", from: 1, to: 100_000) ?? 100
    order = try map.optionalInt("order", from: 1, to: 100_000)
    let lanes = try map.map("lanes")
    if lanes.entries.isEmpty {
      throw input.source.vacuous(try map.required("lanes"), "a `parallel` without lanes")
    }
    always = try map.optional("always").map { (node) throws(Diagnostic) in
      let always = try Expectation(node, in: input.source)
      if always.isOpen {
        throw input.source.contradiction(
          node, "what must hold in every order cannot be filled in",
          hint: "write the check, or an `expect: \"?\"` of its own behind `parallel`")
      }
      return always
    }
  }

  /// The variables of steps and checks are replaced when these run.
  static func replaced(
    _ argument: Node, with variables: Variables, of source: SourceFile
  ) throws(Diagnostic) -> Node {
    var result: [Entry] = []
    for entry in argument.map ?? [] {
      let isLater = entry.key.name == "lanes"
      let value = isLater ? entry.value : try variables.replaced(in: entry.value, of: source)
      result.append(Entry(key: entry.key, value: value))
    }
    return Node(.map(result), style: argument.style, range: argument.range)
  }
}
