import SceneLifecycle
import SceneSimulator

/// Finds the value that a check looked for elsewhere: in another place, under a key that is gone, in
/// a window that was closed, or in a step that was skipped.
struct OtherPlaces {
  let context: StepContext
  let finder: BlameFinder

  init(_ context: StepContext) {
    self.context = context
    finder = BlameFinder(context)
  }

  /// The place of the same window, or of the app, that has the value.
  func hint(for place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard case .place(let home, let kind, _) = place.key.scope else { return nil }
    let here = context.place(of: place.key, window: place.window, tab: place.tab)
    let found = context.simulation.stored.keys.filter { other in
      other.key == here.key && other.window == here.window && other != here
        && has(mismatch, at: other)
    }
    guard let other = found.min() else { return nil }
    let name = other.addressInWindow.split(separator: "/").dropLast().joined(separator: "/")
    let writer = context.origin(of: other).map { ", from \(finder.named($0.mark))" }
    let told = "\(name) has this value\(writer ?? "")"
    if home == .eachTab { return told }
    let show = kind == OpenTabs.kind ? SelectStep.name : ShowPlaceStep.name
    return "\(told): `\(show): \(name)` before, or look with `at: { \(name): { values: … } }`"
  }

  /// The window that has a tab which another one was asked for.
  func window(withTab tab: String) -> String? {
    for window in context.simulation.windows {
      // A window that shows nothing has no tabs.
      guard let scene = try? context.inside(window), scene.tabs.contains(tab) else { continue }
      let move = context.writes.last(["move-tab", "drag", "drop"])
      return "\(window.name) has the tab `\(tab)`"
        + (move.map { ": \(finder.named($0)) moved it there" } ?? "")
    }
    return nil
  }

  /// What became of the tabs that the user had opened in a window, if they did not stay.
  func lostTabs(of window: String) -> String? {
    guard let source = context.declaration.tabSource,
      let key = context.declaration.key(source.key)
    else { return nil }
    return finder.fate(of: context.place(of: key, window: window, tab: nil))?.text
  }

  /// The window that was closed with a value of this key, if nobody wrote one here.
  func closedWindow(with place: FailureReport.Place) -> String? {
    let here = context.place(of: place.key, window: place.window, tab: place.tab)
    guard !place.key.isOfApp, context.origin(of: here) == nil,
      let (window, loss) = context.writes.closedElsewhere(here, on: context.simulation.name)
    else { return nil }
    let wrote = "\(finder.named(loss.written)) wrote `\(place.key.name)` in \(window)"
    guard case .gone(let rule) = loss.way else {
      return "\(wrote), which \(finder.named(loss.mark)) closed"
    }
    return "\(wrote), and \(finder.going(window, by: loss.mark, rule))"
  }

  /// The device that has the value.
  func otherDevice(with place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let here = context.place(of: place.key, window: place.window, tab: place.tab)
    let origin = context.origin(of: here)
    guard origin == nil || origin?.mark.verb == "bring", mismatch.path.isEmpty,
      FailureReport.asksForValue(mismatch.node)
    else { return nil }
    for device in context.allDevices where device.name != context.simulation.name {
      let found = device.stored.filter { other, value in
        other.key == here.key && other.path == here.path
          && Matcher.mismatch(mismatch.node, context.decoded(value, at: other)) == nil
      }
      guard let other = found.keys.min() else { continue }
      if let (bring, cut, written) = keptBack(other, on: device.name) {
        return
          "\(finder.named(cut)) kept what \(finder.named(written)) wrote from the cluster, and "
          + "\(finder.named(bring)) came without it: `heal: \(device.name)` before `bring`"
      }
      let canCome = context.roaming != nil && !other.window.isEmpty
      return "\(device.name) has this value, at `\(other)`: each device has a store of its own"
        + (canCome ? "; `bring` takes a window along" : "")
    }
    return nil
  }

  /// The `bring` that came without a value, and the `cut` that kept it on its device.
  private func keptBack(
    _ place: StoredPlace, on device: String
  ) -> (bring: StepMark, cut: StepMark, written: StepMark)? {
    guard let bring = context.writes.last(["bring"]),
      let written = context.writes.origin(of: place, on: device)?.mark, written.step < bring.step,
      let cut = context.writes.last(["cut"], before: written.step),
      !context.writes.hasRun(["heal"], between: cut.step, and: bring.step)
    else { return nil }
    return (bring, cut, written)
  }

  /// The step that would have written the value, if its `if` had held.
  func skipped(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard mismatch.path.isEmpty, let step = context.skipped[place.key.name] else { return nil }
    let here = context.place(of: place.key, window: place.window, tab: place.tab)
    let isOlder = (context.origin(of: here)?.mark.step ?? 0) <= step.after
    guard isOlder,
      VariableText.isIn(step.value) || step.value.content == mismatch.node.content
        || mismatch.missing.contains(where: { step.value.content == $0.content })
    else { return nil }
    let outer = step.isInside ? context.writes.mark(step.after) : nil
    let told = finder.named(step.verb, step.line, step.file, from: outer)
    return "\(told) was skipped: \(step.reason)"
  }

  func has(_ mismatch: Mismatch, at place: StoredPlace) -> Bool {
    guard mismatch.path.isEmpty, FailureReport.asksForValue(mismatch.node),
      let value = context.simulation.stored[place]
    else { return false }
    return Matcher.mismatch(mismatch.node, context.decoded(value, at: place)) == nil
  }
}
