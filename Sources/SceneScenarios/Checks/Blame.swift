import SceneLifecycle
import SceneSimulator
internal import SceneState

/// Where a found value comes from: a sentence, and the step that wrote it.
struct Blame {
  let text: String
  let writer: Comparison.Writer?

  init(_ text: String, writer: Comparison.Writer? = nil) {
    (self.text, self.writer) = (text, writer)
  }

  init(_ text: String, writer mark: StepMark) {
    let writer = Comparison.Writer(
      step: mark.step, line: mark.line, file: mark.file, verb: mark.verb)
    self.init(text, writer: writer)
  }
}

/// Finds out where values come from.
struct BlameFinder {
  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  // MARK: Keys

  /// The blame for the value of a key as seen from a window and a tab.
  func blame(of place: FailureReport.Place) -> Blame {
    let target =
      "key \(place.key.name), \(scope(of: place))" + (isOfMemory(place) ? ", in memory only" : "")
    let stored = context.place(of: place.key, window: place.window, tab: place.tab)
    if context.simulation.scene(place.window)?.awaitsRestoration == true, showsDefault(place) {
      return Blame(
        "the default of \(target), \(line(of: place.key)): \(place.window) waits with what was "
          + "saved, and \(whatShowsSaved(in: place.window))")
    }
    if let moved = movedHome(of: place) {
      return Blame(
        "the default of \(target), \(line(of: place.key)): \(moved.text)", writer: moved.writer)
    }
    if isHeld(place) { return held(place, stored, target) }
    if let blame = decidedOutside(place, stored, target) { return blame }
    if context.simulation.stored[stored] != nil, showsDefault(place),
      let (mate, detail) = unreadableMate(of: place)
    {
      return Blame(
        "the default of \(target), \(line(of: place.key)): it is read together with `\(mate)`, "
          + "which cannot be read: \(detail)")
    }
    if let blame = unreadable(place, stored, target) { return blame }
    if fate(of: stored) == nil, let update = updated(place, stored) {
      return Blame(
        "the default of \(target), \(line(of: place.key)): \(update.text)", writer: update.writer)
    }
    let blame = blame(of: stored, target, declaredIn: line(of: place.key))
    guard
      let since = rowGone(from: place.key, stored) ?? tabGone(place) ?? wordGone(place.key, stored)
    else { return blame }
    return Blame("\(blame.text); \(since)", writer: blame.writer)
  }

  /// Whether nothing of a window is ever in the store.
  func isPrivate(_ window: String) -> Bool {
    let name = context.simulation.session(window)?.record.scene
    return context.declaration.scenes.first { $0.name == name }?.isPrivate == true
  }

  /// What ends the waiting of a window with what was saved.
  func whatShowsSaved(in window: String) -> String {
    let name = context.simulation.session(window)?.record.scene
    let kind = context.declaration.scenes.first { $0.name == name }
    guard case .after(let duration)? = kind?.restoring, let kind else {
      return "`restore: \(window)` shows it"
    }
    return "`wait: \(duration.components.seconds)s` shows it (`restoring-takes` of `\(kind.name)`)"
  }

  /// A key of the same group whose value cannot be read, and why.
  private func unreadableMate(
    of place: FailureReport.Place
  ) -> (key: String, detail: String)? {
    let group = context.declaration.together.first { $0.contains(place.key.name) } ?? []
    for name in group where name != place.key.name {
      guard let key = context.declaration.key(name) else { continue }
      let mate = context.place(of: key, window: place.window, tab: place.tab)
      guard let origin = context.origin(of: mate) else { continue }
      let seen = FailureReport.Place(key: key, window: place.window, tab: place.tab)
      if let problem = problem(of: seen, mate, since: origin) { return (name, problem.detail) }
    }
    return nil
  }

  func showsDefault(_ place: FailureReport.Place) -> Bool {
    // A window that shows nothing has no value to ask for.
    let scene = try? context.inside(context.simulation.window(place.window))
    return scene?.value(of: place.key, tab: place.tab) == place.key.initial
  }

  /// The blame for what lies at a place of the store.
  func blame(of stored: StoredPlace, _ target: String, declaredIn line: String? = nil) -> Blame {
    let origin = context.origin(of: stored)
    let fate = fate(of: stored)
    if context.simulation.stored[stored] != nil {
      guard let origin else { return Blame("the store as it was before this run → \(target)") }
      let tab = stored.key == StorageKey.selectedTab ? nil : origin.tab
      let element = context.log.problems.last {
        $0.code == .elementNotReadable && $0.address?.hasPrefix("\(stored)") == true
          && $0.step >= origin.mark.step
      }
      let left = element.map { "; what cannot be read of it is left out: \($0.detail)" }
      let later = fate.map { "; \($0.text)" } ?? left ?? ""
      return Blame("\(text(origin, tab: tab)) → \(target)\(later)", writer: writer(origin))
    }
    if let fate {
      let initial = line.map { "the default of \(target), \($0)" } ?? "nothing is stored there"
      return Blame("\(initial): \(fate.text)", writer: fate.writer)
    }
    if let origin {
      return Blame("\(text(origin, tab: origin.tab)) removed \(target)", writer: writer(origin))
    }
    guard let line else { return Blame("nothing was ever stored there") }
    return Blame("the default of \(target), \(line): nothing is stored")
  }

  private func scope(of place: FailureReport.Place) -> String {
    let isSelection = place.key.name == StorageKey.selectedTab
    switch (place.key.via, place.key.scope) {
    case (.activity, _): return "in the window's activity"
    case (.tree, _): return "in the window's tree"
    case (_, .scene):
      let isShared = !context.declaration.tabs.isEmpty && !isSelection
      return "scope scene" + (isShared ? " (one value for all tabs)" : "")
    case (_, .selectedTab): return "scope tab (\(place.tab ?? "none"))"
    case (_, .tab(let tab)): return "scope tab(\(tab))"
    case (_, .nested(let tab?, let name)): return "scope tab/\(name) (in \(tab))"
    case (_, .nested(nil, let name)): return "scope scene/\(name)"
    case (_, .place(_, let kind, let id)): return "place \(kind)/\(id)"
    case (_, .places(let kinds)): return "scope \(kinds.joined(separator: ", "))"
    case (_, .app): return "scope app (one value for all windows)"
    }
  }

  // MARK: Steps and events

  typealias Told = (mark: StepMark, text: String)

  /// The last event of a window, or of any, with the step in whose course it happened.
  func event(
    of window: String?, _ names: Set<String>, before step: Int = .max
  ) -> Told? {
    for event in context.log.heard.reversed()
    where event.window != nil && (window == nil || event.window == window) && event.step < step {
      let name = event.text.split(separator: " ").first.map(String.init) ?? ""
      // An event of a step that was taken back is no reason for anything.
      if names.contains(name), let mark = context.writes.mark(event.step) {
        return (mark, event.text)
      }
    }
    return nil
  }

  /// The step that asked a window last for what it hands over.
  func handOver(of window: String) -> StepMark? {
    event(of: window, ["stateRestorationActivity"])?.mark
  }

  func blame(_ told: Told) -> Blame {
    takeover(in: told.mark) ?? Blame("\(text(told.mark)) (\(told.text))", writer: told.mark)
  }

  func mark(_ mark: StepMark?) -> Blame? {
    mark.map { takeover(in: $0) ?? Blame(text($0), writer: $0) }
  }

  /// The step that let another process take a window over, as a sentence; nil if none did.
  func takeover(of window: String) -> Blame? {
    context.writes.takeover(of: window, on: context.simulation.name).map {
      Blame("\(named($0)) let another process take \(window) over", writer: $0)
    }
  }

  private func takeover(in mark: StepMark) -> Blame? {
    let windows = context.writes.takenWindows(on: context.simulation.name)
    return windows.lazy.compactMap { takeover(of: $0) }.first { $0.writer?.step == mark.step }
  }
}
