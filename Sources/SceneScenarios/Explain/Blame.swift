import SceneLifecycle
import SceneSimulator
internal import SceneState

/// Where a found value comes from: a sentence, and the step that wrote it.
struct Blame {
  let text: String
  let writer: Comparison.Writer?
  /// What took away what was there, if something did.
  let cause: String?
  /// The step since which what was written cannot be read.
  var spoiler: Int?

  init(_ text: String, writer: Comparison.Writer? = nil, cause: String? = nil) {
    (self.text, self.writer, self.cause) = (text, writer, cause)
  }

  init(_ text: String, writer mark: StepMark, _ inner: InnerMark? = nil, cause: String? = nil) {
    let writer = Comparison.Writer(
      step: mark.step, line: inner?.line ?? mark.line, file: inner?.file ?? mark.file,
      verb: inner?.verb ?? mark.verb)
    self.init(text, writer: writer, cause: cause)
  }

  init(_ text: String, writer origin: Origin, cause: String? = nil) {
    self.init(text, writer: origin.mark, origin.inner, cause: cause)
  }
}

/// Finds out where values come from.
struct BlameFinder: Explainer {
  typealias Told = (mark: StepMark, text: String)

  /// The steps that move a scope with all that it has to another place.
  static let transfers: Set = ["move-tab", "rename-scope", "move-scope"]
  /// The event with which a window is asked for what it hands over.
  static let handover = "stateRestorationActivity"

  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// The blame for the value of a key as seen from a window and a tab.
  func blame(of place: FailureReport.Place) -> Blame {
    let key = place.key
    let memory = isOfMemory(key, in: place.window) ? ", in memory only" : ""
    let target = "key \(key.name), \(scope(of: place))\(memory)"
    let stored = context.place(of: place)
    if simulation.scene(place.window)?.awaitsRestoration == true, showsDefault(place) {
      let shows = whatShowsSaved(in: place.window)
      return initial(
        place, target, Blame("\(place.window) waits with what was saved, and \(shows)"))
    }
    if let moved = movedHome(of: place) { return initial(place, target, moved) }
    if isHeld(key, in: place.window) { return held(place, stored, target) }
    let reason =
      decidedOutside(place, stored) ?? together(place, stored) ?? unreadable(place, stored)
    if let reason {
      // What was to take its place is told, too.
      let later = context.story(of: stored).loss.map { "; \(text($0, of: stored))" } ?? ""
      var told = Blame(reason.text + later, writer: reason.writer)
      told.spoiler = reason.spoiler
      return initial(place, target, told)
    }
    if fate(of: stored) == nil, let update = updated(place, stored) {
      return initial(place, target, update)
    }
    let blame = blame(of: stored, target, declaredIn: line(of: key))
    guard let since = rowGone(from: key, stored) ?? tabGone(place) ?? wordGone(key, stored) else {
      return blame
    }
    return Blame("\(blame.text); \(since)", writer: blame.writer, cause: since)
  }

  /// The default of a key, and why it is that.
  func initial(_ place: FailureReport.Place, _ target: String, _ reason: Blame) -> Blame {
    var blame = Blame(
      "the default of \(target), \(line(of: place.key)): \(reason.text)", writer: reason.writer,
      cause: reason.text)
    blame.spoiler = reason.spoiler
    return blame
  }

  /// That a key of the same group has a value that cannot be read.
  private func together(_ place: FailureReport.Place, _ stored: StoredPlace) -> Blame? {
    guard let (mate, problem) = unreadableMate(of: place, stored),
      let origin = context.origin(of: context.place(of: mate))
    else { return nil }
    let cause = cause(ofUnreadable: mate.key, context.place(of: mate), origin)
    return Blame(
      "it is read together with `\(mate.key.name)`, which cannot be read"
        + (cause.map { " since \(named($0))" } ?? "") + ": \(problem.detail)")
  }

  /// The blame for what lies at a place of the store.
  func blame(
    of stored: StoredPlace, _ target: String, declaredIn line: String? = nil
  ) -> Blame {
    let origin = context.origin(of: stored)
    let fate = fate(of: stored)
    if simulation.stored[stored] != nil {
      guard let origin else { return Blame("the store as it was before this run → \(target)") }
      let tab = stored.key == StorageKey.selectedTab ? nil : origin.tab
      let left = unreadPart(of: stored).map {
        "what cannot be read of it\(since(hiding: stored.key, origin.written)) is left out: \($0)"
      }
      let later = fate?.text ?? left ?? dropped(origin)
      let again = later == nil ? repeated(stored, since: origin) : nil
      return Blame(
        "\(text(origin, tab: tab)) → \(target)\((later ?? again).map { "; \($0)" } ?? "")",
        writer: origin, cause: later)
    }
    if let fate {
      let initial = line.map { "the default of \(target), \($0)" } ?? "nothing is stored there"
      return Blame("\(initial): \(fate.text)", writer: fate.writer, cause: fate.text)
    }
    if let origin {
      return Blame("\(text(origin, tab: origin.tab)) removed \(target)", writer: origin)
    }
    guard let line else { return Blame("nothing was ever stored there") }
    // Of a key that nobody has written the advice says so.
    let last = fates.hasWritten(stored.key) ? context.story(of: stored).last : nil
    let again = last.flatMap { $0.kind == .repeated ? "; \(named($0)) wrote just that" : nil }
    return Blame("the default of \(target), \(line): nothing is stored\(again ?? "")")
  }

  /// The last step that wrote what was there already.
  private func repeated(_ stored: StoredPlace, since origin: Origin) -> String? {
    let last = context.story(of: stored).last { $0.kind == .repeated }
    return last.flatMap {
      $0.mark.step > origin.mark.step ? "\(named($0)) wrote the same once more" : nil
    }
  }

  private func scope(of place: FailureReport.Place) -> String {
    // What says which tab, tabs or place a window shows is none of theirs.
    let isOfWindow = [StorageKey.selectedTab, PlaceKind.shownKey, app.tabSource?.key]
      .contains(place.key.name)
    switch (place.key.via, place.key.scope) {
    case (.activity, _): return "in the window's activity"
    case (.tree, _): return "in the window's tree"
    case (_, .scene):
      let isShared = (!app.tabs.isEmpty || app.tabSource != nil) && !isOfWindow
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
}
