import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// What a close, a force quit or a discard destroys is nowhere in the store afterwards, nor is what
/// only a private window had.
enum Gone: Property {
  static let name = "gone"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    if history.isFaulted || history.isDoomed || moment.isKilled { return nil }
    if let found = ofPrivate(moment) ?? leaked(moment) ?? cameBack(moment) { return found }
    if history.isDestroyed, let window = moment.connected.first(where: \.isRestored) {
      return Violation(
        property: name, cause: "session",
        sentence: "window \(window.name) comes back after an end that destroys it",
        expectation: "{ \(window.name): { restored: false } }",
        lookedAt: "\(window.name).restored")
    }
    let (action, after) = (moment.action, moment.after)
    switch action.verb {
    case "close", "disconnect": return rest(moment) ?? remains(moment) ?? outlived(moment)
    case _ where action.isEnd || action.verb == "launch" && !after.isRunning:
      return rest(moment) ?? remains(moment)
    case "discard-state": return ofTab(moment, action.argument?.text)
    default: return ofTab(moment, closedTab(moment))
    }
  }

  /// A row of a session that is none any more.
  private static func remains(_ moment: ExploredStep) -> Violation? {
    guard let damage = moment.stage.damage() else { return nil }
    return Violation(
      property: name, cause: "row", sentence: "the store keeps what no window has: \(damage)",
      expectation: "{ store: { whole: true } }", lookedAt: "store.whole")
  }

  /// A value of a window that was closed, or of any after an end that destroys them all.
  private static func rest(_ moment: ExploredStep) -> Violation? {
    let action = moment.action
    var names: [String] = []
    if action.verb == "close", let name = action.argument?.text, !moment.facts.app.keepsTombstones {
      names = [name]
    } else if isDestroying(moment) {
      names = moment.before.names
    }
    for place in moment.stage.stored.places where names.contains(place.window) {
      return Violation(
        property: name, cause: "value", sentence: "\(place) outlives its window",
        expectation: "{ store: { none-of: [\(place.window.flowScalar)] } }",
        lookedAt: "store.none-of")
    }
    return nil
  }

  private static func isDestroying(_ moment: ExploredStep) -> Bool {
    let profile = moment.facts.profile
    return switch moment.action.verb {
    case "force-quit": !EndTable.keeps(.forceQuit, profile)
    case "quit": !EndTable.keeps(.quit, by: moment.action, profile)
    case "launch":
      moment.action.argument?["crash"]?.bool == true && !EndTable.keeps(.crashOnLaunch, profile)
    default: false
    }
  }

  /// The tab that the step has closed.
  private static func closedTab(_ moment: ExploredStep) -> String? {
    guard moment.facts.opensTabs, let name = moment.action.window,
      let after = moment.after.window(name)
    else { return nil }
    return moment.before.window(name)?.tabs.first { !after.tabs.contains($0) }
  }

  /// A value of a window of which nothing is ever written.
  private static func ofPrivate(_ moment: ExploredStep) -> Violation? {
    let windows = moment.after.windows.filter { moment.facts.isPrivate($0) }
    if windows.isEmpty { return nil }
    if moment.action.verb == "launch", let window = windows.first(where: \.isRestored) {
      return Violation(
        property: name, cause: "private", sentence: "the private window \(window.name) comes back",
        expectation: "{ \(window.name): { restored: false } }",
        lookedAt: "\(window.name).restored")
    }
    let names = windows.map(\.name)
    return moment.stage.stored.places.first { names.contains($0.window) }.map { place in
      Violation(
        property: name, cause: "private", sentence: "\(place) is stored for a private window",
        expectation: "{ store: { none-of: [\(place.window.flowScalar)] } }",
        lookedAt: "store.none-of")
    }
  }

  /// What only a private window had, and the app itself has written among what it keeps.
  private static func leaked(_ moment: ExploredStep) -> Violation? {
    let (facts, action) = (moment.facts, moment.action)
    let isAct = action.verb == "act"
    let comes = action.isDelivery || action.verb == "open-url"
    guard isAct || comes || !action.isInside && !facts.own.ofApp.isEmpty else { return nil }
    let doer = isAct || comes ? action.window ?? moment.takers.first : nil
    let open = moment.before.windows.filter { !facts.isPrivate($0) }
    for before in moment.before.windows where facts.isPrivate(before) {
      let isOwn = doer == nil || doer == before.name
      // What another window takes from this one it keeps as its own.
      if comes ? doer != before.name : !isOwn && !facts.takesElsewhere(action) { continue }
      guard let goal = isOwn ? before : doer.flatMap(moment.before.window),
        let after = moment.after.window(goal.name)
          ?? (isOwn && !comes ? moment.after.windows.first : nil)
      else { continue }
      if !isOwn, facts.isPrivate(goal) { continue }
      // What comes is there once it has come.
      let had = texts(of: [before], facts)
      let own =
        comes
        ? (texts(of: [after], facts) + after.screens)
          .filter { !had.contains($0) && !before.screens.contains($0) } : had
      // The same may come from a window that is not private.
      let others = doer == before.name ? [] : texts(of: open, facts)
      for (index, key) in facts.valueKeys where key.via == .store {
        guard isOwn ? facts.isOfApp(key) : key.kinds == nil,
          doer != nil || facts.own.ofApp.contains(key.name)
        else { continue }
        for column in facts.columns(of: key, in: after) {
          let (was, is_) = (goal.values[index][column], after.values[index][column])
          let new = is_.texts.filter { !was.texts.contains($0) }
          guard let text = new.first(where: { own.contains($0) && !others.contains($0) }) else {
            continue
          }
          let deed =
            doer == nil
            ? "what the app does at `\(action.verb)`"
            : "`\(isAct ? action.argument?.text ?? "" : action.verb)`"
          return Violation(
            property: name, cause: "leaked \(key.name)",
            sentence: isOwn
              ? "\(deed) in the private window \(before.name) writes `\(text)` to "
                + "`\(key.name)`, which the app keeps"
              : "\(deed) in window \(goal.name) writes `\(text)` of the private window "
                + "\(before.name) to `\(key.name)`, which the window keeps",
            expectation: facts.expectation(of: key, was, column, in: after),
            lookedAt: "\(after.name).")
        }
      }
    }
    return nil
  }

  /// What a closed window had, and the app has put by itself where it keeps one value for all.
  private static func outlived(_ moment: ExploredStep) -> Violation? {
    let facts = moment.facts
    guard moment.action.verb == "close", !facts.app.keepsTombstones,
      let closed = moment.action.argument?.text.flatMap(moment.before.window),
      let left = moment.after.windows.first
    else { return nil }
    let (own, others) = (texts(of: [closed], facts), texts(of: moment.after.windows, facts))
    for (index, key) in facts.valueKeys
    where facts.isOfApp(key) && key.via == .store && facts.own.lastOnes.contains(key.name) {
      for column in facts.columns(of: key, in: left) {
        guard let text = left.values[index][column].plainText, own.contains(text),
          !others.contains(text)
        else { continue }
        return Violation(
          property: name, cause: "outlived \(key.name)",
          sentence: "`\(text)` of the closed window \(closed.name) is still in `\(key.name)`, into "
            + "which the app has put it by itself",
          expectation: "{ \(left.name): { values: { \(key.name.flowScalar): { $not: "
            + "\(text.flowScalar) } } } }",
          lookedAt: "\(left.name).")
      }
    }
    return nil
  }

  /// The texts that windows have for themselves.
  private static func texts(of windows: [StageLook.Window], _ facts: AppFacts) -> [String] {
    windows.flatMap { window in
      facts.setKeys.filter { !facts.isOfApp($0.key) }.flatMap { index, key in
        window.values[index].filter { $0 != key.initial }.flatMap(\.texts)
      }
    }
  }

  /// A window of a kind that does not come back with the next process.
  private static func cameBack(_ moment: ExploredStep) -> Violation? {
    guard moment.action.verb == "launch" else { return nil }
    for window in moment.connected where window.isRestored {
      guard let kind = moment.facts.kind(of: window), !kind.restorable.isPossible else { continue }
      return Violation(
        property: name, cause: "restorable",
        sentence: "window \(window.name) comes back, though those of `\(kind.name)` do not",
        expectation: "{ \(window.name): { restored: false } }",
        lookedAt: "\(window.name).restored")
    }
    return nil
  }

  /// A value of a tab that the app has begun anew, or that was closed.
  private static func ofTab(_ moment: ExploredStep, _ tab: String?) -> Violation? {
    guard let tab, let window = moment.action.window else { return nil }
    for place in moment.stage.stored.places
    where place.window == window && place.path.first == tab {
      return Violation(
        property: name, cause: "tab", sentence: "\(place) outlives its tab",
        expectation: "{ store: { none-of: [\("\(window)/\(tab)".flowScalar)] } }",
        lookedAt: "store.none-of")
    }
    return nil
  }
}

extension StageLook.Window {
  /// The screens of its tabs, and their parts.
  fileprivate var screens: [String] {
    paths.flatMap(\.self).flatMap { [$0] + $0.split(separator: "/").map(String.init) }
  }
}

extension ScenarioValue {
  /// The texts in it, at any depth.
  var texts: [String] {
    switch self {
    case .text(let text), .url(let text): text.isEmpty ? [] : [text]
    case .list(let values): values.flatMap(\.texts)
    case .map(let fields): fields.values.flatMap(\.texts).sorted()
    case .null, .bool, .int, .double, .data, .date: []
    }
  }
}
