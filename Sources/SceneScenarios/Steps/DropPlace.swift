internal import SceneLifecycle
import SceneSimulator
import SceneState

/// Where something is let go: `left-edge`, `right-edge`, `new-window`, `hold`, `cancelled`, or
/// `{on: B}`.
enum DropPlace {
  case edge(String)
  case on(PlacedName)
  case hold
  case cancelled

  private static let edges = ["left-edge", "right-edge", "new-window"]

  /// The places that are words.
  static func words(canHold: Bool) -> [String] {
    edges + (canHold ? ["hold"] : []) + ["cancelled"]
  }

  /// The map of a drop on a window.
  static let fields = [
    Shape.Field("on", .window, "the window it is dropped on", isRequired: true)
  ]

  /// What `drop` of a drag can be.
  static let shape = Shape.either([.word(words(canHold: true)), .map(fields)])

  /// Reads a place of `drag`.
  init(_ node: Node, in source: SourceFile, canHold: Bool = true) throws(Diagnostic) {
    if node.map != nil {
      let map = try NodeMap(node, in: source, of: "`drop`")
      try map.checkKeys(known: Self.fields.names)
      let window = try map.required("on")
      self = .on(try Names.window(window, in: source))
      return
    }
    switch try source.word(node, of: Self.words(canHold: canHold), for: "`drop`") {
    case "hold": self = .hold
    case "cancelled": self = .cancelled
    case let edge: self = .edge(edge)
    }
  }

  /// Looks at the names before the run, and opens the window that a drop at an edge makes.
  static func check(
    _ node: Node?, canHold: Bool = true, opens: Node?, _ input: StepInput, in check: StepCheck
  ) {
    if let map = check.map(node, of: "`drop`", keys: ["on"], required: ["on"]) {
      return onto(map.optional("on"), opens: opens, input, in: check)
    }
    let words = words(canHold: canHold)
    check.word(node, of: words, for: "`drop`")
    switch check.literal(node) {
    case "hold"?:
      check.process.hold(.yes)
      if let opens { check.mayOpen(opens) }
    case "cancelled"?: break
    case let word? where !words.contains(word):
      check.process.hold(.unknown)
      check.process.change { $0 = .unknown }
      if let opens { check.mayOpen(opens) }
    default:
      check.needsRoom(input, for: opens)
      // What was held may have brought a name along.
      if canHold || opens != nil { check.opens(opens) } else { check.mayOpenOrBring(nil) }
      check.process.eventFromOutside()
    }
  }

  /// Looks at the window something is dropped on, which comes to the front.
  static func onto(
    _ window: Node?, opens: Node?, _ input: StepInput, in check: StepCheck
  ) {
    // That none opens was told when the step was read.
    if let name = check.literal(opens) { check.goOn(with: name) }
    check.window(window)
    guard let window else { return }
    check.process.connect(check.needs(window, in: .connected, at: window.range, input))
    check.process.eventFromOutside()
  }

  /// The same as traces say it.
  var traceText: String {
    switch self {
    case .edge(let edge): edge.replacing("-", with: " ")
    case .on(let window): "on \(window.name)"
    case .hold: "hold"
    case .cancelled: "cancelled"
    }
  }

  /// The same as pictures show it.
  func drag(from window: String, opens: PlacedName?, item: String) -> PlayedStep.Drag {
    let (place, to): (PlayedStep.Drag.Place, String?) =
      switch self {
      case .edge(let edge): (PlayedStep.Drag.Place(rawValue: edge) ?? .newWindow, opens?.name)
      case .on(let name): (.window, name.name)
      case .hold: (.hold, nil)
      case .cancelled: (.cancelled, nil)
      }
    return PlayedStep.Drag(from: window, place: place, to: to, item: item)
  }

  /// A name for the new window says that one opens; here none does.
  func checkOpens(_ opens: PlacedName?, in source: SourceFile) throws(Diagnostic) {
    guard let opens, case .on(let window) = self else { return }
    throw source.diagnostic(
      .contradiction, at: opens.range, "a drop on \(window.name) opens no window",
      hint: "leave `opens` out")
  }

  /// The place as the simulation knows it; its window must be connected.
  func target(in context: StepContext) throws(StepError) -> DropTarget {
    switch self {
    case .edge: return .edge
    case .hold: return .cancelled
    case .cancelled:
      context.fates.note(.missed, about: .device(context.simulation.name))
      return .cancelled
    case .on(let name):
      let device = context.device
      let window = try context.window(name)
      guard context.device == device else {
        throw .refused(
          .noSuchWindow, "\(name.name) is a window of another device", at: name.range,
          hint: "`handoff` carries an activity from one device to another")
      }
      try context.refusing(at: name.range, try window.scene())
      return .on(window)
    }
  }
}
