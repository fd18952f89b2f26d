import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// What the checker remembers: what each window showed when it went, and what came where.
///
/// It knows what users know, from the public pages, and nothing of how the store works.
struct History {
  /// A window that is not connected and is to come back as it was.
  struct Asleep {
    /// What it showed last.
    let shown: StageLook.Window
    /// What it showed when it handed over its activity last.
    let handedOver: StageLook.Window?
    /// Whether its process ended without asking.
    let isCrashed: Bool
    /// Whether the app was replaced meanwhile.
    var isUpdated = false
    /// Which lists somebody has scrolled.
    let scrolled: Set<String>
  }

  /// Where an activity was shown.
  struct Landing {
    let window: String
    let tab: String?
    let path: [String]
  }

  /// An activity that a window took.
  struct Arrival {
    let activity: String
    let target: String?
    let identity: String?
    let landing: Landing
  }

  private(set) var asleep: [String: Asleep] = [:]
  private var handedOver: [String: StageLook.Window] = [:]
  /// The lists that have a position, and those that had one at the last hand-over.
  private var scrolled: [String: Set<String>] = [:]
  private var handedScrolled: [String: Set<String>] = [:]
  /// Where each activity, by type and payload, was shown.
  private(set) var landings: [String: [Landing]] = [:]
  /// What came to each window last in this process, and what it has said then that it shows.
  private(set) var landed: [String: Arrival] = [:]
  /// Whether the app was replaced, or its data changed.
  private(set) var isUpdated = false
  private(set) var hasChangedData = false

  /// What is compared of an activity: its type and payload.
  static func activity(of action: Action) -> String {
    "\(action.text(of: "activity") ?? "") \(action.text(of: "payload") ?? "")"
  }

  /// Takes over what a step has done.
  mutating func note(_ moment: Moment) {
    let action = moment.action
    switch action.verb {
    case "update":
      isUpdated = true
      for name in asleep.keys { asleep[name]?.isUpdated = true }
    case "change-data": hasChangedData = true
    case "scroll":
      let lists = (action.argument?.map ?? []).map(\.key.name)
      if let window = action.window { scrolled[window, default: []].formUnion(lists) }
    default: break
    }
    if let end = end(of: action, moment) {
      noteEnd(end, action, moment)
    } else {
      noteWindows(moment)
    }
    if action.isDelivery { noteLanding(moment) }
  }

  /// What ends a process, and how.
  private func end(of action: Action, _ moment: Moment) -> RestorationProfile.End? {
    switch action.verb {
    case "force-quit": return .forceQuit
    case "launch" where action.argument?["crash"]?.bool == true: return .crashOnLaunch
    case "kill" where !moment.after.isRunning: return .kill
    case "quit" where !moment.after.isRunning: return .quit
    default:
      // Whatever it was: the process is gone, and nobody was asked.
      return moment.before.isRunning && !moment.after.isRunning ? .crash : nil
    }
  }

  private mutating func noteEnd(
    _ end: RestorationProfile.End, _ action: Action, _ moment: Moment
  ) {
    landed = [:]
    guard EndTable.keeps(end, moment.facts.profile) else {
      (asleep, handedOver, scrolled, handedScrolled) = ([:], [:], [:], [:])
      return
    }
    // Nobody was asked; only a quit asks on its way.
    let isCrashed = [.crash, .crashOnLaunch, .forceQuit].contains(end)
    for window in moment.before.windows where end == .quit {
      handedOver[window.name] = window
      handedScrolled[window.name] = scrolled[window.name]
    }
    for window in moment.before.windows { fallAsleep(window, isCrashed: isCrashed) }
  }

  private mutating func fallAsleep(_ window: StageLook.Window, isCrashed: Bool) {
    if isCrashed { scrolled[window.name] = handedScrolled[window.name] }
    asleep[window.name] = Asleep(
      shown: window, handedOver: handedOver[window.name], isCrashed: isCrashed,
      scrolled: scrolled[window.name] ?? [])
    landed[window.name] = nil
  }

  private mutating func noteWindows(_ moment: Moment) {
    let (before, after) = (moment.before, moment.after)
    for window in before.windows where after.window(window.name) == nil {
      if after.away.contains(window.name) {
        fallAsleep(window, isCrashed: false)
      } else {
        forget(window.name)
      }
    }
    for name in asleep.keys where after.window(name) == nil && !after.away.contains(name) {
      // Closed while it was away.
      if after.isRunning { forget(name) }
    }
    for window in after.windows {
      if before.window(window.name) == nil {
        asleep[window.name] = nil
        if !window.isRestored { forget(window.name) }
      }
      if window.phase == .background, before.window(window.name)?.phase != .background {
        handedOver[window.name] = window
        handedScrolled[window.name] = scrolled[window.name]
      }
    }
  }

  private mutating func forget(_ name: String) {
    asleep[name] = nil
    handedOver[name] = nil
    scrolled[name] = nil
    handedScrolled[name] = nil
    landed[name] = nil
  }

  private mutating func noteLanding(_ moment: Moment) {
    guard moment.isHandled, let taker = moment.takers.first else { return }
    let activity = Self.activity(of: moment.action)
    if let landing = Self.landing(in: taker, moment) {
      landings[activity, default: []].append(landing)
    }
    landed[taker] = Self.shown(in: taker, moment).map { landing in
      Arrival(
        activity: activity, target: moment.action.argument?["target"]?.text,
        identity: moment.after.window(taker)?.identity, landing: landing)
    }
  }

  /// What a window shows now; nil if it is no screen.
  static func shown(in name: String, _ moment: Moment) -> Landing? {
    guard let window = moment.after.window(name) else { return nil }
    let path = window.paths[moment.facts.place(of: window.tab)]
    return path.isEmpty ? nil : Landing(window: name, tab: window.tab, path: path)
  }

  /// Where something has landed in a window: nil if it has changed nothing there.
  static func landing(in name: String, _ moment: Moment) -> Landing? {
    guard let now = shown(in: name, moment) else { return nil }
    guard let old = moment.before.window(name), old.tab == now.tab,
      old.paths[moment.facts.place(of: old.tab)] == now.path
    else { return now }
    return nil
  }
}
