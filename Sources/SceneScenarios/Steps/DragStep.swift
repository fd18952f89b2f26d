import SceneLifecycle
import SceneSimulator
import SceneState

/// Drags an item out of a window and drops it at an edge, on a window, or nowhere.
struct DragStep: ScenarioStep {
  static let name = "drag"
  static let syntax = "drag: {from: A, activity: type, payload: {id: tala}, drop: right-edge}"
  static let summary =
    "Drags an item out of a window and drops it at an edge, on a window, or nowhere."
  static let argument = Shape.map(fields)
  static let example = """
    - launch: A
    - drag:
        from: A
        activity: com.example.character
        payload: { id: tala }
        drop: right-edge
        opens: B
    - expect: { windows: [A, B], B: { opened-by: drag, path: [character/tala] } }
    """

  private static let fields =
    [Shape.Field("from", .window, "the window it is dragged out of", isRequired: true)]
    + GivenActivity.fields + [
      Shape.Field("drop", DropPlace.shape, "where it is let go", isRequired: true),
      Shape.opens,
    ]

  private let from: PlacedName
  private let given: GivenActivity
  private let place: DropPlace
  private let opens: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) {
    let map = try input.map(Self.keys)
    let window = try map.required("from")
    from = PlacedName(name: try Names.window(window, in: map.source), range: window.range)
    given = try GivenActivity(map, verb: input.verb)
    place = try DropPlace(try map.required("drop"), in: map.source)
    opens = try map.optionalWindow("opens")
    try place.checkOpens(opens, in: map.source)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsRunningApp(input)
    guard let map = check.map(input, keys: keys, required: ["from", "activity", "drop"]) else {
      return
    }
    let from = map.optional("from")
    check.window(from)
    check.needs(from, in: .connected, at: from?.range, input)
    check.needsNothingHeld(input)
    let place = map.optional("drop")
    // What is not dropped need not be anything that the app knows.
    if place?.text != "cancelled" { check.activity(map, verb: input.verb) }
    DropPlace.check(place, opens: map.optional("opens"), input, in: check)
  }

  var traceText: String? {
    var text = "drag \(from.name) → \(place.traceText)"
    if case .edge = place, let opens { text += ", opens \(opens.name)" }
    return text
  }

  var cargo: String? { given.traceText }

  func run(in context: StepContext) throws(StepError) {
    let source = try context.window(from)
    try context.refusing(at: from.range) { () throws(StepFailure) in _ = try source.scene() }
    try context.refusing { () throws(StepFailure) in
      try context.simulation.checkNothingHeld()
    }
    let device = context.device
    let target = try place.target(in: context)
    context.drag = place.drag(from: from.name, opens: opens, item: given.traceText)
    if case .on(let window) = place, context.device != device {
      throw .refused(
        StepFailure(
          .noSuchWindow, "\(window.name) is a window of another device",
          hint: "`handoff` carries an activity from one device to another"), at: window.range)
    }
    if case .cancelled = place { return }
    let activity = try given.activity(in: context)
    if case .hold = place {
      return try context.refusing { () throws(StepFailure) in
        try context.simulation.hold(activity, from: source.id, opens: opens?.name)
      }
    }
    try context.refusing(opens: opens) { () throws(StepFailure) in
      _ = try context.simulation.drag(
        activity, from: source.id, to: target, opens: opens?.name)
    }
  }
}
