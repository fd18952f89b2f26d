import SceneLifecycle
import SceneSimulator
import SceneState

struct DragStep: RunningAppStep {
  static let name = "drag"
  static let argument = Shape.map(fields)

  private static let fields =
    [
      Shape.Field(
        "from", .window, "the window it is dragged out of; of a tab the one in which the step acts"),
      Shape.Field("tab", .text("a tab"), "the tab that is dragged, in place of an activity"),
      Shape.Field("activity", .text("an activity type"), "the type of what is dragged"),
    ] + GivenActivity.more + [
      Shape.Field("drop", DropPlace.shape, "where it is let go", isRequired: true),
      Shape.opens,
    ]

  private enum Item {
    case activity(GivenActivity, from: PlacedName)
    case tab(TabDrag, from: PlacedName?)
  }

  private let item: Item
  private let place: DropPlace
  private let opens: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) {
    let map = try input.map(Self.keys)
    let isTab = map.entry("tab") != nil
    if !isTab { _ = try map.required("from") }
    let from = try map.optionalWindow("from")
    let given = isTab ? nil : try GivenActivity(map, verb: input.verb)
    place = try DropPlace(try map.required("drop"), in: map.source)
    opens = try map.optionalWindow("opens")
    try place.checkOpens(opens, in: map.source)
    if let given, let from {
      item = .activity(given, from: from)
    } else if let tab = try TabDrag(map, to: place) {
      item = .tab(tab, from: from)
    } else {
      throw map.source.missingKey("from", of: map.subject, at: input.verb.range)
    }
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    let isTab = input.argument?["tab"] != nil
    let required = isTab ? ["drop"] : ["from", "activity", "drop"]
    guard let map = check.map(input, keys: keys, required: required) else { return }
    if isTab {
      check.window(map.optional("from"))
      return TabDrag.check(map, input, in: check)
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
    let from =
      switch item {
      case .activity(_, let from): from.name + " "
      case .tab(_, let from): from.map { $0.name + " " } ?? ""
      }
    var text = "drag \(from)→ \(place.traceText)"
    if case .edge = place, let opens { text += ", opens \(opens.name)" }
    return text
  }

  var cargo: String? {
    switch item {
    case .activity(let given, _): given.traceText
    case .tab(let tab, _): tab.traceText
    }
  }

  func run(in context: StepContext) throws(StepError) {
    switch item {
    case .activity(let given, let from): try run(given, from: from, in: context)
    case .tab(let tab, let from):
      if let from { context.windowOfStep = from }
      try tab.run(to: place, opens: opens, in: context)
    }
  }

  private func run(
    _ given: GivenActivity, from: PlacedName, in context: StepContext
  ) throws(StepError) {
    let source = try context.window(from)
    try context.refusing(at: from.range, try source.scene())
    try context.refusing(try context.simulation.checkNothingHeld())
    let target = try place.target(in: context)
    context.course.drag = place.drag(from: from.name, opens: opens, item: given.traceText)
    if case .cancelled = place { return }
    let activity = try given.activity(in: context)
    if case .hold = place {
      return try context.refusing(
        try context.simulation.hold(activity, from: source.id, opens: opens?.name))
    }
    try context.refusing(
      opens: opens,
      try context.simulation.drag(
        activity, from: source.id, to: target, opens: opens?.name))
  }
}
