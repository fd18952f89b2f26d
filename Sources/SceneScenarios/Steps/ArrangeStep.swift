import SceneSimulator

struct ArrangeStep: RunningAppStep {
  static let name = "arrange"
  static let argument = Shape.windows(.either([.word(words), .map(fields)]))

  static let words = [
    "full", "left-half", "right-half", "left-third", "right-third", "left-two-thirds",
    "right-two-thirds", "slide-over",
  ]

  private static let fields = [
    Shape.Field("display", .text("a display"), "the display it comes to"),
    Shape.Field("place", .word(words), "where it stands there"),
  ]

  /// Where one window goes; what is nil stays as it is.
  private struct Target {
    let window: PlacedName
    var word: String?
    var display: PlacedName?
  }

  private let targets: [Target]

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    let entries = try input.source.filled(node, for: "`arrange`")
    var targets: [Target] = []
    for entry in entries {
      let window = try Names.window(entry.keyText, in: input.source)
      var target = Target(window: window)
      if entry.value.map != nil {
        let map = try NodeMap(entry.value, in: input.source, of: "the place of \(window.name)")
        try map.checkKeys(known: Self.fields.names)
        target.display = try map.optionalPlaced("display")
        target.word = try map.optionalWord("place", of: Self.words)
        if map.entries.isEmpty { throw input.source.vacuous(entry.value, "an empty place") }
      } else {
        target.word = try input.source.word(
          entry.value, of: Self.words, for: "the place of \(window.name)")
      }
      targets.append(target)
    }
    self.targets = targets
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    for entry in input.argument?.map ?? [] {
      check.knownWindow(entry.key.name, at: entry.key.range)
      let name = Node(.text(entry.key.name), range: entry.key.range)
      check.needs(name, in: .connected, at: name.range, input)
      check.display(entry.value["display"])
      guard let word = check.literal(entry.value), !words.contains(word) else { continue }
      check.add(
        input.source.wrongValue(
          entry.value, for: "the place of \(entry.key.name)", words: words))
    }
  }

  func run(in context: StepContext) throws(StepError) {
    for target in targets {
      let window = try context.window(target.window)
      if let display = target.display { try context.checkDisplay(display) }
      let stand = context.stand(
        of: window.name, display: target.display?.name, place: target.word)
      try context.refusing(at: target.window.range, try window.arrange(stand))
    }
  }
}
