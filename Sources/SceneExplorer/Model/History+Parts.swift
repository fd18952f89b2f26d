import FoundationEssentials
import SceneLifecycle
import SceneScenarios

// What is remembered of windows, of what came to them, and of what the app has put off.
extension History {
  /// A window that is not connected and is to come back as it was.
  struct Asleep {
    /// What it showed last.
    var shown: StageLook.Window
    /// What it showed when it handed over its activity last.
    var handedOver: StageLook.Window?
    /// When that was.
    let handedOverAt: Date?
    /// The step with which it went.
    let end: String
    /// Whether its process ended without asking.
    let isCrashed: Bool
    /// Whether it came for something from outside, which decided where it went: what it had kept of
    /// that stays hidden until it is written.
    let isLed: Bool
    /// What is not compared, since a new version of the app has it otherwise.
    var unlike: Set<String> = []
    /// Whether a new version of the app took over: what it does with tabs and lists is not compared.
    var isOfOtherVersion = false
    /// What keys that a new version has otherwise owe all the same.
    var debts: [Debt] = []
    /// What an action that was put off was to take, and what lived in memory alone.
    var awaited: [Awaited] = []
    /// Which lists somebody has scrolled.
    let scrolled: Set<String>
    /// What another process wrote meanwhile, by key, tab by tab.
    var written: [String: [Int: ScenarioValue]] = [:]
  }

  /// What a window has handed over.
  struct HandOver {
    /// nil if it is of no use any more.
    let look: StageLook.Window?
    let date: Date
    /// The lists that had a position.
    let scrolled: Set<String>?

    var withoutLook: HandOver { HandOver(look: nil, date: date, scrolled: nil) }
  }

  /// A value that an action was to take when its time came.
  struct Awaited {
    let action: String
    let key: String
    let value: ScenarioValue
  }

  /// An action that the app has put off.
  struct Pending {
    let order: OwnWrites.Order
    let due: Date
    /// What the window showed that put it off.
    let shown: StageLook.Window
  }

  /// What was to be seen before the step in which the process was killed, and what would have been
  /// there after it.
  struct Torn {
    let before: StageLook
    let after: StageLook
  }

  /// Where an activity was shown.
  struct Landing {
    let tab: String?
    let path: [String]
    /// The place that comes and goes, in an app with such places.
    let place: String?

    /// Whether a user sees the same of both; what lies below is of how users came there.
    func isLike(_ other: Landing) -> Bool {
      tab == other.tab && path.last == other.path.last && place == other.place
    }
  }

  /// An activity that a window took.
  struct Arrival {
    let activity: String
    let target: String?
    let identity: String?
    let landing: Landing
  }

  /// What came back at a launch.
  struct Restart {
    let look: StageLook
    let stored: StoredValues
  }
}

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
    return (([activity] + parts).joined(separator: " "), facts.path(of: window))
  }
}

extension HandlerDeclaration {
  /// Whether what it does follows from anything but the activity.
  fileprivate var asks: Bool {
    condition != nil
      || steps.andInner.contains { step in
        let text = step.argument?.written ?? ""
        return step.condition != nil
          || ["${values", "${window", "${tab"].contains(where: text.contains)
      }
  }
}

/// The table *What ends a process, and what is left*, as the page has it.
enum EndTable {
  /// Whether windows come back with what they showed.
  static func keeps(_ end: RestorationProfile.End, _ profile: RestorationProfile) -> Bool {
    switch (end, profile) {
    case (.forceQuit, .iPadOS), (.forceQuit, .macOSDiscard): false
    case (.crashOnLaunch, .iPadOS), (.quit, .macOSDiscard): false
    default: true
    }
  }

  /// The same of a step that ends a process, which may say it itself.
  static func keeps(
    _ end: RestorationProfile.End, by action: Action, _ profile: RestorationProfile
  ) -> Bool {
    let asked = end == .quit ? action.argument?["keeps-windows"]?.bool : nil
    return asked ?? keeps(end, profile)
  }
}
