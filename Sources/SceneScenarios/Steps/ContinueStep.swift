import SceneLifecycle
import SceneSimulator

struct ContinueStep: RunningAppStep {
  static let name = "continue"
  static let argument = Shape.map(fields)

  private static let fields =
    GivenActivity.fields + [
      Shape.Field("via", .word(ExternalSource.viaWords), "where it comes from"),
      Shape.Field("to", .window, "the window it goes to"), Shape.opens,
    ]

  private let given: GivenActivity
  private let via: ExternalSource
  private let to: PlacedName?
  private let opens: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) {
    let map = try input.map(Self.keys)
    given = try GivenActivity(map, verb: input.verb)
    via = try ExternalSource(map) ?? .handoff
    to = try map.optionalWindow("to")
    opens = try map.optionalWindow("opens")
    if let to, let opens {
      throw map.source.diagnostic(
        .contradiction, at: opens.range, "what goes to \(to.name) opens no window",
        hint: "leave `opens` out, or `to`")
    }
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    guard let map = check.map(input, keys: keys, required: ["activity"]) else { return }
    check.activity(map, verb: input.verb)
    check.window(map.optional("to"))
    check.word(map.optional("via"), of: ExternalSource.viaWords, for: "`via`")
    guard let window = map.optional("to") else {
      return check.comesFromOutside(input, opens: map.optional("opens"))
    }
    check.process.connect(check.needs(window, in: .existing, at: window.range, input))
    check.process.eventFromOutside()
  }

  var traceText: String? {
    let target = to.map { " → \($0.name)" } ?? ""
    return "continue via \(via.rawValue)\(target)"
  }

  var cargo: String? { given.traceText }

  func run(in context: StepContext) throws(StepError) {
    try context.refusing(try context.simulation.checkRunning())
    if let to { _ = try context.window(to) }
    let activity = try given.activity(in: context)
    try context.refusing(
      opens: opens,
      try context.simulation.continueActivity(
        activity, from: via, to: to?.name, opens: opens?.name))
  }
}

extension ExternalSource {
  /// What `via` can be.
  static let viaWords = [Self.handoff, .spotlight, .siri, .quickAction, .note, .notification].map(
    \.rawValue)

  /// Reads `via`; nil if it is left out.
  init?(_ map: NodeMap) throws(Diagnostic) {
    guard let word = try map.optionalWord("via", of: Self.viaWords) else { return nil }
    self.init(rawValue: word)
  }
}
