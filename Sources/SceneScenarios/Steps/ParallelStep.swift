struct ParallelStep: FlowStep {
  static let name = "parallel"
  static let argument = Shape.map(fields)

  private static let fields = [
    Shape.Field("seed", .integer(Int.min...Int.max), "where random orders start"),
    Shape.Field("orders", .integer(1...100_000), "how many orders are tried at most"),
    Shape.Field(
      "order",
      .either([
        .integer(1...100_000), .written("an order such as 7/212", pattern: "^[0-9]+/[0-9]+$"),
      ]), "the only order to try"),
    Shape.Field("lanes", .named("a lane", .part(.steps)), "lists of steps", isRequired: true),
    Shape.Field("always", .part(.expectation), "what holds after every step"),
    Shape.Field("then", .part(.steps), "steps that run after every order"),
  ]

  /// The steps count once, as in the first order; the runner runs the lanes itself.
  let rounds = FlowRounds()
  /// Where random orders start, if the step says it.
  let seed: Int?
  /// How many orders are tried at most.
  let orders: Int
  /// The only order to try, if one is asked for.
  let order: ChosenOrder?
  /// What must hold after every inner step.
  let always: Expectation?

  init(_ input: StepInput) throws(Diagnostic) {
    let map = try NodeMap(
      try input.required(), in: input.source, of: "`parallel`", missingKeysAt: input.verb.range)
    try map.checkKeys(known: Self.keys)
    seed = try map.optionalInt("seed")
    orders = try map.optionalInt("orders", from: 1, to: 100_000) ?? 100
    order = try map.optional("order").map { (node) throws(Diagnostic) in
      try ChosenOrder(node, map)
    }
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
      let isLater = ["lanes", "then"].contains(entry.key.name)
      let value = isLater ? entry.value : try variables.replaced(in: entry.value, of: source)
      result.append(Entry(key: entry.key, value: value))
    }
    return argument.holding(.map(result))
  }
}

/// One of the orders, as a failure names it: `order: 7/212`, or the number alone.
struct ChosenOrder {
  /// From 1.
  let number: Int
  /// How many orders there were; nil if only the number is given.
  let of: Int?
  let range: SourceRange

  init(_ node: Node, _ map: NodeMap) throws(Diagnostic) {
    range = node.range
    guard let text = node.text, !text.contains("${") else {
      number = try map.optionalInt("order", from: 1, to: 100_000) ?? 1
      of = nil
      return
    }
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let of = numbers[1],
      1...of ~= number
    else {
      throw map.source.diagnostic(
        .wrongValue, at: range, "`\(text)` is no value of `order`",
        hint: "write the order as the failure names it, such as `order: 7/212`")
    }
    (self.number, self.of) = (number, of)
  }

  /// Refuses an order that there is not, or that is another one by now.
  func check(_ count: Int, in source: SourceFile) throws(Diagnostic) {
    if number <= count, of == nil || of == count { return }
    throw source.diagnostic(
      .wrongValue, at: range,
      "there are \(count) orders to try: `\(of.map { "\(number)/\($0)" } ?? "\(number)")` is none of "
        + "them", hint: "an order can be played again with the same lanes, `orders` and `seed`")
  }
}
