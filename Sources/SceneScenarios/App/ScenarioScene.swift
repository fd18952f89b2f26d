import FoundationEssentials
import SceneLifecycle
import SceneSimulator
import SceneState

/// What a scenario's app does and keeps in memory for one window; gone with window or process.
///
/// Long, since it is all that steps can ask of a window, a file for each kind of question; its state
/// is ``Memory``, one value that a snapshot copies.
final class ScenarioScene: SceneDelegate {
  /// Everything the window holds in memory.
  struct Memory: Sendable {
    /// The selected tab of an app that declares no key for it.
    var tab: String?
    /// The path of each tab in an app that declares no key for it.
    var paths: [String: [String]] = [:]
    /// The place that is shown, in an app that declares no key for it.
    var place: String?
    /// What closed tabs held, in apps with tombstones; the last one last.
    var closedTabs: [ClosedTab] = []
    /// Tabs whose values were moved away: closing such a tab leaves nothing to bring back.
    var movedTabs: Set<String> = []
    /// The values that live in the window's activity or tree; those never written are not here.
    var heldValues: [String: ScenarioValue] = [:]
    /// Whether the last values came with a link or a payload, by key.
    var sources: [String: String] = [:]
    /// What the window prefers and can take, as its kind said last.
    var conditions: ActivationConditions?
    /// The tab that a new window showed before anything was done in it.
    var firstTab: String?
    /// Whether the window came back without what was saved.
    var hasWaited = false
    /// When it is restored by itself; nil if only a step asks for it.
    var restoresAt: Date?
    /// Whether it was active since it connected.
    var wasActive = false
    /// When it ceased to be active, also in an earlier process; nil while it is, and before it was.
    var leftAt: Date?
    /// The actions that the window has put off.
    var later: [LaterAction] = []
    /// The objects of the tree, in a memory that was kept for later.
    var tree: [TreeNodeMoment]?
  }

  let scene: ConnectedScene
  let app: ScenarioApp
  /// The objects of the window; nil in an app that declares no tree.
  let tree: ScenarioWindowTree?
  var memory = Memory()
  /// What is written now came so.
  var writing: String?
  /// Whether steps run because tabs are about to be closed.
  var closesTabs = false
  private var bag: [Registration] = []
  /// The tabs that have the handlers of every tab.
  private var handledTabs: Set<String> = []
  /// What observes the keys while details are wanted.
  private var watches: [AnyObject] = []
  /// The place that is shown, while retention would forget such ones.
  private var held: (place: ValuePlace, hold: KeptSubscription)?

  init(_ scene: ConnectedScene, app: ScenarioApp, tree: ScenarioWindowTree? = nil) {
    self.scene = scene
    self.app = app
    self.tree = tree
    app.windowTrees[scene.id] = tree.map { FollowingTree(tree: $0, scene: self) }
    scene.tabSource = { [weak self] in self?.selectedTab.map { TabID(rawValue: $0) } }
  }

  // Lent: it is asked for with each value, and a copy of it costs more than the value.
  var declaration: AppDeclaration { _read { yield app.declaration } }

  func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
    let closedTabs = app.closedTabs.removeValue(forKey: scene.id)
    if scene.isReopened { memory.closedTabs = closedTabs ?? [] }
    memory.leftAt = scene.session.lastActive
    takeActivityValues(options)
    takeTreeValues()
    register()
    if !scene.awaitsRestoration { readKeys() }
    updateConditions()
    beginWaiting()
    if !declaration.own[.select].isEmpty, !scene.awaitsRestoration { memory.firstTab = selectedTab }
  }

  /// Registers what the app declares; runs once for each object of a window.
  func register() {
    for list in declaration.lists { register(list) }
    // Their order counts, whatever they are registered at.
    handledTabs = Set(tabs)
    for handler in declaration.handlers where handler.link == nil { register(handler, in: tabs) }
    registerLinks()?.keep(in: &bag)
    watches = watchKeys()
  }

  /// Every declared key is read once at the connect: unreadable values show themselves here.
  private func readKeys() {
    for key in declaration.keys where key.via == .store {
      app.noteDetail(scene.id, .read(key.name))
      read(key)
    }
    let tabs: [String?] = tabs.isEmpty ? [nil] : tabs
    for group in declaration.together { readTogether(group, tabs) }
    if let key = declaration.key(StorageKey.selectedTab), tabs[0] != nil,
      case .text(let stored) = value(of: key, tab: nil), !tabs.contains(stored),
      declaration.tabSource == nil || !stored.isEmpty
    {
      scene.report(
        .noSuchTab, address: "\(scene.id.rawValue)/\(key.name)",
        "the stored tab is `\(stored)`, which the app does not have")
    }
  }

  /// Reads what the connect read, in a window to which a run went back: nobody hears of it.
  func readAgain() {
    guard !scene.awaitsRestoration else { return }
    for key in declaration.keys where key.via == .store { read(key) }
  }

  private func read(_ key: StorageKey) {
    if key.kinds != nil {
      // Which places there are, only values know: that of the shown one is read.
      _ = value(of: key, tab: nil)
      return
    }
    let tabs: [String?] = tabs.isEmpty ? [nil] : tabs
    for (key, tab) in key.standings(in: scene.scope, tabs: tabs, of: declaration)
    where key.scope != .selectedTab || tab != nil || declaration.tabSource == nil {
      _ = scope(of: key, tab: tab)[key.key]
    }
  }

  // MARK: Restoring

  func scene(
    _ scene: ConnectedScene, restore activity: UserActivity
  ) -> RestorationOutcome {
    if !recognises(activity) { return .notRecognised }
    // At the connect they were taken already; a store that comes back later brings them now.
    takeActivityValues(activity.userInfo)
    return .restored
  }

  /// Whether the app takes an activity that was saved; without a list it takes all.
  func recognises(_ activity: UserActivity) -> Bool {
    declaration.recognised?.contains(activity.activityType) ?? true
  }

  func sceneRestoreInteractionState(_ scene: ConnectedScene) {
    // What waited is read now.
    if memory.hasWaited { readKeys() }
    dropScreensWithoutRows()
    dropWhatIsGone()
    updateConditions()
    identifyShownPlace()
    if app.begins(at: scene.now) { run(declaration.own[.launch]) }
  }

  /// What conditions know of the time before now.
  var past: ValueCondition.Past { ValueCondition.Past(leftAt: memory.leftAt, now: scene.now) }

  func scene(_ scene: ConnectedScene, didChange state: ActivationState) {
    if memory.wasActive, memory.leftAt == nil, state != .foregroundActive {
      memory.leftAt = scene.now
    }
    switch state {
    case .foregroundInactive:
      if !app.hasLoadedData {
        app.loadData()
        dropWhatIsGone()
      }
      run(declaration.own[.inactive])
    case .foregroundActive:
      run(declaration.own[.active])
      (memory.wasActive, memory.leftAt) = (true, nil)
    case .background: run(declaration.own[.background])
    case .unattached: break
    }
  }

  func sceneDidComeToFront(_ scene: ConnectedScene) { run(declaration.own[.front]) }

  func run(_ steps: [ParsedStep]) {
    guard !steps.isEmpty else { return }
    // A failure is kept by the runner, which ends the step with it.
    try? app.runSteps(steps, scene, [], nil)
  }

  func sceneDidDisconnect(_ scene: ConnectedScene) {
    (bag, watches, handledTabs, held) = ([], [], [], nil)
    app.windowTrees[scene.id] = nil
    if !memory.closedTabs.isEmpty { app.closedTabs[scene.id] = memory.closedTabs }
  }

  /// Keeps the place that is shown from being forgotten; asked before each commit.
  func holdShownPlace() {
    let place = shownPlace.flatMap { place in
      place.kind.map(declaration.retention.forgets) == true ? place : nil
    }
    guard place != held?.place else { return }
    held = place.map { place in
      let scope = StorageKey.Scope.standing(at: place, in: declaration)
      return (place, KeptSubscription(scope.scope(in: scene.scope, tab: selectedTab).hold()))
    }
  }

  /// A screen whose rows are gone is not shown again, nor are those above it.
  private func dropScreensWithoutRows() {
    let tabs: [String?] =
      tabs.isEmpty || scene.navigator != nil ? [selectedTab] : tabs
    for tab in tabs {
      let path = path(in: tab)
      let isLoaded = app.hasLoadedData
      guard
        let first = path.firstIndex(where: { screen in
          !app.box.world.hasRows(for: screen, isLoaded: isLoaded)
        })
      else { continue }
      scene.reportNotRestored(path[first], in: tab.map { TabID(rawValue: $0) })
      // That the screen is gone was told; a path that is refused stays as it was.
      try? show(Array(path[..<first]), in: tab)
    }
  }

  // MARK: Handlers

  /// Registers the handlers that every tab has, in those of these that have none yet: one that was
  /// closed keeps them, and nothing selects it.
  func registerHandlers(in tabs: [String]) {
    let new = tabs.filter { handledTabs.insert($0).inserted }
    for handler in declaration.handlers where handler.level == .everyTab {
      register(handler, in: new)
    }
  }

  /// Registers a handler; one that is in every tab, in these.
  private func register(_ handler: HandlerDeclaration, in tabs: [String]) {
    let levels: [ContinuationRegistry.Level] =
      switch handler.level {
      case .window: [.window]
      case .everyTab: tabs.map { .tab(TabID(rawValue: $0)) }
      case .tab(let tab): [.tab(TabID(rawValue: tab))]
      case .nested(let tab, let name): [.nested(TabID(rawValue: tab), name)]
      }
    for level in levels {
      scene.continuations.onContinue(activityType: handler.activity, at: level) {
        [weak self] activity in
        guard let self, let condition = handler.condition else { return true }
        return app.holds(condition, scene, variables(of: activity))
      } _: { [weak self] activity in
        guard let self else { return }
        writing = "payload"
        defer { writing = nil }
        try app.runSteps(handler.steps, scene, variables(of: activity), handler.condition)
      }.keep(in: &bag)
    }
  }

  /// A value that was written may make a handler live: what waits for one arrives now.
  func offerWhatWaits() {
    let handlers = declaration.handlers.filter {
      $0.link == nil && ValueCondition.isMeant($0.condition)
    }
    if !handlers.isEmpty { scene.selectedTabDidChange() }
  }

  /// What follows `activity.` in a variable of a handler.
  static let activityFields = ["type", "target", "title", "webpage"]

  /// `${payload.x}` and `${activity.target}`; payloads are as the declared type has them.
  func variables(of activity: UserActivity, isLink: Bool = false) -> [(String, Node)] {
    let given = ScenarioValue(userInfo: activity.userInfo)
    let declared = declaration.activity(activity.activityType)
    // One that is not of its type is what the steps get to see.
    let payload = (try? declared?.payload(of: given)) ?? given
    func text(_ text: String?) -> Node.Content { text.map { .text($0) } ?? .null }
    let facts: [Node.Content] = [
      .text(activity.activityType), text(activity.targetContentIdentifier), text(activity.title),
      text(activity.webpageURL?.absoluteString),
    ]
    var brought = Node.made(payload.content)
    if let parts = brought.map {
      // A field that may be missing is nothing then.
      let missing = (declared?.payload?.fields ?? []).filter { field in
        !field.isNeeded && !parts.contains { $0.key.name == field.name }
      }
      brought = .map(
        parts.map { part in
          var value = part.value
          if isLink { value.style = .link }
          return (part.key.name, value)
        } + missing.map { ($0.name, .made(.null)) })
    }
    return [
      ("payload", brought),
      ("activity", .map(zip(Self.activityFields, facts).map { ($0, .made($1)) })),
    ]
  }
}
