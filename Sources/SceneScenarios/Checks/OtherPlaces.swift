import SceneLifecycle
import SceneSimulator

/// Finds the value that a check looked for elsewhere: in another place, under a key that is gone, in
/// a window that was closed, or in a step that was skipped.
struct OtherPlaces: Explainer {
  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// The place of the same window, or of the app, that has the value.
  func hint(for place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard case .place(let home, let kind, _) = place.key.scope else { return nil }
    let here = context.place(of: place)
    guard mismatch.asksForValue, mismatch.path.isEmpty || !mismatch.isMet(by: place.key.initial)
    else { return nil }
    // A place of a kind that the app does not have any more cannot be looked at.
    let kinds = app.places.map(\.name) + [OpenTabs.kind]
    let others = simulation.stored.keys.filter { other in
      other.key == here.key && other.window == here.window && other != here
        && other.path.dropLast().last.map(kinds.contains) == true
    }
    let found = others.sorted().lazy.compactMap { other in
      simulation.stored[other].flatMap { mismatch.found(in: context.decoded($0, at: other)) }
        .map { (other, $0) }
    }.first
    guard let (other, what) = found else { return nil }
    let name = other.addressInWindow.split(separator: "/").dropLast().joined(separator: "/")
    let story = context.story(of: other)
    let mark = story.bringer(of: meaning(mismatch, at: other)) ?? story.written?.written
    let told = "\(name) has \(what)\(from(mark))"
    if home == .eachTab { return told }
    let show = kind == OpenTabs.kind ? SelectStep.name : ShowPlaceStep.name
    return "\(told): `\(show): \(name)` before, or look with `at: { \(name): { values: … } }`"
  }

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

  /// What became of the tabs that the user had opened in a window, if they did not stay.
  func lostTabs(of window: String) -> String? {
    guard let source = app.tabSource, let key = app.key(source.key) else { return nil }
    return fate(of: context.place(of: key, window: window, tab: nil))?.text
  }

  /// The device that has the value.
  func otherDevice(with place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard mismatch.asksForValue else { return nil }
    let here = context.place(of: place)
    for peer in context.allDevices where peer.name != device {
      if let hint = keptBack(here, on: peer.name, mismatch) { return hint }
      let found = peer.stored.filter { other, value in
        other.key == here.key && other.path == here.path && mismatch.path.isEmpty
          && Matcher.mismatch(mismatch.node, context.decoded(value, at: other)) == nil
      }
      guard context.origin(of: here) == nil, let other = found.keys.min() else { continue }
      let canCome = context.roaming != nil && !other.window.isEmpty
      return "\(peer.name) has this value, at `\(other)`: each device has a store of its own"
        + (canCome ? "; `bring` takes a window along" : "")
    }
    return nil
  }

  /// The `cut` that kept a value on another device, so that `bring` came without it.
  private func keptBack(_ here: StoredPlace, on device: String, _ mismatch: Mismatch) -> String? {
    let isMeant = meaning(mismatch, at: here)
    guard let bring = fates.last(["bring"]),
      let written = fates.story(of: ValueName(here, on: device)).writer(of: isMeant),
      written.step < bring.step, let cut = fates.last(["cut"], before: written.step),
      fates.last(["heal"], after: cut.step, before: bring.step) == nil
    else { return nil }
    return "\(named(cut)) kept what \(named(written)) wrote from the cluster, and "
      + "\(named(bring)) came without it: `heal: \(device)` before `bring`"
  }

  /// The step that would have written the value, if its `if` had held.
  func skipped(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard mismatch.path.isEmpty,
      let step = context.skippedWrite(of: place.key.name, in: place.window)
    else { return nil }
    guard context.lastWrite(of: place) <= step.after,
      VariableText.isIn(step.value) || step.value.content == mismatch.node.content
        || mismatch.missing.contains(where: { step.value.content == $0.content })
    else { return nil }
    return sentence(of: step)
  }

  func has(_ mismatch: Mismatch, at place: StoredPlace) -> Bool {
    guard mismatch.asksForValue, let value = simulation.stored[place] else { return false }
    return mismatch.isMet(by: context.decoded(value, at: place))
  }
}
