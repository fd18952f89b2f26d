import SceneLifecycle
import SceneSimulator
import SceneState

/// In which windows an app takes a step that is not for its own: `in: others`, `in: all`, `in: opened`
/// in those that steps of its own window have opened, and `in: opener` in the one that opened it.
enum WindowsMeant: String, CaseIterable {
  case all, others, opened, opener

  static let words = allCases.map(\.rawValue)
  /// What `to` of a `move-tab` says in such steps: the window in which the app acts.
  static let here = "here"

  /// The windows that stand after `in`; nil for the name of one.
  init?(_ node: Node?) {
    guard let text = node?.text, let meant = Self(rawValue: text) else { return nil }
    self = meant
  }

  /// What is wrong with the `in` of a step of the app.
  static func mistake(
    _ node: Node, isElsewhere: Bool, in source: SourceFile
  ) -> Diagnostic? {
    if WindowsMeant(node) != nil {
      if !isElsewhere { return nil }
      return source.contradiction(
        node, "`in` below `in`: the steps around it act in other windows already",
        hint: "leave one of them out")
    }
    if node.text == "app" {
      return source.contradiction(
        node, "`in: app` stands inside `later`",
        hint: "`later: { ACTION: { after: 10s, in: app } }` puts it off for the app, and not for "
          + "its window")
    }
    if let name = node.text, !VariableText.isIn(name), !Names.isWindow(name) {
      return source.wrongValue(node, for: "`in`", words: words)
    }
    return source.contradiction(
      node, "a step of the app names no window with `in`",
      hint:
        "it acts in its own; `in: others` takes it in all other windows, `in: all` in each of them, "
        + "`in: opened` in those that it has opened")
  }

  /// Why a step was taken in no window, as the end of a sentence.
  func reason(from home: String) -> String {
    switch self {
    case .all: "no window was there"
    case .others: "no other window was there"
    case .opened: "no step of \(home) had opened one that was there"
    case .opener: "no window that was there had opened \(home)"
    }
  }

  /// Where it is taken, seen from the window in which the app acts.
  func place(from home: String) -> String {
    switch self {
    case .all: "all windows"
    case .others: "all windows but \(home), in which the app acts: `in: all` is that one, too"
    case .opened: "those that steps of \(home) have opened"
    case .opener: "the window in which \(home) was opened"
    }
  }

  /// Whether a step is taken in a window.
  func has(_ window: SceneID, from home: SceneID, _ openers: [SceneID: SceneID]) -> Bool {
    switch self {
    case .all: true
    case .others: window != home
    case .opened: openers[window] == home
    case .opener: openers[home] == window
    }
  }
}

extension ParsedStep {
  /// The windows in which an app takes the step; nil for its own.
  var windows: WindowsMeant? { WindowsMeant(window) }

  /// Whether an app takes the step in other windows than its own.
  package var isTakenElsewhere: Bool { windows != nil }
}

extension ScenarioRunner {
  /// Runs a step of the app in other windows than its own, one after the other.
  ///
  /// - Throws: Why it failed in a window; those after that are as they were.
  func runElsewhere(
    _ step: ParsedStep, _ meant: WindowsMeant, from scene: ConnectedScene,
    _ extra: [(String, Node)], _ context: StepContext
  ) throws(StepError) {
    var isTaken = false
    for window in context.simulation.windows {
      guard let other = context.simulation.scene(window.name), other.delegate is ScenarioScene,
        meant.has(other.id, from: scene.id, context.box.world.openers)
      else { continue }
      isTaken = true
      do throws(Stop) { try countRound(of: step) } catch {
        if case .failed(let mistake) = error { throw .mistake(mistake) }
        return
      }
      try runInside([step], other, extra, if: nil, context, home: scene)
    }
    guard !isTaken else { return }
    context.fates.enter(innerMark(of: step, extra), in: scene.id.rawValue, as: .missed)
    context.fates.leave()
  }
}
