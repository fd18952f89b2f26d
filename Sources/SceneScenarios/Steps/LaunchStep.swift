import SceneLifecycle
import SceneSimulator
import SceneState
import StoreFormat

struct LaunchStep: ScenarioStep {
  static let name = "launch"
  static let argument = Shape.either([.nothing, .window, .map(Form.fields)])

  private let window: PlacedName?
  private let form: Form?

  init(_ input: StepInput) throws(Diagnostic) {
    guard let argument = input.argument, argument.map != nil else {
      window = try input.windowName()
      form = nil
      return
    }
    form = try Form(input)
    window = form?.window
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsNoRunningApp(
      input, .alreadyRunning, "the app is running already",
      hint: (comes(with: input.argument).map { "`\($0)` brings that to an app that runs; " } ?? "")
        + (check.windows.allSatisfy { check.process.windows[$0].isDisjoint(with: .connected) }
          ? "it goes on without windows: `open: A` opens one, and with `\(Quitting.lastWindow): quits` the "
            + "last one takes the app along"
          : "`open` opens one more window, `foreground` brings the app back, `relaunch` begins anew")
    )
    // Nothing is launched then.
    if check.process.isRunning == .yes, check.fails == nil, !check.lacksLaunch {
      if input.argument?.map != nil { Form.check(input, in: check) }
      return
    }
    // It belonged before the step that lacked it.
    check.lacksLaunch = false
    guard let argument = input.argument else {
      check.process.launch(nil)
      if check.devices.count > 1 { return check.opens(nil) }
      // What was there may be destroyed, and then the first window has the first name, or the next
      // one where its user closed it.
      check.windows.insert("A")
      if check.process.hasSpentNames { check.mayOpenUnnamed() }
      return
    }
    guard argument.map != nil else {
      check.process.launch(check.literal(argument)?.normalFormC)
      return check.mayOpen(argument)
    }
    let crash = argument.corrected(known: keys)["crash"]
    if crash?.bool == true { return check.process.end(destroying: true) }
    check.process.launch(nil)
    check.process.change { $0 = .unknown }
    // What a variable says is known when the step runs.
    if crash?.text != nil { check.process.forget() }
    Form.check(input, in: check)
  }

  /// The step that brings to a running app what a launch is given from outside.
  private static func comes(with argument: Node?) -> String? {
    if let url = argument?["url"] { return "link: \(url.text ?? "…")" }
    let isGiven = ["activity", "activities", "quick-action"].contains { argument?[$0] != nil }
    return isGiven ? ContinueStep.name : nil
  }

  func run(in context: StepContext) throws(StepError) {
    let simulation = context.simulation
    do throws(StepFailure) { try simulation.checkNotRunning() } catch {
      let other = context.allDevices.first { !$0.isRunning }
      let hint = other.map { "`on: \($0.name)` beside the step launches it there" } ?? error.hint
      throw .refused(error.code, error.message, hint: hint)
    }
    if form?.crashes == true {
      return try context.refusing(try simulation.crashOnLaunch())
    }
    if let window { try context.checkIsNotElsewhere(window) }
    var request = LaunchRequest(id: window.map { SceneID(rawValue: $0.name) })
    try form?.fill(&request, in: context)
    if !request.restores { context.bareLaunches.append((context.source.path, context.verb)) }
    if let failing = form?.failsRestoring, !simulation.isKnown(failing.name) {
      throw .refused(.noSuchWindow(failing.name, known: simulation.windowNames), at: failing.range)
    }
    try context.refusing(
      opens: form?.opens, try simulation.launch(request, failsRestoring: form?.failsRestoring?.name)
    )
    noteAllElsewhere(context)
  }

  /// A launch that names no device, while another one has all windows, is hardly meant.
  private func noteAllElsewhere(_ context: StepContext) {
    let simulation = context.simulation
    guard window == nil, !context.namesDevice,
      simulation.windows.allSatisfy({ simulation.wasRestored($0.name) != true }),
      let name = simulation.windowNames.first(where: { context.brought($0) != nil }),
      let device = context.brought(name)?.device
    else { return }
    context.note(
      "\(simulation.name) had no window to bring back, since \(name) is on \(device): "
        + "`on: \(device)` beside the step is about that")
  }

  /// What a launch can be for.
  private struct Form {
    let window: PlacedName?
    let session: PlacedName?
    let url: PlacedName?
    let activities: [GivenActivity]
    let source: ExternalSource?
    let crashes: Bool
    let failsRestoring: PlacedName?
    let opens: PlacedName?
    let restores: Bool

    private typealias Field = Shape.Field

    static let fields =
      [
        Shape.windowField,
        Field("session", .text("a session"), "the session that comes back"),
        Field("url", .text("a URL"), "the link that starts the app"),
        Field(
          "activity", .either([.text("an activity type"), .map(inner)]),
          "the activity that starts the app"),
        Field("activities", .list(.map(inner)), "several of them"),
        Field(
          "quick-action", .either([.text("an activity type"), .map(inner)]),
          "the quick action that starts the app"),
        via,
        Field("crash", .bool, "whether the process ends before its first window is there"),
        Field("fails-restoring", .window, "the window whose restoration fails"),
        Field(
          "restores", .bool,
          "whether windows come back; with `false`, as with Shift at a launch, what they held goes"),
        Shape.opens,
      ] + GivenActivity.more

    private static let via = Field("via", .word(ExternalSource.viaWords), "where it comes from")
    /// An activity with all that is said of it in a map of its own.
    private static let inner = GivenActivity.fields + [via, Shape.opens]

    /// Looks at the names before the run.
    static func check(_ input: StepInput, in check: StepCheck) {
      guard let map = check.map(input, keys: LaunchStep.keys) else { return }
      check.window(map.optional("fails-restoring"))
      let quick = map.optional("quick-action") != nil
      check.activity(map, type: quick ? "quick-action" : "activity", verb: input.verb)
      let single = [map.optional("activity"), map.optional("quick-action")].compactMap(\.self)
      for node in single + (map.optional("activities")?.list ?? []) {
        let inner = check.map(node, of: "an activity", keys: inner.names, required: ["activity"])
        check.activity(inner, verb: input.verb)
        if let opens = inner?.optional("opens") { check.mayOpen(opens) }
      }
      if let opens = map.optional("opens") { check.mayOpen(opens) }
      // A launch that says no name opens the first window, or one for what it is to show.
      check.opens(map.optional("window"))
    }

    init(_ input: StepInput) throws(Diagnostic) {
      let map = try input.map(LaunchStep.keys)
      window = try map.optionalWindow("window")
      session = try map.optionalPlaced("session")
      url = try map.optionalPlaced("url")
      crashes = try map.optionalBool("crash") ?? false
      failsRestoring = try map.optionalWindow("fails-restoring")
      restores = try map.optionalBool("restores") ?? true
      try Self.checkOneOf(["activity", "quick-action", "activities"], map)
      try Self.checkOneOf(["window", "session"], map)
      let quick = map.optional("quick-action") != nil
      // What a `continue` says of itself can stand inside the map of the activity, too.
      let inner = try Self.innerMap(map) ?? map
      opens = try (map.entry("opens") == nil ? inner : map).optionalWindow("opens")
      let via = try ExternalSource(map.entry("via") == nil ? inner : map)
      source = quick ? .quickAction : via ?? .handoff
      if quick, let entry = map.entry("via") {
        throw map.source.contradiction(entry.value, "a quick action comes from nowhere else")
      }
      activities = try Self.activities(map, input, type: quick ? "quick-action" : "activity")
    }

    private static func checkOneOf(_ keys: [String], _ map: NodeMap) throws(Diagnostic) {
      let given = keys.compactMap { map.entry($0) }
      guard given.count > 1 else { return }
      throw map.source.diagnostic(
        .contradiction, at: given[1].key.range,
        "`\(given[1].key.name)` does not go with `\(given[0].key.name)`")
    }

    /// The map that describes the first activity, if it has one of its own.
    private static func innerMap(_ map: NodeMap) throws(Diagnostic) -> NodeMap? {
      let node = map.optional("activity") ?? map.optional("activities")?.list?.first
      guard let node, node.map != nil else { return nil }
      return try NodeMap(node, in: map.source, of: "an activity")
    }

    private static func activities(
      _ map: NodeMap, _ input: StepInput, type: String
    ) throws(Diagnostic) -> [GivenActivity] {
      if let nodes = try map.optionalList("activities") {
        var result: [GivenActivity] = []
        for node in nodes {
          let inner = try NodeMap(node, in: map.source, of: "an activity")
          try inner.checkKeys(known: Self.inner.names)
          result.append(try GivenActivity(inner, verb: input.verb))
        }
        return result
      }
      guard let node = map.optional(type) else {
        for key in ["payload", "target", "title", "webpage", "via"] where map.entry(key) != nil {
          throw map.source.missingKey("activity", of: map.subject, at: input.verb.range)
        }
        return []
      }
      guard node.map != nil else { return [try GivenActivity(map, verb: input.verb, type: type)] }
      let inner = try NodeMap(node, in: map.source, of: "`\(type)`")
      try inner.checkKeys(known: Self.inner.names)
      return [try GivenActivity(inner, verb: input.verb)]
    }

    func fill(
      _ request: inout LaunchRequest, in context: StepContext
    ) throws(StepError) {
      let simulation = context.simulation
      request.restores = restores
      if let session {
        // An identifier that nobody knows any more opens a fresh window, without a problem.
        let isKnown = simulation.isKnown(session.name)
        request.id = isKnown ? SceneID(rawValue: session.name) : simulation.freeName
      }
      for given in activities { request.activities.append(try given.activity(in: context)) }
      if let url {
        request.urls = [url.name]
        context.noteLink(at: url.range)
      }
      request.source = request.activities.isEmpty ? nil : source
      if let opens {
        try context.checkIsNotElsewhere(opens)
        request.opens = SceneID(rawValue: opens.name)
      }
    }
  }
}
