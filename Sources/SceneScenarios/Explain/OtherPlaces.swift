import SceneLifecycle
import SceneSimulator

/// Finds the value that a check looked for where no window shows it: under a key that is gone, on a
/// device that was cut off, or in a step that was skipped.
struct OtherPlaces: Explainer {
  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// The window that has a tab which another one was asked for.
  ///
  /// What brought it there is told only of another window than the one that was asked.
  func window(withTab tab: String, asked: String? = nil) -> String? {
    for window in simulation.windows {
      // A window that shows nothing has no tabs.
      guard let scene = try? context.inside(window), scene.tabs.contains(tab) else { continue }
      if window.name == asked { return "\(window.name) has the tab `\(tab)` open" }
      let list = app.tabSource.flatMap { app.key($0.key) }.map {
        context.place(of: $0, window: window.name, tab: nil)
      }
      let mark = list.flatMap { list in
        context.story(of: list).bringer { tabs(in: $0, list).contains(.text(tab)) }
      }
      let isMoved = mark.map { ["move-tab", "drag", "drop"].contains($0.verb) } == true
      return "\(window.name) has the tab `\(tab)`"
        + (isMoved ? mark.map { ": \(named($0)) moved it there" } ?? "" : from(mark))
    }
    return nil
  }

  /// Why a window keeps no closed tab: another one does, or it came back.
  func closedTab(_ name: String?, asked: String?) -> String? {
    for window in simulation.windows where window.name != asked {
      let scene = simulation.scene(window.name)?.delegate as? ScenarioScene
      if let closed = scene?.keptTabs.last(where: { name == nil || $0.name == name }) {
        return
          "\(window.name) keeps the closed tab `\(closed.name)`: `in: \(window.name)` beside the "
          + "step brings it back there"
      }
    }
    guard name == nil,
      let last = fates.last([UndoCloseTabStep.name, CloseTabStep.name], window: asked),
      last.verb == UndoCloseTabStep.name
    else { return nil }
    return "\(named(last)) brought back the last one that was closed"
  }

  /// The step that closed a tab of a window.
  func closer(ofTab tab: String, in window: String) -> String? {
    guard let last = fates.last([CloseTabStep.name], window: window), last.word == tab else {
      return nil
    }
    return "\(named(last)) closed it, and its values went with it"
      + (app.keepsTombstones ? ": `undo-close-tab` brings both back" : "")
  }

  /// What became of the tabs that the user had opened in a window, if they did not stay.
  func lostTabs(of window: String) -> String? {
    guard let source = app.tabSource, let key = app.key(source.key) else { return nil }
    return fate(of: context.place(of: key, window: window, tab: nil))?.text
  }

  /// The `cut` on another device that kept the value there.
  func keptBack(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard mismatch.asksForValue else { return nil }
    return context.allDevices.lazy.filter { $0.name != device }.compactMap {
      keptBack(context.place(of: place), on: $0.name, mismatch)
    }.first
  }

  /// The `cut` that kept a value on another device, so that `bring` came without it.
  private func keptBack(_ here: StoredPlace, on device: String, _ mismatch: Mismatch) -> String? {
    let isMeant = meaning(mismatch, at: here)
    guard let bring = fates.last(["bring"]),
      let written = fates.story(of: ValueName(here, on: device)).writer(of: isMeant),
      written.step < bring.step, let cut = fates.last(["cut"], before: written.step),
      !fates.marks.all(where: { $0.verb == HealStep.name }).contains(where: { heal in
        (cut.step..<bring.step).contains(heal.step) && (heal.word ?? device) == device
      })
    else { return nil }
    return "\(named(cut)) kept what \(named(written)) wrote from the cluster, and "
      + "\(named(bring)) came without it: `heal: \(device)` before `bring`"
  }

  /// The step that would have written the value, if its `if` had held.
  func skipped(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    // Of what was there, and of what is not known, only a newer step says anything.
    let isNew = context.answer?.missed.isEmpty == true
    // A migration says it again, as it was.
    let written = context.origin(of: context.place(of: place))?.written.step ?? 0
    let step = context.skippedWrite(of: place.key.name, in: place.window) { step in
      StepContext.gives(step.verb, step.value, mismatch, place.key.initial)
        .map { $0 && (isNew || written <= step.after) } ?? (written <= step.after)
    }
    return step.map(sentence)
  }

  /// The tabs that a kept list of them has.
  func tabs(in value: Origin.Value?, _ stored: StoredPlace) -> [ScenarioValue] {
    guard case .bytes(let bytes)? = value, case .list(let tabs) = context.decoded(bytes, at: stored)
    else { return [] }
    return tabs
  }

  func has(_ mismatch: Mismatch, at place: StoredPlace) -> Bool {
    guard mismatch.asksForValue, let value = simulation.stored[place] else { return false }
    return mismatch.isMet(by: context.decoded(value, at: place))
  }
}
