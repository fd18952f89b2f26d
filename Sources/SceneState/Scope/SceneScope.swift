package import StoreFormat

/// A place in one store: the app, a scene, a tab, or an item below.
///
/// It carries its store, so nothing else needs to be passed around. What is created inside
/// `run(_:)` lives here. Reading and writing through it is synchronous, from any thread
/// and any isolation.
///
/// ```swift
/// let tab = store.scene("main").tab("hawk")
/// tab[Keys.draft] = "Tala is brave"
/// ```
public struct SceneScope: Hashable, Sendable {
  /// The scope of what is being created; a wrapper reads it once, when it is made.
  @TaskLocal public static var current: SceneScope?

  /// The store the place is in.
  public let store: SceneStore
  let handle: SceneHandle
  package let path: ScopePath
  /// By which values are found; worked out once for all keys that are used here.
  let pathHash: UInt

  init(store: SceneStore, handle: SceneHandle, path: ScopePath) {
    self.store = store
    self.handle = handle
    self.path = path
    pathHash = EntryHash.of(path)
  }

  /// The window's identifier; nil for the app's scope and while it is pending.
  public var sceneID: SceneID? { handle.id }

  /// That tab of this scene; inside a tab or an item, that tab of a bar of its own.
  ///
  /// A tab of an inner bar is an item of the kind `tab`: `scene.tab("mail").tab("all")` is the place
  /// `mail/tab/all`, and no other bar has it. The selection of an inner bar is kept in a key of its
  /// own, for ``ScopeSelector/selectedTab`` follows the scene's. From inside a tab,
  /// `resolve(.tab("notes"))` is the tab beside it.
  public func tab(_ tab: TabID) -> SceneScope {
    path.components.isEmpty
      ? at(ScopePath([.tab(tab.rawValue)])) : nested("tab", tab.rawValue)
  }

  /// An item below this place, for example a note.
  public func nested(_ kind: String, _ id: String) -> SceneScope {
    at(ScopePath(path.components + [.nested(kind: kind, id: id)]))
  }

  /// What a declaration with that selector means from here.
  public func resolve(_ selector: ScopeSelector) -> SceneScope {
    let base =
      switch selector.base {
      case .inherited: self
      case .scene: at(.root)
      case .app: store.app
      case .tab(let name): at(ScopePath([.tab(name)]))
      case .selectedTab: selectedTabScope
      }
    guard !selector.nested.isEmpty else { return base }
    return base.at(ScopePath(base.path.components + selector.nested))
  }

  /// The tab that `.selectedTab` follows, empty while none is known; observable.
  public var selectedTab: TabID {
    if handle.selectedTab == nil, let stored = handle.selectedTabOrStored(store.core) {
      // A key that is declared meanwhile knows better.
      store.core.gate.enter { if handle.selectedTab == nil { handle.follow(stored) } }
      store.core.tellNow(handle)
    }
    return TabID(rawValue: handle.selectedTab ?? "")
  }

  /// Says which tab `.selectedTab` follows, where something else than a key knows it.
  package func follow(_ tab: TabID) {
    store.core.gate.enter { handle.follow(tab.rawValue) }
    store.core.tellNow(handle)
  }

  /// Makes this the scope of everything created inside.
  public func run<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do { return try Self.$current.withValue(self, operation: body) } catch let error as Failure {
      throw error
    } catch {
      preconditionFailure("A body throws only errors of its own type.")
    }
  }

  /// Makes this the scope of everything created inside, for asynchronous code.
  public func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body)
  }

  private var selectedTabScope: SceneScope {
    let tab = selectedTab
    guard tab.rawValue.isEmpty else { return at(ScopePath([.tab(tab.rawValue)])) }
    // Without any tab the scene itself is the innermost scope there is.
    SceneProblem.tellWhileDebugging(
      "no key says which tab of scene '\(handle.name)' is selected: what follows the selected tab lies "
        + "in the window itself. A 'SceneKey.selectedTab' that is used first says it, or a navigator"
    )
    return at(.root)
  }

  private func at(_ path: ScopePath) -> SceneScope {
    SceneScope(store: store, handle: handle, path: path)
  }

  /// Whether two scopes are the same place of the same open store.
  public static func == (left: SceneScope, right: SceneScope) -> Bool {
    left.handle === right.handle && left.path == right.path
  }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(handle))
    hasher.combine(path)
  }
}
