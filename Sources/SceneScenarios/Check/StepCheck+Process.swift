// What a step needs: an app that runs, a window to act in, a free name.
extension StepCheck {
  /// A step that an app must run for.
  func needsRunningApp(_ input: StepInput) {
    guard process.isRunning == .no, fails == nil, !isInside else { return }
    add(
      .appNotRunning, at: input.verb.range, "`\(input.verb.name)`: the app is not running",
      hint: "`launch` first")
  }

  /// A step that needs an app that does not run.
  func needsNoRunningApp(_ input: StepInput, _ code: ProblemCode, _ message: String, hint: String) {
    guard process.isRunning == .yes, fails == nil else { return }
    add(code, at: input.verb.range, "`\(input.verb.name)`: \(message)", hint: hint)
  }

  /// A step that acts in the window it names with `in`, or in the only one.
  func needsWindow(_ input: StepInput) {
    needsRunningApp(input)
    guard windowOfStep == nil, fails == nil, !isInside,
      let names = process.connected?.sorted(), names.count > 1
    else { return }
    add(
      .whichWindow, at: input.verb.range,
      "`\(input.verb.name)`: which window? \(names.joined(separator: ", ")) are open",
      hint: "add `in: \(names[0])`")
  }

  /// A step on a window that its argument names, or that is named as in other steps.
  ///
  /// - Returns: The window's name, if it can be told.
  @discardableResult
  func windowOrNone(_ input: StepInput) -> String? {
    let node = input.argument?.map == nil ? input.argument : input.argument?["window"]
    guard let node else {
      needsWindow(input)
      guard windowOfStep == nil else { return literal(windowOfStep) }
      return process.connected?.count == 1 ? process.connected?.first : nil
    }
    window(node)
    return literal(node)
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
    guard fails == nil, let connected = process.connected, !connected.isEmpty else { return }
    unlessRight { app in
      guard !app.declaration.hasManyWindows else { return nil }
      return Diagnostic(
        .oneWindowApp, file: source.path, range: input.verb.range,
        "`\(input.verb.name)`: this app has one window, and it exists already",
        hint: "`windows: many` allows more")
    }
    guard let node, let name = literal(node), connected.contains(name) else { return }
    add(
      .windowExists, at: node.range, "`\(input.verb.name)`: \(name) is open already",
      hint: "`activate: \(name)` brings it to the front")
  }
}
