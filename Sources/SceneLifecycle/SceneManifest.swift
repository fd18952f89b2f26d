public import SceneState

/// What an app says about itself before it runs: its identifier, windows, tabs and keys.
public struct SceneManifest: Sendable {
  /// The identifier of the app, such as `com.example.hawknotes`.
  public var id: String
  /// Whether the app may have more than one window.
  public var multipleWindows: Bool
  /// The tabs of a window in order; the first is selected in a new one.
  public var tabs: [TabID]
  /// The keys that tools may read and write by name.
  public var keys: [any AnySceneKey]

  /// Makes a manifest.
  ///
  /// - Parameters:
  ///   - id: The identifier of the app.
  ///   - multipleWindows: Whether the app may have more than one window.
  ///   - tabs: The tabs of a window; empty for an app without tabs.
  ///   - keys: The keys that tools may read and write by name.
  public init(
    id: String, multipleWindows: Bool = true, tabs: [TabID] = [], keys: [any AnySceneKey] = []
  ) {
    self.id = id
    self.multipleWindows = multipleWindows
    self.tabs = tabs
    self.keys = keys
  }
}

/// A key of any type, for lists of keys.
public protocol AnySceneKey: Sendable {}

extension SceneKey: AnySceneKey {}
