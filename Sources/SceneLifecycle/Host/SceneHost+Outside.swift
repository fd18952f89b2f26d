public import FoundationEssentials
public import SceneState

/// What comes to an app from outside: activities, links and what the user drops.
extension SceneHost {
  /// Takes an activity from outside: routes it, opens or fronts a window, and delivers it.
  ///
  /// The window is active and in front afterwards. Without a live handler the activity waits in
  /// the window until one appears.
  ///
  /// - Parameters:
  ///   - activity: What arrives; its type must be declared in the manifest.
  ///   - source: Where it comes from; kept with a window that opens for it.
  ///   - id: The window that takes it; nil lets routing decide.
  /// - Returns: The window that took it.
  /// - Throws: `activity-not-declared`, `payload-mismatch`, `no-route`, `no-such-window`,
  ///   `one-window-app`, or what a handler says.
  @discardableResult
  public func receive(
    _ activity: UserActivity, from source: ExternalSource, to id: SceneID? = nil
  ) throws(SceneProblem) -> SceneID {
    try receive(activity, from: source, to: id, opens: nil)
  }

  /// Takes what the user dropped: on a window it continues there, elsewhere it opens a new one.
  ///
  /// A drag that is cancelled needs no call.
  ///
  /// ```swift
  /// let window = try host.drop(item)  // at the edge of the screen
  /// try host.drop(item, on: "B")
  /// ```
  /// - Parameters:
  ///   - item: What was dragged.
  ///   - id: The window it was dropped on; nil opens one, whatever other windows show.
  /// - Returns: The window that took it.
  /// - Throws: `activity-not-declared`, `payload-mismatch`, `no-such-window`, `one-window-app`,
  ///   `no-route` if no scene declaration takes it, or what a handler says.
  @discardableResult
  public func drop(_ item: DragItem, on id: SceneID? = nil) throws(SceneProblem) -> SceneID {
    guard let id else { return try openForDrop(item.activity, opens: nil) }
    return try receive(item.activity, from: .drag, to: id)
  }

  /// Takes a link from outside, as `receive(_:from:to:)` does with an activity.
  ///
  /// - Parameter url: The link.
  /// - Returns: The window that took it.
  /// - Throws: `no-route`, and what the navigator or a handler says of the link.
  @discardableResult
  public func receive(_ url: URL) throws(SceneProblem) -> SceneID {
    try receive(link: url.absoluteString, opens: nil)
  }

  /// Every window that could take an activity, each of its conditions, and why the winner won.
  public func explainRoute(_ activity: UserActivity) -> String {
    inbox.explain(activity.comparedText)
  }

  package func explainRoute(_ text: String?) -> String { inbox.explain(text) }

  // MARK: With what only a simulated device decides

  @discardableResult
  package func receive(
    _ activity: UserActivity, from source: ExternalSource, to id: SceneID?, opens: SceneID?
  ) throws(SceneProblem) -> SceneID {
    try call(HostEvent(activity, source, id), shows: \.self) { () throws(SceneProblem) in
      try inbox.take(activity, from: source, to: id, opens: opens)
    }
  }

  @discardableResult
  package func receive(link: String, opens: SceneID?) throws(SceneProblem) -> SceneID {
    try call(HostEvent(link: link), shows: \.self) { () throws(SceneProblem) in
      try inbox.route(External(url: link, source: .link), opens: opens)
    }
  }

  /// Opens a window for something that was dropped at an edge or handed to a new window.
  @discardableResult
  package func openForDrop(
    _ activity: UserActivity, opens: SceneID?, from source: ExternalSource = .drag
  ) throws(SceneProblem) -> SceneID {
    try call(HostEvent(activity, source, nil), shows: \.self) { () throws(SceneProblem) in
      try inbox.openForDrop(activity, opens: opens, from: source)
    }
  }

  /// Opens a link inside a scene, whatever routing would say.
  package func open(link: String, in id: SceneID) throws(SceneProblem) {
    claims.noticeTakeovers()
    guard let scene = scene(id) else { throw .windowNotConnected(id) }
    try calls.change { () throws(SceneProblem) in
      try delivery.deliver(link, to: scene, atConnect: false)
    }
  }

  /// Whether the app takes the activity: its type is declared and its content fits.
  package func check(_ activity: UserActivity) throws(SceneProblem) { try inbox.check(activity) }
}
