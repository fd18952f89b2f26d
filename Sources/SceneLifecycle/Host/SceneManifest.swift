public import FoundationEssentials
public import SceneState

/// What an app says about itself before it runs: identifier, windows, tabs, keys and places.
///
/// ```swift
/// let manifest = SceneManifest(
///   id: "com.example.hawknotes", tabs: ["hawk", "raven"], keys: [Keys.draft],
///   activities: [ActivityType.character])
/// ```
public struct SceneManifest: Sendable {
  /// The identifier of the app, such as `com.example.hawknotes`.
  public var id: String
  /// Whether the app may have more than one window.
  public var multipleWindows: Bool
  /// The tabs of a window in order; the first is selected in a new one.
  public var tabs: [TabID]
  /// The keys that tools may read and write by name.
  public var keys: [any AnySceneKey]
  /// The activity types that the app takes from outside; others are refused.
  public var activities: [any AnyActivityType]
  /// The places that URLs lead to; nil for an app without deep links.
  public var places: DeepLinks?
  /// The scene declarations in order; the first opens by default.
  public var scenes: [SceneDeclaration]
  /// Which window something from outside goes to.
  public var external: ExternalPolicy
  /// What is not restored where something from outside decides where to go.
  public var externalWins = ExternalWins.navigation
  /// The activation conditions of a new window.
  public var conditions = ActivationConditions()
  /// Where the place of a window is kept.
  package var placeKeeper: PlaceKeeper?

  /// Makes a manifest.
  ///
  /// - Parameters:
  ///   - id: The identifier of the app.
  ///   - multipleWindows: Whether the app may have more than one window.
  ///   - tabs: The tabs of a window; empty for an app without tabs.
  ///   - keys: The keys that tools may read and write by name.
  ///   - activities: The activity types that the app takes from outside.
  ///   - places: The places that URLs lead to.
  ///   - scenes: The scene declarations in order.
  ///   - external: Which window something from outside goes to.
  public init(
    id: String, multipleWindows: Bool = true, tabs: [TabID] = [], keys: [any AnySceneKey] = [],
    activities: [any AnyActivityType] = [], places: DeepLinks? = nil,
    scenes: [SceneDeclaration] = [.main], external: ExternalPolicy = .matchingWindowFirst
  ) {
    self.id = id
    self.multipleWindows = multipleWindows
    self.tabs = tabs
    self.keys = keys
    self.activities = activities
    self.places = places
    self.scenes = scenes.isEmpty ? [.main] : scenes
    self.external = external
  }

  /// The manifest with a key under which each window keeps the URL of its place.
  ///
  /// The place comes back at the next connect. Without it, places last as long as the window.
  ///
  /// - Parameter key: A key of the scene's scope; its default is the place of a new window.
  /// - Returns: The manifest.
  public func keepingPlace(in key: SceneKey<URL>) -> SceneManifest {
    var manifest = self
    manifest.placeKeeper = PlaceKeeper(
      keyName: key.name, load: { scene in scene.scope[key].absoluteString },
      initial: { _ in key.defaultValue.absoluteString },
      save: { scene, text in if let url = URL(string: text) { scene.scope[key] = url } })
    return manifest
  }

  /// The declaration of a window that nothing special asks for.
  package var defaultScene: SceneDeclaration { scenes.first ?? .main }

  /// The declaration of this name; nil if there is none any more.
  package func scene(named name: String) -> SceneDeclaration? {
    scenes.first { $0.name == name }
  }

  /// Whether nothing of the windows of a declaration may be written.
  package func isPrivate(_ scene: String?) -> Bool {
    (scene.map { self.scene(named: $0) } ?? defaultScene)?.isPrivate ?? false
  }

  /// Whether the windows of a declaration are for an audience.
  package func isForExternalDisplay(_ scene: String?) -> Bool {
    (scene.map { self.scene(named: $0) } ?? defaultScene)?.isForExternalDisplay ?? false
  }

  package func activity(named name: String) -> (any AnyActivityType)? {
    activities.first { $0.name == name }
  }
}

/// Loads and saves the URL of a window's place.
package struct PlaceKeeper: Sendable {
  package let keyName: String
  /// The saved URL, or the default; nil while only a delegate that is not there yet knows it.
  package let load: @Sendable (ConnectedScene) -> String?
  /// The URL of a new window.
  package let initial: @Sendable (ConnectedScene) -> String
  package let save: @Sendable (ConnectedScene, String) -> Void

  package init(
    keyName: String, load: @escaping @Sendable (ConnectedScene) -> String?,
    initial: @escaping @Sendable (ConnectedScene) -> String,
    save: @escaping @Sendable (ConnectedScene, String) -> Void
  ) {
    self.keyName = keyName
    self.load = load
    self.initial = initial
    self.save = save
  }
}

/// A key of any type, for lists of keys.
public protocol AnySceneKey: Sendable {}

extension SceneKey: AnySceneKey {}
