public import FoundationEssentials
public import SceneLifecycle
package import SceneState

/// Where a dragged item is let go.
public enum DropTarget {
  /// At an edge of the screen: a new window opens.
  case edge
  /// On a place that opens a new window.
  case newWindow
  /// On a window, which takes it.
  case on(SimulatedWindow)
  /// Nowhere.
  case cancelled
}

extension Simulation {
  /// Drags an item out of a window and drops it.
  ///
  /// The source is not changed; the window that takes the item is active and in front.
  ///
  /// - Parameters:
  ///   - item: What is dragged.
  ///   - source: The window it comes from, which must be connected.
  ///   - target: Where it is let go.
  /// - Returns: The window that took it; nil if the drag was cancelled.
  /// - Throws: `window-not-connected`, `activity-not-declared`, `payload-mismatch`,
  ///   `one-window-app`, or what a handler says.
  @discardableResult
  public func drag(
    _ item: DragItem, from source: SimulatedWindow, to target: DropTarget
  ) throws(StepFailure) -> SimulatedWindow? {
    try drag(item.activity, from: source.id, to: target, opens: nil)
  }

  @discardableResult
  package func drag(
    _ activity: UserActivity, from source: SceneID, to target: DropTarget, opens: String?
  ) throws(StepFailure) -> SimulatedWindow? {
    try verb("drag \(source.rawValue)") { () throws(StepFailure) in
      try checkSource(source)
      try checkNothingHeld()
      return try drop(activity, on: target, opens: opens)
    }
  }

  /// Picks an item up and keeps holding it.
  ///
  /// - Parameters:
  ///   - activity: What is held.
  ///   - source: The window it comes from.
  ///   - opens: The name of the window that opens, unless the drop says another.
  /// - Throws: `window-not-connected`, `drag-held` or `activity-not-declared`.
  package func hold(
    _ activity: UserActivity, from source: SceneID, opens: String? = nil
  ) throws(StepFailure) {
    try verb("drag \(source.rawValue)") { () throws(StepFailure) in
      try checkSource(source)
      try checkNothingHeld()
      let host = try running().host
      try refusing(try host.check(activity))
      world.held = HeldDrag(activity: activity, source: source.rawValue, opens: opens)
    }
  }

  /// Lets go of what is held.
  @discardableResult
  package func drop(
    on target: DropTarget, opens: String?
  ) throws(StepFailure) -> SimulatedWindow? {
    try verb("drop") { () throws(StepFailure) in
      let held = try checkHeld()
      let window = try drop(held.activity, on: target, opens: opens ?? held.opens)
      world.held = nil
      return window
    }
  }

  /// Throws `drag-held` while the user holds something.
  package func checkNothingHeld() throws(StepFailure) {
    _ = try running()
    if world.held != nil { throw .dragHeld }
  }

  /// What the user holds; throws `nothing-held`.
  package func checkHeld() throws(StepFailure) -> HeldDrag {
    _ = try running()
    guard let held = world.held else { throw .nothingHeld }
    return held
  }

  /// Forgets what the user holds.
  package func letGo() { world.held = nil }

  private func checkSource(_ source: SceneID) throws(StepFailure) {
    guard try running().host.scene(source) != nil else {
      throw .windowNotConnected(source.rawValue, isClosed: !isKnown(source.rawValue))
    }
  }

  private func drop(
    _ activity: UserActivity, on target: DropTarget, opens: String?
  ) throws(StepFailure) -> SimulatedWindow? {
    let host = try running().host
    let id: SceneID
    switch target {
    case .cancelled: return nil
    case .on(let window):
      guard host.scene(window.id) != nil else {
        throw .windowNotConnected(window.name, isClosed: !isKnown(window.name))
      }
      id = try refusing(try host.receive(activity, from: .drag, to: window.id, opens: nil))
    case .edge, .newWindow:
      id = try refusing(try host.openForDrop(activity, opens: opens.map { SceneID(rawValue: $0) }))
    }
    return SimulatedWindow(id, in: self)
  }

  /// Brings an activity from outside: from another device, the search, the voice, a note.
  ///
  /// - Parameters:
  ///   - activity: What arrives.
  ///   - source: Where it comes from.
  /// - Returns: The window that took it.
  /// - Throws: `app-not-running`, `activity-not-declared`, `payload-mismatch`, `no-route`, or what
  ///   a handler says.
  @discardableResult
  public func continueActivity(
    _ activity: UserActivity, from source: ExternalSource = .handoff
  ) throws(StepFailure) -> SimulatedWindow {
    try continueActivity(activity, from: source, to: nil, opens: nil)
  }

  @discardableResult
  package func continueActivity(
    _ activity: UserActivity, from source: ExternalSource, to window: String?, opens: String?
  ) throws(StepFailure) -> SimulatedWindow {
    try verb("continue via \(source.rawValue)") { () throws(StepFailure) in
      let host = try running().host
      if let window, !isKnown(window) { _ = try self.window(window) }
      let id = try refusing(
        try host.receive(
          activity, from: source, to: window.map { SceneID(rawValue: $0) },
          opens: opens.map { SceneID(rawValue: $0) }))
      return SimulatedWindow(id, in: self)
    }
  }

  /// Opens a link from outside.
  ///
  /// - Parameter url: The link.
  /// - Returns: The window that took it.
  /// - Throws: `app-not-running`, `no-route`, `no-such-place`, `not-our-scheme`, or what a handler
  ///   says.
  @discardableResult
  public func openURL(_ url: URL) throws(StepFailure) -> SimulatedWindow {
    try link(url.absoluteString, opens: nil)
  }

  @discardableResult
  package func link(_ link: String, opens: String?) throws(StepFailure) -> SimulatedWindow {
    try verb("link \(link)") { () throws(StepFailure) in
      let host = try running().host
      let id = try refusing(
        try host.receive(link: link, opens: opens.map { SceneID(rawValue: $0) }))
      return SimulatedWindow(id, in: self)
    }
  }

  /// Carries what the front window of a device offers over to another one.
  @discardableResult
  package func handOff(
    to other: Simulation, opens: String? = nil
  ) throws(StepFailure) -> SimulatedWindow {
    let host = try running().host
    guard let activity = host.front?.advertisedActivity else { throw .nothingAdvertised }
    return try other.continueActivity(activity, from: .handoff, to: nil, opens: opens)
  }

  /// Whether the app may have one window, and has it.
  var hasItsOnlyWindow: Bool {
    guard let host = process?.host else { return false }
    return !host.manifest.multipleWindows && !host.knownSessions.isEmpty
  }
}
