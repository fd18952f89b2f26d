import SceneScenarios
import SceneSimulator

/// A step that went through, with what was to be seen before and after it.
struct ExploredStep {
  let action: Action
  let before: StageLook
  let after: StageLook
  /// What windows and app were told.
  let heard: [HeardEvent]
  let problems: [NoticedProblem]
  let facts: AppFacts
  /// The same before the step.
  let former: AppFacts
  /// The rows of the tables now.
  let rows: (String) -> [StageLook.Row]
  /// Compares what an `expect` says.
  let mismatch: (Node) -> Bool
  /// What would be there if nobody had died in this step; nil if nobody has, or nobody knows.
  var undisturbed: StageLook?
  /// Asks the store itself.
  let stage: ScenarioStage

  /// Whether a fault killed the process in this step, so that nobody knows what it has done.
  ///
  /// A plain launch does nothing that it would not do again.
  var isKilled: Bool {
    if after.isRunning || action.isEnd { return false }
    guard action.verb == "launch" else { return before.isRunning }
    return action.argument != nil && action.argument?["crash"] == nil
  }

  /// The windows that got what came from outside; what is done in a window comes from inside.
  var takers: [String] {
    if action.isInside { return [] }
    var names: [String] = []
    for event in heard {
      guard let window = event.window, !names.contains(window),
        ["continue ", "queued ", "openURL "].contains(where: event.text.hasPrefix)
      else { continue }
      names.append(window)
    }
    return names
  }

  var isHandled: Bool { !handledType.isEmpty }

  /// The type of the activity that handlers got; empty if they got none.
  var handledType: String {
    let word = "continue "
    if let event = heard.first(where: { $0.text.hasPrefix(word) }) {
      return String(event.text.dropFirst(word.count))
    }
    // Without a navigator a link goes to handlers.
    return facts.handlesLinks && heard.contains { $0.text.hasPrefix("openURL ") } ? "link" : ""
  }

  /// The declared handlers of what the step brings.
  var handlers: [HandlerDeclaration] {
    let url = ["link", "open-url"].contains(action.verb) ? action.argument?.text : nil
    return facts.app.handlers.filter { handler in
      guard let link = handler.link else { return handler.activity == handledType }
      return url.map { link.parts(of: $0) != nil } ?? false
    }
  }

  /// What steps of the app have written by now of what a window shows: in it, or for all windows.
  func written(in window: String) -> Set<String> {
    let acted = stage.acted
    func names(_ steps: [(window: String, step: ParsedStep)]) -> Set<String> {
      OwnWrites.written(byEach: steps.map(\.step), of: facts.app)
    }
    return names(acted.filter { $0.window == window }).union(
      names(acted).filter { facts.app.key($0).map(facts.isOfApp) ?? false })
  }

  /// Whether a text has come from outside: with an activity, or in a link.
  func brings(_ text: String) -> Bool {
    guard action.isDelivery || action.verb == "open-url" else { return false }
    if let link = action.argument?.text { return link.contains(text) }
    let came = (action.argument?["payload"]?.map ?? []).compactMap(\.value.text)
    return came.contains { !$0.isEmpty && text.contains($0) }
  }

  /// What came from outside, as the beginning of a sentence.
  var comer: String { action.verb == "link" ? "a link" : "an activity" }

  /// Whether the app itself has opened or closed windows: which one is in front is up to it.
  var movesWindows: Bool { stage.acted.map(\.step).moveWindows }

  /// The value that another process wrote, and for which window.
  var foreignWrite: (window: String, key: StorageKey, tab: String?, value: ScenarioValue)? {
    guard let write = action.argument?["write"], action.verb == "fault",
      let window = write["window"]?.text, let key = write["key"]?.text.flatMap(facts.app.key),
      let value = write["value"].flatMap({ stage.value($0, for: key) })
    else { return nil }
    return (window, key, write["tab"]?.text, value)
  }

  /// The windows that were there before and after it.
  var pairs: [(before: StageLook.Window, after: StageLook.Window)] {
    before.windows.compactMap { old in after.window(old.name).map { (old, $0) } }
  }

  /// The window whose handlers ran, if it was there before.
  var handledIn: (before: StageLook.Window, after: StageLook.Window)? {
    guard isHandled, let name = action.window ?? takers.first else { return nil }
    return pairs.first { $0.before.name == name }
  }

  /// The windows that were not connected before.
  var connected: [StageLook.Window] {
    after.windows.filter { before.window($0.name) == nil }
  }
}
