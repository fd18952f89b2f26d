import FoundationEssentials
import SceneLifecycle
import SceneSimulator
import SceneState

/// The app that a scenario declares: a real app to the lifecycle, without code of its own.
final class ScenarioApp: SceneApp {
  let declaration: AppDeclaration
  let box: WorldBox
  /// Runs steps of the app inside one of its windows.
  let runSteps: ([ParsedStep], ConnectedScene, [(String, Node)], _ condition: Node?) throws -> Void
  /// Whether a handler's `if` holds for an activity.
  let holds: (Node, ConnectedScene, [(String, Node)]) -> Bool
  /// Hears of every value that is written.
  var noteWrite: (NotedWrite) -> Void = { _ in }
  /// Gets what observers of keys are told; nil if nobody wants to know.
  var notices: KeyNotices?
  /// Hears what a window does, if details are wanted.
  var noteDetail: (SceneID, WindowEvent) -> Void = { _, _ in }
  /// What the store has under a key for a window that is not there yet, and the time.
  var storedValue: (StorageKey, SceneSession) -> ScenarioValue = { key, _ in key.initial }
  var now: () -> Date = { .distantPast }
  /// Whether the data is there; it is loaded once per process.
  private(set) var hasLoadedData = false
  /// When the steps of the launch ran; nil before.
  private(set) var begunAt: Date?
  /// When its user did something in it last; nil before.
  var usedAt: Date?
  /// The actions that the app has put off, which the window in front takes.
  var later: [LaterAction] = []
  /// Makes the objects of the tree.
  private(set) lazy var tree = ScenarioTree(declaration, box) { [weak self] in
    self?.hasLoadedData ?? false
  }
  /// The tabs that were closed in windows that are closed themselves: both may come back.
  var closedTabs: [SceneID: [ClosedTab]] = [:]
  /// The trees of connected windows.
  var windowTrees: [SceneID: FollowingTree] = [:]
  /// The objects that were there before their window connected.
  var existingRoots: [SceneID: [ScenarioTreeNode]] = [:]

  init(
    _ declaration: AppDeclaration, _ box: WorldBox,
    runSteps: @escaping ([ParsedStep], ConnectedScene, [(String, Node)], Node?) throws -> Void,
    holds: @escaping (Node, ConnectedScene, [(String, Node)]) -> Bool
  ) {
    self.declaration = declaration
    self.box = box
    self.runSteps = runSteps
    self.holds = holds
  }

  private(set) lazy var manifest: SceneManifest = {
    var manifest = SceneManifest(
      id: declaration.id, multipleWindows: declaration.hasManyWindows,
      tabs: declaration.tabs.map { TabID(rawValue: $0) }, keys: declaration.keys.map(\.key),
      activities: declaration.activities.map { DeclaredActivity($0) },
      places: declaration.navigator?.links, scenes: declaration.scenes.map(\.declaration),
      external: declaration.external)
    manifest.conditions = declaration.conditions
    manifest.externalWins = declaration.externalWins
    if let name = declaration.navigator?.savesTo, let key = declaration.key(name) {
      manifest.placeKeeper = PlaceKeeper(key)
    }
    return manifest
  }()

  func willFinishLaunching() { hasLoadedData = declaration.loadsDataBeforeRestoring }

  func comesBack(_ session: SceneSession) -> Bool {
    hasRow(session.record) && isRestorable(session)
  }

  /// Whether there is what a window is about; one that is about nothing has it.
  func hasRow(_ record: SceneRecord) -> Bool {
    let kind = declaration.scenes.first { $0.name == record.scene }
    // An activity may have opened it, and no value is about no row.
    guard let row = kind?.row, record.value != nil || kind?.initial != nil else { return true }
    return row.kept(of: declaration.windowValue(record), in: box.world) == nil
  }

  /// Whether this is the first window of the process; answers yes once.
  func begins(at now: Date) -> Bool {
    guard begunAt == nil else { return false }
    begunAt = now
    return true
  }

  /// Data that is loaded after restoring is there when the first window becomes visible.
  func loadData() { hasLoadedData = true }

  func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    if let opener = box.opening, box.world.openers[scene.id] == nil {
      box.world.openers[scene.id] = opener
    }
    return ScenarioScene(scene, app: self, tree: connectTree(of: scene))
  }
}

extension ScenarioApp: SnapshotApp {
  private struct Memory: Sendable {
    let hasLoadedData: Bool
    let begunAt: Date?
    let usedAt: Date?
    let later: [LaterAction]
    let closedTabs: [SceneID: [ClosedTab]]
  }

  func snapshot() -> any Sendable {
    Memory(
      hasLoadedData: hasLoadedData, begunAt: begunAt, usedAt: usedAt, later: later,
      closedTabs: closedTabs)
  }

  func restore(_ snapshot: any Sendable) {
    guard let memory = snapshot as? Memory else { return }
    (hasLoadedData, begunAt) = (memory.hasLoadedData, memory.begunAt)
    (usedAt, later, closedTabs) = (memory.usedAt, memory.later, memory.closedTabs)
  }

  func snapshot(of scene: ConnectedScene) -> any Sendable {
    guard let delegate = scene.delegate as? ScenarioScene else { return ScenarioScene.Memory() }
    var memory = delegate.memory
    memory.tree = delegate.tree?.moments
    return memory
  }

  func makeDelegate(
    for scene: ConnectedScene, from snapshot: any Sendable
  ) -> any SceneDelegate {
    let memory = snapshot as? ScenarioScene.Memory ?? ScenarioScene.Memory()
    let delegate = ScenarioScene(
      scene, app: self, tree: memory.tree.map { ScenarioWindowTree(tree, moments: $0) })
    delegate.memory = memory
    delegate.register()
    delegate.readAgain()
    return delegate
  }
}

/// An activity type of a scenario, to the lifecycle.
struct DeclaredActivity: AnyActivityType {
  private let declaration: ActivityDeclaration

  init(_ declaration: ActivityDeclaration) { self.declaration = declaration }

  var name: String { declaration.type }

  func validate(_ activity: UserActivity) throws(ActivityError) {
    guard let payload = declaration.payload else { return }
    guard !activity.userInfo.isEmpty else {
      throw .invalidContent("it needs a payload, a `\(payload)`")
    }
    do throws(ValueFault) {
      _ = try declaration.payload(of: ScenarioValue(userInfo: activity.userInfo))
    } catch {
      throw .invalidContent(error.text(key: "payload"))
    }
  }
}

extension PlaceKeeper {
  /// Keeps the URL of a window in a declared key, wherever that key lives.
  init(_ key: StorageKey) {
    self.init(
      keyName: key.name,
      load: { scene in
        // It may live in the activity or in the tree, which the delegate takes.
        guard let window = scene.delegate as? ScenarioScene else { return nil }
        return window.value(of: key, tab: nil).plainText ?? key.initial.plainText ?? ""
      },
      initial: { _ in key.initial.plainText ?? "" },
      save: { scene, url in
        let value: ScenarioValue = key.type.holdsURL ? .url(url) : .text(url)
        // The URL is one of the app's own places: nothing refuses it.
        try? (scene.delegate as? ScenarioScene)?.set(value, for: key, tab: nil)
      })
  }
}

extension ScenarioValue {
  /// The text of a text or a URL.
  package var plainText: String? {
    switch self {
    case .text(let text), .url(let text): text
    default: nil
    }
  }
}

extension ValueType {
  /// Whether values of the type are URLs.
  var holdsURL: Bool {
    switch self {
    case .url, .optional(.url): true
    default: false
    }
  }
}
