import FoundationEssentials
public import SceneLifecycle
public import SceneState

/// A window of a simulation: a name for a session, valid across disconnects and launches.
public struct SimulatedWindow {
  /// The identifier of the session, which is also the name of the window.
  public let id: SceneID
  let simulation: Simulation

  init(_ id: SceneID, in simulation: Simulation) {
    self.id = id
    self.simulation = simulation
  }

  /// The name of the window.
  public var name: String { id.rawValue }

  /// The state now; `unattached` while nothing shows the window.
  public var state: ActivationState { connected?.state ?? .unattached }

  /// Whether the last connect brought back an existing session.
  public var wasRestored: Bool { simulation.wasRestored(name) ?? false }

  /// Where the values of the window live in the process that runs now.
  ///
  /// - Throws: `app-not-running` or `window-not-connected`.
  public func scope() throws(StepFailure) -> SceneScope { try scene().scope }

  /// The tab shown; nil in an app without tabs, or while nothing shows the window.
  public var selectedTab: TabID? { connected?.selectedTab }

  /// What the selected tab shows: of the navigator, else the value of the app's key `path`.
  public var path: [String] {
    guard let scene = connected else { return [] }
    if let navigator = scene.navigator { return navigator.path(in: nil) }
    guard let key = simulation.key("path"),
      let json = key.encoded(at: scene.place(of: key, tab: scene.selectedTab))?.jsonText
    else { return [] }
    // A `path` of another type shows nothing that could be a path; the key itself can be read.
    return (try? JSONDecoder().decode([String].self, from: Data(json.utf8))) ?? []
  }

  /// Selects a tab, as the user does.
  ///
  /// - Parameter tab: One of the manifest's tabs, or of those that a `TabbedWindow` has open.
  /// - Throws: `no-such-tab`, or `no-such-key` for an app that declares no key `selectedTab`.
  public func select(_ tab: TabID) throws(StepFailure) {
    try simulation.verb("select \(tab.rawValue)") { () throws(StepFailure) in
      let scene = try scene()
      let open = (scene.delegate as? any TabbedWindow)?.openTabs
      let tabs = open?.ids ?? simulation.manifest.tabs
      guard tabs.contains(tab) else {
        throw .noSuchTab(tab.rawValue, known: tabs.map(\.rawValue))
      }
      if let navigator = scene.navigator {
        try simulation.refusing(try navigator.select(tab))
      } else if let open {
        open.select(tab)
      } else {
        guard let key = simulation.key(SelectedTab.keyName) else {
          throw .noSuchKey(SelectedTab.keyName)
        }
        try simulation.refusing(try key.write(json: Self.json(tab.rawValue), at: scene.scope))
      }
      scene.selectedTabDidChange()
    }
  }

  private static func json(_ text: String) -> [UInt8] {
    // One text in a list, without the brackets: a JSON document of its own.
    let list = try? JSONEncoder().encode([text])
    return list.map { [UInt8]($0.dropFirst().dropLast()) } ?? []
  }

  /// The app's own object for this window, to act as its user.
  ///
  /// - Parameter type: The type of the app's delegate.
  /// - Returns: The delegate.
  /// - Throws: `app-not-running`, `window-not-connected`, or `wrong-kind` for another type.
  public func delegate<Delegate: SceneDelegate>(
    as type: Delegate.Type = Delegate.self
  ) throws(StepFailure) -> Delegate {
    guard let delegate = try scene().delegate as? Delegate else {
      throw StepFailure(.wrongKind, "the delegate of \(name) is of another type")
    }
    return delegate
  }

  /// Runs `body` as one step of the window's user: all its writes are one transaction.
  package func act<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store = simulation.process?.store else { return try body() }
    return try store.tick(body)
  }

  /// Makes the window active and front.
  ///
  /// - Throws: `app-not-running` or `window-not-connected`.
  public func activate() throws(StepFailure) { try bring("activate", to: .foregroundActive) }

  /// Takes the focus away.
  ///
  /// - Throws: `wrong-phase` if the window is not active.
  public func resign() throws(StepFailure) {
    try bring("resign", to: .foregroundInactive, needs: .foregroundActive)
  }

  /// Sends the window to the background; one that is there already stays.
  ///
  /// - Throws: `app-not-running` or `window-not-connected`.
  public func background() throws(StepFailure) { try bring("background", to: .background) }

  /// Brings the window back from the background; a visible one stays as it is.
  ///
  /// - Throws: `app-not-running` or `window-not-connected`.
  public func foreground() throws(StepFailure) {
    if try scene().state == .background { try bring("foreground", to: .foregroundActive) }
  }

  /// Has the system ask the window for its activity again.
  ///
  /// - Throws: `wrong-phase` unless the window is in the background.
  public func refresh() throws(StepFailure) {
    try simulation.verb("refresh \(name)") { () throws(StepFailure) in
      guard try scene().state == .background else {
        throw .wrongPhase(
          name, is: WindowPhase(try scene().state).rawValue, needs: WindowPhase.background.rawValue)
      }
      let host = try simulation.running().host
      try simulation.refusing(try host.refresh(id))
    }
  }

  /// Lets the system reclaim the window; its session and values stay.
  ///
  /// - Throws: `wrong-phase` unless the window is in the background.
  public func disconnect() throws(StepFailure) {
    try bring("disconnect", to: .unattached, needs: .background)
  }

  /// Brings a disconnected window back and makes it front.
  ///
  /// - Throws: `wrong-phase` if it is connected.
  public func reconnect() throws(StepFailure) {
    try simulation.verb("reconnect \(name)") { () throws(StepFailure) in
      let host = try simulation.running().host
      if let scene = host.scene(id) {
        throw .wrongPhase(name, is: WindowPhase(scene.state).rawValue, needs: "disconnected")
      }
      _ = try simulation.refusing(try host.reconnect(id))
    }
  }

  /// Throws the window away with all its values, as its user does.
  ///
  /// - Throws: Whatever keeps the store from opening while the app does not run.
  public func close() throws(StepFailure) { try simulation.close(id) }

  /// Opens a link inside the window: its navigator goes there, or its URL handlers take it.
  package func open(link: String) throws(StepFailure) {
    try simulation.verb("open-url \(link)") { () throws(StepFailure) in
      _ = try scene()
      let host = try simulation.running().host
      try simulation.refusing(try host.open(link: link, in: id))
    }
  }

  /// Offers an activity of the window to other devices; nil takes its offers away.
  package func advertise(_ activity: UserActivity?) throws(StepFailure) {
    try simulation.verb("advertise") { () throws(StepFailure) in
      let (scene, host) = (try scene(), try simulation.running().host)
      if let activity {
        try simulation.refusing(try host.check(activity))
      }
      scene.advertisements.advertise(activity)
    }
  }

  /// Says where the window stands on the screen.
  package func arrange(_ place: String) throws(StepFailure) {
    try simulation.verb("arrange") { () throws(StepFailure) in
      _ = try scene()
      let host = try simulation.running().host
      try simulation.refusing(try host.arrange(id, at: place))
    }
  }

  var connected: ConnectedScene? { simulation.process?.host.scene(id) }

  package func scene() throws(StepFailure) -> ConnectedScene {
    guard let scene = try simulation.running().host.scene(id) else {
      throw .windowNotConnected(name, isClosed: !simulation.isKnown(name))
    }
    return scene
  }

  private func bring(
    _ verb: String, to state: ActivationState, needs: ActivationState? = nil
  ) throws(StepFailure) {
    try simulation.verb("\(verb) \(name)") { () throws(StepFailure) in
      let now = try scene().state
      if let needs, now != needs {
        throw .wrongPhase(
          name, is: WindowPhase(now).rawValue, needs: WindowPhase(needs).rawValue)
      }
      let host = try simulation.running().host
      try simulation.refusing(try host.bring(id, to: state))
    }
  }
}

extension Simulation {
  /// Runs `body` as one step of the app: all its writes are one transaction.
  package func act<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store = process?.store else { return try body() }
    return try store.tick(body)
  }

  /// What the running app says about itself.
  package var manifest: SceneManifest {
    process?.host.manifest ?? SceneManifest(id: world.appID)
  }

  /// A key of the manifest, to be read and written by name.
  package func key(_ name: String) -> (any DynamicSceneKey)? {
    for key in manifest.keys {
      if let key = key as? any DynamicSceneKey, key.name == name { return key }
    }
    return nil
  }
}

extension ConnectedScene {
  /// The place that the selector of a manifest's key means, seen from a tab.
  package func place(of key: any DynamicSceneKey, tab: TabID?) -> SceneScope {
    let tabs = (delegate as? any TabbedWindow)?.openTabs
    if let place = tabs?.place(of: key.name, key.selector, tab: tab) { return place }
    let inner = tab.map { scope.tab($0) } ?? scope
    switch key.selector {
    case .selectedTab: return inner
    case .inherited:
      // The selected tab is the window's own, everything else is declared where a tab's content is.
      return key.name == SelectedTab.keyName ? scope : inner
    default: return scope.resolve(key.selector)
    }
  }
}
