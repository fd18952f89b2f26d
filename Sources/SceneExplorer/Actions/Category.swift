/// The kinds of things that happen; each is drawn as often as its weight says.
enum Category: String, CaseIterable {
  case select, set, clear, push, pop, show, scroll, pick, openURL
  case append, remove, openTab, closeTab, moveTab, undoCloseTab, showPlace
  case discardState
  case carry, drag, link
  case launch, restart, end, background, foreground
  case activate, open, close, disconnect, reconnect
  case resign, memoryPressure, undoClose, wait
  case changeData, update, fault
  case act, restore, refresh, moveScope, advertise, arrange, display

  /// Made once, since each draw asks for it.
  static let all = Array(allCases)

  /// How often it is drawn among those that are possible.
  var weight: Double {
    switch self {
    case .set, .select, .push, .restart: 4
    case .carry, .openTab, .showPlace, .act: 3
    case .pick, .launch, .drag, .openURL: 2
    case .append, .remove, .closeTab, .moveTab, .undoCloseTab: 1
    case .clear, .pop, .show, .scroll, .open, .activate, .link, .changeData, .update: 1
    case .background, .foreground, .disconnect, .reconnect: 0.6
    case .close, .undoClose, .fault, .moveScope, .display, .refresh, .restore: 0.4
    case .end, .resign, .memoryPressure, .discardState, .wait: 0.3
    case .advertise, .arrange: 0.2
    }
  }

  /// Whether it writes several things at once, so that a death in the middle of it tells most.
  var isManifold: Bool {
    [.openTab, .closeTab, .moveTab, .discardState, .moveScope].contains(self)
  }

  /// The verb that weights and choices of the app name.
  var verb: String {
    switch self {
    case .openURL: "open-url"
    case .openTab: "open-tab"
    case .closeTab: "close-tab"
    case .moveTab: "move-tab"
    case .undoCloseTab: "undo-close-tab"
    case .showPlace: "show-place"
    case .carry: "continue"
    case .changeData: "change-data"
    case .discardState: "discard-state"
    case .memoryPressure: "memory-pressure"
    case .undoClose: "undo-close"
    case .restart: "background"
    case .end: "force-quit"
    case .moveScope: "move-scope"
    case .display: "unplug"
    default: rawValue
    }
  }

  /// All verbs that it may become.
  var verbs: [String] {
    switch self {
    case .restart: ["background", "kill", "stop", "crash", "reboot", "disconnect", "reconnect"]
    case .end: ["force-quit", "quit"]
    case .drag: ["drag", "drop"]
    case .moveScope: ["move-scope", "copy-scope", "rename-scope"]
    case .display: ["unplug", "plug"]
    default: [verb]
    }
  }

  /// All verbs that are drawn.
  static let allVerbs = Set(all.flatMap(\.verbs))

  /// The steps of the language that are not drawn, and why.
  static let leftOut = [
    "relaunch": "the steps that it stands for are drawn",
    "prepend": "`append` writes the same lists", "later": "actions of the app put others off",
    "clock": "`wait` moves the time, too",
    "identify": "what a window shows is said by its app",
    "conditions": "what a window prefers is said by its app, and where things go follows from it",
    "handoff": "one device is explored", "bring": "one device is explored",
    "cut": "one device is explored", "heal": "one device is explored",
    "get": "a variable changes nothing of the app",
    "group": "the steps in it are drawn", "for-each": "the steps in it are drawn",
    "repeat": "the steps in it are drawn", "include": "the steps in it are drawn",
    "parallel": "its orders are those in which steps are drawn",
    "save-point": "runs begin anew by themselves", "rewind": "runs begin anew by themselves",
    "mark-events": "it says where `expect` looks", "note": "it is for readers",
    "picture": "it is for readers", "expect": "the properties look after each step",
  ]
}
