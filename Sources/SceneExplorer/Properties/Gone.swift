import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// What a close, a force quit or a discard destroys is nowhere in the store afterwards, nor is what
/// only a private window had.
enum Gone: Property {
  static let name = "gone"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    if history.isFaulted || history.isDoomed || moment.isKilled { return nil }
    if let found = ofPrivate(moment) ?? leaked(moment, history) ?? cameBack(moment, history) {
      return found
    }
    let (action, facts) = (moment.action, moment.facts)
    switch action.verb {
    case "close", "disconnect": return rest(moment) ?? remains(moment) ?? outlived(moment)
    case _ where action.isEnd || action.verb == "launch" && !moment.after.isRunning:
      return rest(moment) ?? remains(moment)
    case "discard-state": return ofTab(moment, action.argument?.text)
    default:
      // The tab that the step has closed.
      guard facts.opensTabs, let name = action.window, let after = moment.after.window(name)
      else { return nil }
      return ofTab(moment, moment.before.window(name)?.tabs.first { !after.tabs.contains($0) })
    }
  }

  /// A row of a session that is none any more.
  private static func remains(_ moment: ExploredStep) -> Violation? {
    moment.stage.damage().map { damage in
      found(
        "row", "the store keeps what no window has: \(damage)",
        Expected("{ store: { whole: true } }", at: "store.whole"))
    }
  }

  /// A value of a window that was closed, or of any after an end that destroys them all.
  private static func rest(_ moment: ExploredStep) -> Violation? {
    let (action, profile) = (moment.action, moment.facts.profile)
    let isDestroying =
      switch action.verb {
      case "force-quit": !EndTable.keeps(.forceQuit, profile)
      case "quit": !EndTable.keeps(.quit, by: action, profile)
      case "launch":
        action.argument?["crash"]?.bool == true && !EndTable.keeps(.crashOnLaunch, profile)
      default: false
      }
    var names = isDestroying ? moment.before.names : []
    if action.verb == "close", let name = action.argument?.text, !moment.facts.app.keepsTombstones {
      names = [name]
    }
    return stored(moment, in: names).map {
      found("value", "\($0) outlives its window", .nothing(of: $0.window))
    }
  }

  private static func stored(_ moment: ExploredStep, in names: [String]) -> StoredPlace? {
    names.isEmpty ? nil : moment.stage.stored.places.first { names.contains($0.window) }
  }

  /// A value of a window of which nothing is ever written.
  private static func ofPrivate(_ moment: ExploredStep) -> Violation? {
    let windows = moment.after.windows.filter(moment.facts.isPrivate)
    if moment.action.verb == "launch", let window = windows.first(where: \.isRestored) {
      return back("private", "the private window \(window.name) comes back", window)
    }
    return stored(moment, in: windows.map(\.name)).map {
      found("private", "\($0) is stored for a private window", .nothing(of: $0.window))
    }
  }

  private static func back(
    _ cause: String, _ sentence: String, _ window: StageLook.Window
  ) -> Violation {
    found(cause, sentence, .of(window.name, "restored", "false"))
  }

  /// A window that comes back after what destroys it, or whose kind does not come back.
  private static func cameBack(_ moment: ExploredStep, _ history: History) -> Violation? {
    for window in moment.connected where window.isRestored {
      let kind = moment.facts.kind(of: window)
      if moment.action.verb == "launch", let kind, !kind.restorable.isPossible {
        return back(
          "restorable", "window \(window.name) comes back, though those of `\(kind.name)` do not",
          window)
      }
      if history.isDestroyed {
        return back(
          "session", "window \(window.name) comes back after an end that destroys it", window)
      }
    }
    return nil
  }

  /// What only a private window had, and the app itself has written among what it keeps.
  private static func leaked(_ moment: ExploredStep, _ history: History) -> Violation? {
    let (facts, action) = (moment.facts, moment.action)
    let isAct = action.verb == "act"
    let comes = action.isDelivery || action.verb == "open-url"
    // The app does something then that its user did not ask for.
    let closesTab = action.verb == "close-tab"
    guard isAct || comes || (closesTab || !action.isInside) && !facts.own.ofApp.isEmpty else {
      return nil
    }
    let doer = isAct || comes || closesTab ? action.window ?? moment.takers.first : nil
    let open = moment.before.windows.filter { !facts.isPrivate($0) }
    for before in moment.before.windows where facts.isPrivate(before) {
      let isOwn = doer == nil || doer == before.name
      // What another window takes from this one it keeps as its own.
      if comes
        ? doer != before.name : !isOwn && !(action.actName.map(facts.takers.contains) ?? false)
      {
        continue
      }
      guard let goal = isOwn ? before : doer.flatMap(moment.before.window),
        let after = moment.after.window(goal.name)
          ?? (isOwn && !comes ? moment.after.windows.first : nil),
        isOwn || !facts.isPrivate(goal)
      else { continue }
      // What comes is there once it has come.
      let had = facts.texts(of: [before])
      let own =
        comes
        ? (facts.texts(of: [after]) + after.screens)
          .filter { !had.contains($0) && !before.screens.contains($0) } : had
      // The same may come from a window that is not private.
      let others = doer == before.name ? [] : facts.texts(of: open)
      let changes = facts.changes(
        goal, after,
        of: { key in
          key.via == .store && (isOwn ? facts.isOfApp(key) : key.kinds == nil)
            && (isAct || comes || facts.own.ofApp.contains(key.name))
        }, at: { facts.columns(of: $0, in: after) })
      for change in changes {
        // The app has one value, in whatever tab it was seen before.
        let known =
          facts.valueKeys.filter { $0.key.name == change.key.name }
          .flatMap { goal.values[$0.index] }.flatMap(\.texts) + others
        let text = change.now.texts.first {
          !known.contains($0) && (own.contains($0) || change.key.isList && moment.brings($0))
            && history.textsOfApp[change.key.name]?.contains($0) != true
        }
        guard let text else { continue }
        let deed = isAct ? action.argument?.text ?? "" : action.verb
        let what = "`\(text)`" + (isOwn ? "" : " of the private window \(before.name)")
        return found(
          "leaked \(change.key.name)",
          (isAct || comes ? "`\(deed)`" : "what the app does at `\(action.verb)`")
            + " in \(isOwn ? "the private " : "")window \(goal.name) writes \(what) to "
            + "`\(change.key.name)`, which the \(isOwn ? "app" : "window") keeps",
          facts.expected(change, in: after))
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
    let (own, others) = (facts.texts(of: [closed]), facts.texts(of: moment.after.windows))
    for (index, key) in facts.valueKeys
    where facts.isOfApp(key) && key.via == .store && facts.own.lastOnes.contains(key.name) {
      for column in facts.columns(of: key, in: left) {
        let value = left.values[index][column]
        guard let text = value.plainText, own.contains(text), !others.contains(text) else {
          continue
        }
        return found(
          "outlived \(key.name)",
          "`\(text)` of the closed window \(closed.name) is still in `\(key.name)`, into which the "
            + "app has put it by itself",
          facts.expected(of: key, value, column, in: left, isOther: true))
      }
    }
    return nil
  }

  /// A value of a tab that the app has begun anew, or that was closed.
  private static func ofTab(_ moment: ExploredStep, _ tab: String?) -> Violation? {
    guard let tab, let window = moment.action.window else { return nil }
    return moment.stage.stored.places.first { $0.window == window && $0.path.first == tab }.map {
      found("tab", "\($0) outlives its tab", .nothing(of: "\(window)/\(tab)"))
    }
  }
}

extension AppFacts {
  /// The texts that windows have for themselves.
  fileprivate func texts(of windows: [StageLook.Window]) -> [String] {
    windows.flatMap { window in
      setKeys.filter { !isOfApp($0.key) }.flatMap { index, key in
        window.values[index].filter { $0 != key.initial }.flatMap(\.texts)
      }
    }
  }
}

extension StageLook.Window {
  /// The screens of its tabs, and their parts.
  fileprivate var screens: [String] {
    paths.flatMap(\.self).flatMap { [$0] + $0.split(separator: "/").map(String.init) }
  }
}

extension ScenarioValue {
  var texts: [String] {
    switch self {
    case .text(let text), .url(let text): text.isEmpty ? [] : [text]
    case .list(let values): values.flatMap(\.texts)
    case .map(let fields): fields.values.flatMap(\.texts).sorted()
    case .null, .bool, .int, .double, .data, .date: []
    }
  }
}
