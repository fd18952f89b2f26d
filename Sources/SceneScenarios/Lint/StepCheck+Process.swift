internal import SceneLifecycle
import SceneSimulator
import StoreFormat

// What a step needs: an app that runs, a window to act in, a free name.
extension StepCheck {
  /// Whether a step may have its turn, as far as the variables of its `if` tell.
  func mayHaveTurn(_ step: ParsedStep) -> Bool { values?.mayHold(step.condition) ?? true }

  /// A step that an app must run for.
  func needsRunningApp(_ input: StepInput) {
    guard process.isRunning == .no, fails == nil, !isInside else { return }
    add(
      .appNotRunning, at: input.verb.range, "`\(input.verb.name)`: the app is not running",
      hint: refusals.hint(Self.launching[input.verb.name] ?? "`launch` first", in: source))
    goOn {
      lacksLaunch = windows.isEmpty && missing.isEmpty
      process.forget()
    }
  }

  /// What comes from outside starts an app that does not run.
  private static let launching = [
    "continue": "`launch: { activity: … }` starts the app with it, as the system does",
    "link": "`launch: { url: … }` starts the app with it, as the system does",
  ]

  /// A step that needs an app that does not run.
  func needsNoRunningApp(_ input: StepInput, _ code: ProblemCode, _ message: String, hint: String) {
    guard process.isRunning == .yes, fails == nil, !lacksLaunch else { return }
    add(
      code, at: input.verb.range, "`\(input.verb.name)`: \(message)",
      hint: refusals.hint(claim(of: "the app") ?? hint, in: source))
  }

  /// What an `expect` before says, and surely was not so.
  private func claim(of subject: String) -> String? {
    claims[subject].map {
      "line \($0.line) expects \(subject) to be `\($0.state)`, and nothing before brings it there"
    }
  }

  /// A step that acts in the window it names with `in`, or in the only one.
  func needsWindow(_ input: StepInput) {
    needsRunningApp(input)
    windowOfStep(input, in: .connected)
  }

  /// A step on a window that its argument names, or that is named as in other steps.
  ///
  /// - Returns: The window's name, if it can be told.
  @discardableResult
  func windowOrNone(_ input: StepInput, in allowed: WindowPhases.Choice) -> String? {
    let node = input.argument?.map == nil ? input.argument : input.argument?["window"]
    guard let node else { return windowOfStep(input, in: allowed) }
    window(node)
    return needs(node, in: allowed, input)
  }

  @discardableResult
  private func windowOfStep(_ input: StepInput, in allowed: WindowPhases.Choice) -> String? {
    if windowOfStep != nil { return needs(windowOfStep, in: allowed, input) }
    needsRunningApp(input)
    guard fails == nil, !isInside, let names = process.connected?.sorted(),
      // One that stands among the values is told there.
      input.argument?["in"] == nil
    else { return nil }
    if names.count == 1 { return needs(names[0], in: allowed, at: input.verb.range, input) }
    if names.isEmpty, process.isRunning == .yes {
      add(
        .whichWindow, at: input.verb.range, "`\(input.verb.name)`: no window is open",
        hint: "`launch` or `open` one")
      goOn { process.forget() }
    } else if names.count > 1 {
      add(
        .whichWindow, at: input.verb.range,
        "`\(input.verb.name)`: which window? \(names.joined(separator: ", ")) are open",
        hint: SourceFile.windowChoice(names))
    }
    return nil
  }

  /// A window that has to be in one of some phases.
  ///
  /// - Returns: Its name, if it can be told.
  @discardableResult
  func needs(
    _ node: Node?, in allowed: WindowPhases.Choice, at range: SourceRange? = nil,
    _ input: StepInput
  ) -> String? {
    guard let name = literal(node)?.normalFormC else { return nil }
    return needs(name, in: allowed, at: range ?? input.verb.range, input)
  }

  private func needs(
    _ name: String, in allowed: WindowPhases.Choice, at range: SourceRange, _ input: StepInput
  ) -> String? {
    // One that never was has its own message, and is another one that was meant.
    guard mayExist(name) else { return nil }
    guard fails == nil, !isInside, !missing.contains(name) else { return name }
    let now = process.windows[name]
    guard now.isDisjoint(with: allowed) else {
      process.change { $0.set(name, to: now.intersection(allowed)) }
      return name
    }
    if process.windows.isNew(name) {
      // A later step opens it, such as one of a loop.
      add(
        .noSuchWindow, at: range, "`\(input.verb.name)`: no window is called \(name) yet",
        hint: refusals.hint("`open: \(name)` first", window: name, in: source))
      goOn(with: name)
      return name
    }
    let failure: StepFailure =
      now.isSubset(of: [.disconnected, .closed]) && !allowed.contains(.disconnected)
      ? .windowNotConnected(name, isClosed: now == .closed)
      : .wrongPhase(name, is: now.text, needs: allowed.text)
    // The step says itself that nothing can be done while the app is not running.
    if process.isRunning == .no, !allowed.contains(.disconnected) { return name }
    let closed = closing(of: name).map {
      let isKept = apps.contains { $0.declaration.keepsTombstones }
      return isKept
        ? "\($0); `undo-close: \(name)` brings it back"
        : "\($0); `open: \(name)` opens a new one"
    }
    add(
      failure.code, at: range, "`\(input.verb.name)`: \(failure.message)",
      hint: refusals.hint(claim(of: name) ?? failure.hint ?? closed, window: name, in: source))
    goOn(with: name)
    return name
  }

  /// The step that closed a window for good.
  func closing(of name: String) -> String? {
    closings[name.normalFormC].map {
      "`\($0.name)` in line \($0.range.start.line) threw it away with its values"
    }
  }

  /// A step that brings back a window which was closed.
  func needsClosed(_ input: StepInput) {
    guard let node = input.argument, let name = literal(node)?.normalFormC, mayExist(name),
      fails == nil, !isInside, !apps.isEmpty
    else { return }
    let isKept = apps.contains { $0.declaration.keepsTombstones }
    let isThere = process.windows[name].isSubset(of: .existing)
    if isKept, !isThere { return }
    let isConnected = process.windows[name].isDisjoint(with: .disconnected)
    let failure: StepFailure =
      isThere
      ? .windowExists(name, isConnected: isConnected) : .noTombstone(name, isKept: isKept)
    // The last one that was closed was not this one.
    let other =
      isThere ? closings.max { $0.value.range.start < $1.value.range.start } : nil
    let closed = other.map {
      "`\($0.value.name)` in line \($0.value.range.start.line) closed \($0.key), and not \(name)"
    }
    add(
      failure.code, at: node.range, "`\(input.verb.name)`: \(failure.message)",
      hint: refusals.hint(closed ?? failure.hint, window: name, in: source))
  }

  /// A step that lets go of what is held.
  func needsHeldItem(_ input: StepInput) {
    defer { process.hold(.no) }
    guard process.holdsItem == .no, fails == nil else { return }
    add(
      .nothingHeld, at: input.verb.range, "`\(input.verb.name)`: nothing is held",
      hint: "`drag` with `drop: hold` first")
  }

  /// A step for which the user needs a free hand.
  func needsNothingHeld(_ input: StepInput) {
    guard process.holdsItem == .yes, fails == nil else { return }
    add(
      .dragHeld, at: input.verb.range, "`\(input.verb.name)`: another item is held already",
      hint: "`drop` it first")
  }

  /// A step that opens one more window.
  func needsRoom(_ input: StepInput, for node: Node?) {
    guard fails == nil, process.windows.hasSome else { return }
    if !apps.isEmpty, apps.allSatisfy({ !$0.declaration.hasManyWindows }) {
      add(
        .oneWindowApp, at: input.verb.range,
        "`\(input.verb.name)`: this app has one window, and it exists already",
        hint: StepFailure.moreWindows)
      // What follows is about a second window, which there is not.
      process.forget()
      return
    }
    guard let node, let name = literal(node)?.normalFormC,
      process.windows[name].isSubset(of: .existing)
    else { return }
    let failure = StepFailure.windowExists(
      name, isConnected: process.windows[name] != .disconnected)
    // Where something is dropped a new window is meant, and what follows is about that one.
    let free = input.verb.name == OpenStep.name ? nil : freeName
    if let free {
      windows.insert(free)
      process.connect(free)
    }
    add(
      .windowExists, at: node.range, "`\(input.verb.name)`: \(failure.message)",
      hint: free.map { "`opens` names the new window: `opens: \($0)`" }
        ?? refusals.hint(
          process.windows[name].isDisjoint(with: .disconnected)
            ? failure.hint : "`reconnect: \(name)` brings it back", window: name, in: source))
  }
}
