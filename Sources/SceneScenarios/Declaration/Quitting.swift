internal import SceneLifecycle
import SceneSimulator
import SceneState

/// What an app has to say when its user quits it, and when its last window is closed.
enum Quitting {
  /// The key under which stands when a window keeps the app from being quit.
  static let refusal = "refuses-quit"
  static let lastWindow = "last-window"
  static let lastWindowWords = ["quits", "stays"]
}

extension ScenarioLanguage {
  static let lastWindow: [Field] = [
    Field(
      "of", .list(.text("a scene")),
      "the kinds of windows whose last one takes the app along, whatever other windows are open",
      isRequired: true)
  ]
}

extension AppDeclaration {
  /// Whether its user can quit it.
  var canBeQuit: Bool { (profile ?? device.profile).canQuit }

  mutating func readQuitting(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    refusesQuit = map.optional(Quitting.refusal)
    _ = mistakes.collect(
      try HandlerDeclaration.checkCondition(refusesQuit, of: Quitting.refusal, source))
    if let node = map.optional(Quitting.lastWindow), node.map != nil {
      lastWindowKinds = Self.lastWindowKinds(node, map, &mistakes)
      quitsWithLastWindow = true
    } else {
      let word = mistakes.read(
        try map.optionalWord(Quitting.lastWindow, of: Quitting.lastWindowWords))
      quitsWithLastWindow = word == Quitting.lastWindowWords[0]
    }
    if canBeQuit { return }
    let desktop =
      map.entry("profile").map { entry in
        "`profile: \(entry.value.text ?? "")` in line \(entry.key.range.start.line) makes it one: leave it "
          + "out"
      } ?? "write `device: mac`, or a `profile:` of a desktop"
    for key in [Quitting.refusal, "on-quit"] + (quitsWithLastWindow ? [Quitting.lastWindow] : []) {
      guard let entry = map.entry(key) else { continue }
      mistakes.add(
        in: source, .contradiction, at: entry.key.range,
        "`\(key)` in an app that nobody quits: there is no such thing on a tablet or phone",
        hint: "\(desktop), or leave `\(key)` out")
    }
  }

  /// The kinds of windows of which one keeps the app running.
  private static func lastWindowKinds(
    _ node: Node, _ app: NodeMap, _ mistakes: inout DiagnosticList
  ) -> Set<String>? {
    let known = ScenarioLanguage.lastWindow.names
    let subject = "`\(Quitting.lastWindow)`"
    guard let map = mistakes.map(node, in: app.source, of: subject, known: known),
      let list = mistakes.collect(try map.required(known[0])),
      let nodes = mistakes.collect(try app.source.list(list, for: "`\(known[0])`"))
    else { return nil }
    if nodes.isEmpty {
      mistakes.append(
        app.source.contradiction(
          list, "no window is of none of the kinds", hint: "name one, or write `last-window: stays`"
        ))
    }
    let kinds = (app.optional("scenes")?.map ?? []).map(\.key.name)
    return Set(
      nodes.compactMap { node in
        mistakes.collect { () throws(Diagnostic) in
          try app.source.name(node, "scene", among: kinds)
        }
      })
  }
}

extension StepContext {
  /// Quits the app as its user does: each window is asked, and the app has its last word.
  ///
  /// - Parameter keepsWindows: What the user wants of the windows this once.
  /// - Throws: `quit-refused`, and what the simulation refuses.
  func quit(keepsWindows: Bool? = nil) throws(StepError) {
    let isAsked = simulation.isRunning && declaration.canBeQuit
    if isAsked { try askWindows() }
    course.quits = true
    let front = simulation.front.flatMap { simulation.scene($0.name) }
    try letAct(isAsked ? declaration.own[.quit] : [], in: front) {
      [unowned self] () throws(StepError) in
      try refusing(try simulation.quit(keepsWindows: keepsWindows))
    }
  }

  /// Closes a window, which has had its last word; the last one of some apps takes the app along.
  func quitOrClose(_ window: SimulatedWindow) throws(StepError) {
    let kinds = declaration.lastWindowKinds
    let connected = simulation.windows.filter { window in
      guard let scene = simulation.scene(window.name) else { return false }
      return kinds?.contains(scene.session.record.scene) ?? true
    }
    let isLast = connected.map(\.name) == [window.name]
    if isLast, declaration.quitsWithLastWindow, !course.quits { return try quit() }
    try refusing(try window.close())
  }

  private func askWindows() throws(StepError) {
    guard let condition = declaration.refusesQuit else { return }
    for window in simulation.windows {
      guard let scene = simulation.scene(window.name)?.delegate as? ScenarioScene else { continue }
      // A value that nothing has which is open keeps no app running.
      let asked = ValueCondition.keys(askedBy: condition).compactMap { declaration.key($0.name) }
      if asked.contains(where: scene.isNowhere) { continue }
      defer { tabOfCondition = nil }
      let tab = scene.tabs.first { tab in
        tabOfCondition = tab
        return scene.app.holds(condition, scene.scene, [])
      }
      guard tab != nil || scene.tabs.isEmpty && scene.app.holds(condition, scene.scene, []) else {
        continue
      }
      let values = holding(condition, in: window.name, tab: tab ?? scene.selectedTab)
      let place = tab == scene.selectedTab ? "" : tab.map { ", with its tab `\($0)`," } ?? ""
      throw .refused(
        .quitRefused,
        "\(window.name)\(place) keeps the app from being quit: its `refuses-quit` "
          + "(\(BlameFinder(self).line(of: condition.range))) holds\(values)",
        hint: "do what it waits for before, as saving does, or expect it: "
          + "`{ quit, fails: \(SceneProblem.Code.quitRefused.rawValue) }`")
    }
    if let error = course.innerError { throw error }
  }

  /// Which values a condition asks for, and since which step they are what they are.
  private func holding(_ condition: Node, in window: String, tab: String?) -> String {
    let finder = BlameFinder(self)
    let found = ValueCondition.keys(askedBy: condition).compactMap { asked -> String? in
      guard let key = declaration.key(asked.name), let scene = shown(in: window)
      else { return nil }
      let place = place(of: key, window: window, tab: tab)
      let held = story(of: place).live?.origin
      let value = CutValues.beginning(of: scene.value(of: key, tab: tab).json(), limit: 40)
      let since = (origin(of: place) ?? held).map { " since \(finder.named($0.mark))" }
      return "`\(key.name)` is \(value)\(since ?? "")"
    }
    return found.isEmpty ? "" : ": " + found.joined(separator: ", ")
  }
}
