import SceneLifecycle
import SceneSimulator

/// What an app does before a window or a tab is closed: `on-close` and `on-tab-close`.
enum Closing {
  static let ofTab = OwnSteps.Cause.tabClose.rawValue

  /// A window that closes closes once.
  static func check(_ steps: [ParsedStep], _ mistakes: inout DiagnosticList) {
    for step in steps where step.window == nil {
      check(step.body, &mistakes)
      guard step.kind is CloseStep.Type else { continue }
      mistakes.add(
        in: step.source, .contradiction, at: step.verb.range,
        "`on-close` runs since the window closes already",
        hint: "leave `close` out; `{ close, in: others }` closes the other windows along")
    }
  }

  /// Only tabs that come and go are closed, and what their steps are given is the tab.
  static func checkTabs(_ map: NodeMap, _ node: Node, _ mistakes: inout DiagnosticList) {
    mistakes.append(
      contentsOf: InsideSteps.unknownFields(
        VariableUse.variables(in: node), ["payload": ["tab"]], in: map.source))
    guard !TabSource.isMeant(in: map), let key = map.entry(ofTab)?.key else { return }
    mistakes.add(
      in: map.source, .contradiction, at: key.range,
      "`\(ofTab)` in an app whose tabs do not come and go",
      hint: "with `tabs: { $from: KEY }` the entries of a `[string]` are the tabs")
  }
}

extension StepContext {
  /// Closes a window that is there, as its user does: the app has its last word in it, and the last
  /// one of some apps takes the app along.
  func closeAsUser(_ window: SimulatedWindow) throws(StepError) {
    // One that closes already, as that of these very steps, closes once.
    guard course.closing.insert(window.name).inserted else { return }
    let scene = simulation.scene(window.name)
    try letAct(declaration.own[.close], in: scene) { [unowned self] () throws(StepError) in
      try quitOrClose(window)
    }
  }

  /// Lets the app have its last word before something ends; what these steps close and open goes
  /// before that, as the palettes of a document are closed before its window.
  func letAct(
    _ steps: [ParsedStep], in scene: ConnectedScene?,
    before end: @escaping () throws(StepError) -> Void
  ) throws(StepError) {
    let waiting = course.behind
    course.behind = []
    (scene?.delegate as? ScenarioScene)?.run(steps)
    if let error = course.innerError { throw error }
    guard !course.behind.isEmpty else {
      course.behind = waiting
      return try end()
    }
    let last = WorkBehind(step: nil, source: source, device: device, work: end)
    course.behind += [last] + waiting
  }
}

extension ScenarioScene {
  /// Lets the app have its last word in the tabs that a new list leaves out.
  ///
  /// - Returns: The list as it is to be then: without what these steps have closed themselves, and
  ///   with what they have opened behind it.
  func withLastWord(of new: [String]) -> [String] {
    let old = tabs
    runOwnSteps(closing: old.filter { !new.contains($0) })
    let now = tabs
    let opened = now.filter { !old.contains($0) && !new.contains($0) }
    return new.filter { now.contains($0) || !old.contains($0) } + opened
  }

  /// Does what the app does before tabs are closed, in this order; what these steps close themselves
  /// brings about no more.
  private func runOwnSteps(closing tabs: [String]) {
    guard !tabs.isEmpty, !closesTabs, !declaration.own[.tabClose].isEmpty else { return }
    closesTabs = true
    defer { closesTabs = false }
    for tab in tabs {
      let payload = Node.map([("tab", .text(tab))])
      // A failure is kept by the runner, which ends the step with it.
      try? app.runSteps(declaration.own[.tabClose], scene, [("payload", payload)], nil)
    }
  }
}
