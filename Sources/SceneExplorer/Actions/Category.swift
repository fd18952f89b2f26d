/// The kinds of things that happen; each is drawn as often as its weight says.
enum Category: String, CaseIterable {
  case select, set, clear, push, pop, show, scroll, pick, openURL
  case append, remove, openTab, closeTab, undoCloseTab, showPlace
  case discardState
  case carry, drag, link
  case launch, restart, end, background, foreground
  case activate, open, close, disconnect, reconnect
  case resign, memoryPressure, undoClose, wait
  case changeData, update, fault

  /// How often it is drawn among those that are possible.
  var weight: Double {
    switch self {
    case .set, .select, .push, .restart: 4
    case .carry, .openTab, .showPlace: 3
    case .pick, .launch, .drag, .openURL: 2
    case .append, .remove, .closeTab, .undoCloseTab: 1
    case .clear, .pop, .show, .scroll, .open, .activate, .link, .changeData, .update: 1
    case .background, .foreground, .disconnect, .reconnect: 0.6
    case .close, .undoClose, .fault: 0.4
    case .end, .resign, .memoryPressure, .discardState, .wait: 0.3
    }
  }

  /// The verb that weights and choices of the app name.
  var verb: String {
    switch self {
    case .openURL: "open-url"
    case .openTab: "open-tab"
    case .closeTab: "close-tab"
    case .undoCloseTab: "undo-close-tab"
    case .showPlace: "show-place"
    case .carry: "continue"
    case .changeData: "change-data"
    case .discardState: "discard-state"
    case .memoryPressure: "memory-pressure"
    case .undoClose: "undo-close"
    case .restart: "background"
    case .end: "force-quit"
    default: rawValue
    }
  }
}
