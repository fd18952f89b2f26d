import SceneSimulator

/// Says where windows stand on the screen; pictures show it.
struct ArrangeStep: ScenarioStep {
  static let name = "arrange"
  static let syntax = "arrange: {A: left-half, B: right-third, C: slide-over}"
  static let summary = "Says where windows stand on the screen; pictures show it."
  static let argument = Shape.windows(.word(words))
  static let example = """
    - launch: A
    - open: B
    - arrange: { A: left-half, B: right-half }
    - expect: { windows: [A, B] }
    """

  static let words = [
    "full", "left-half", "right-half", "left-third", "right-third", "left-two-thirds",
    "right-two-thirds", "slide-over",
  ]

  private let places: [(window: PlacedName, word: String)]

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    let entries = try input.source.map(node, for: "`arrange`")
    if entries.isEmpty { throw input.source.vacuous(node, "an empty `arrange`") }
    var places: [(window: PlacedName, word: String)] = []
    for entry in entries {
      let name = Node(.text(entry.key.name), range: entry.key.range)
      let window = PlacedName(
        name: try Names.window(name, in: input.source), range: entry.key.range)
      let word = try input.source.word(
        entry.value, of: Self.words, for: "the place of \(window.name)")
      places.append((window, word))
    }
    self.places = places
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsRunningApp(input)
    for entry in input.argument?.map ?? [] {
      check.knownWindow(entry.key.name, at: entry.key.range)
      let name = Node(.text(entry.key.name), range: entry.key.range)
      check.needs(name, in: .connected, at: name.range, input)
      guard let word = check.literal(entry.value), !words.contains(word) else { continue }
      check.add(
        input.source.wrongValue(
          entry.value, for: "the place of \(entry.key.name)", words: words))
    }
  }

  func run(in context: StepContext) throws(StepError) {
    for (name, word) in places {
      let window = try context.window(name)
      try context.refusing(at: name.range) { () throws(StepFailure) in try window.arrange(word) }
    }
  }
}
