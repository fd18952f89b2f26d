import SceneLifecycle
import SceneScenarios

extension History.Arrival {
  /// What a window shows that has opened, or came back, for an activity; nil if its handlers ask
  /// what there is, or if what was saved is meant to be shown.
  static func opening(_ moment: ExploredStep) -> (activity: String, path: [String])? {
    let (action, facts) = (moment.action, moment.facts)
    guard moment.isHandled, !moment.isKilled, let taker = moment.takers.first,
      moment.before.window(taker) == nil, let window = moment.after.window(taker),
      let activity = action.text(of: "activity"), facts.app.externalWins != .nothing,
      !facts.phaseWrites.contains(StorageKey.path),
      facts.app.handlers.allSatisfy({ $0.activity != moment.handledType || !$0.asks })
    else { return nil }
    if case .tree = facts.path { return nil }
    let parts = ["payload", "target"].map { action.text(of: $0) ?? "" }
    return (
      ([activity] + parts).joined(separator: " "), window.paths[facts.place(of: window.tab)]
    )
  }
}

extension HandlerDeclaration {
  /// Whether what it does follows from anything but the activity.
  fileprivate var asks: Bool {
    func asks(_ steps: [ParsedStep]) -> Bool {
      steps.contains { step in
        let text = step.argument?.written ?? ""
        return step.condition != nil || text.contains("${values") || text.contains("${window")
          || text.contains("${tab") || asks(step.body)
      }
    }
    return condition != nil || asks(steps)
  }
}
