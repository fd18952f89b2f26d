import SceneSimulator

/// Finds the value that a check looked for elsewhere: in another place, under a key that is gone, in
/// a window that was closed, or in a step that was skipped.
struct OtherPlaces {
  private let context: StepContext
  private let finder: BlameFinder

  init(_ context: StepContext) {
    self.context = context
    finder = BlameFinder(context)
  }

  /// The place of the same window, or of the app, that has the value.
  func hint(for place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard case .place = place.key.scope else { return nil }
    let here = context.place(of: place.key, window: place.window, tab: place.tab)
    let found = context.simulation.stored.keys.filter { other in
      other.key == here.key && other.window == here.window && other != here
        && has(mismatch, at: other)
    }
    guard let other = found.min() else { return nil }
    let name = other.addressInWindow.split(separator: "/").dropLast().joined(separator: "/")
    let writer = context.origin(of: other).map { ", from \(finder.named($0.mark))" }
    return "\(name) has this value\(writer ?? "")"
  }

  /// The tab of another window that has the value.
  func otherTabOfWindow(for place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard place.key.scope == .selectedTab else { return nil }
    let here = context.place(of: place.key, window: place.window, tab: place.tab)
    let found = context.simulation.stored.keys.filter { other in
      other.key == here.key && other.window != here.window && other.path.count == here.path.count
        && has(mismatch, at: other)
    }
    guard let other = found.min(), let tab = other.path.first else { return nil }
    let writer = context.origin(of: other).map { ", from \(finder.named($0.mark))" }
    return "\(other.window) has this value, in tab \(tab)\(writer ?? "")"
  }

  /// The step of the app that writes a key, and has not run; nil if there is none.
  func sleepingWriter(of key: String) -> String? {
    let app = context.declaration
    func writes(_ steps: [ParsedStep]) -> ParsedStep? {
      FurtherLook.all(steps).first {
        ["set", "append", "prepend"].contains($0.verb.name) && $0.argument?[key] != nil
          || key == StorageKey.path && ["show", "push"].contains($0.verb.name)
      }
    }
    for action in app.actions {
      guard let step = writes(action.steps) else { continue }
      if app.putsOff(action.name) {
        return
          "`\(action.name)` writes it (\(finder.line(of: step.verb.range))), which `later` puts off: "
          + "its time has not come, or its window or process has gone before"
      }
      return
        "`act: \(action.name)` writes it (\(finder.line(of: step.verb.range))), and no step does that"
    }
    for handler in app.handlers {
      guard let step = writes(handler.steps) else { continue }
      return "a handler writes it (\(finder.line(of: step.verb.range))), and nothing came for it"
    }
    guard let step = writes(app.own.all) else { return nil }
    let line = step.verb.range.start.line
    return "`\(app.own.key(ofLine: line, in: step.source.path))` writes it "
      + "(\(finder.line(of: step.verb.range))), and had no cause to run here"
  }

  /// Why the field of another key did not become the first value of this one.
  func formerField(of place: FailureReport.Place) -> String? {
    guard let former = place.key.former else { return nil }
    let line = finder.line(of: former.range)
    let app = context.declaration
    if let older = app.key(former.key) ?? context.former?.key(former.key),
      older.scope != place.key.scope
    {
      return
        "`was` (\(line)) looks where `\(place.key.name)` is kept, and `\(former.key)` is kept in "
        + "another scope: give both the same"
    }
    return "`was` (\(line)) found nothing in `\(former.key)` that is a `\(place.key.type)`"
  }

  /// The key that had the value before an update took it away.
  func formerKey(of place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let here = context.place(of: place.key, window: place.window, tab: place.tab)
    let former = context.simulation.stored.keys.filter { other in
      other.window == here.window && other.path == here.path
        && context.declaration.key(other.key) == nil && has(mismatch, at: other)
    }
    guard let other = former.min(), let update = context.writes.last(["update"]) else { return nil }
    let found = "`\(other.key)`, which \(finder.named(update)) took away, has this value"
    return place.key.former == nil
      ? found + ": `was: \(other.key)` at `\(here.key)` takes it over" : found
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
    return "\(finder.named(loss.written)) wrote it in \(window), which \(finder.named(loss.mark)) "
      + "closed"
  }

  /// The device that has the value.
  func otherDevice(with place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let here = context.place(of: place.key, window: place.window, tab: place.tab)
    guard context.origin(of: here) == nil, mismatch.path.isEmpty,
      FailureReport.isPlain(mismatch.node)
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
    guard isOlder, VariableText.isIn(step.value) || step.value.content == mismatch.node.content
    else { return nil }
    let line = finder.line(step.line, step.file)
    return "`\(step.verb)` in \(line) was skipped: \(step.reason)"
  }

  private func has(_ mismatch: Mismatch, at place: StoredPlace) -> Bool {
    guard mismatch.path.isEmpty, FailureReport.isPlain(mismatch.node),
      let value = context.simulation.stored[place]
    else { return false }
    return Matcher.mismatch(mismatch.node, context.decoded(value, at: place)) == nil
  }
}

/// A step that was to write a value and was skipped.
struct SkippedStep: Sendable {
  let verb: String
  let value: Node
  let line: Int
  let file: String
  /// The number of the step before it.
  let after: Int
  let reason: String
}

extension StepContext {
  /// Forgets that a step was skipped, since it runs now.
  func unskip(_ step: ParsedStep) {
    guard step.condition != nil, step.kind is SetStep.Type else { return }
    for entry in step.argument?.map ?? [] {
      let known = skipped[entry.key.name]
      guard known?.line == step.verb.range.start.line, known?.file == step.source.path else {
        continue
      }
      skipped[entry.key.name] = nil
    }
  }

  /// Notes which values a step would have written, and those below it.
  func skip(
    _ step: ParsedStep, after number: Int, because reason: String = "its `if` did not hold"
  ) {
    for inner in step.body { skip(inner, after: number, because: reason) }
    guard step.kind is SetStep.Type else { return }
    for entry in step.argument?.map ?? [] {
      skipped[entry.key.name] = SkippedStep(
        verb: step.verb.name, value: entry.value, line: step.verb.range.start.line,
        file: step.source.path, after: number, reason: reason)
    }
  }
}
