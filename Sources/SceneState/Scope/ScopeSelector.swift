import StoreFormat

/// What a declaration asks for: a place relative to the scope its owner lives in.
///
/// A selector is only ever an argument; ``SceneScope/resolve(_:)`` makes a place of it.
///
/// ```swift
/// @SceneStorage("zoom", scope: .scene) var zoom = 1.0
/// @SceneStorage("text", scope: .scene.nested("note", note.id)) var text = ""
/// ```
public struct ScopeSelector: Hashable, Sendable {
  enum Base: Hashable, Sendable {
    case inherited, scene, selectedTab, app
    case tab(String)
  }

  let base: Base
  let nested: [ScopePath.Component]

  private init(_ base: Base, nested: [ScopePath.Component] = []) {
    self.base = base
    self.nested = nested
  }

  /// The innermost scope the owner was made in; the default of every declaration.
  public static var inherited: Self { Self(.inherited) }

  /// One value per window, whatever tab is selected.
  public static var scene: Self { Self(.scene) }

  /// Follows the scene's selected tab at the time of each access.
  public static var selectedTab: Self { Self(.selectedTab) }

  /// One value per store, which no end of a scene or process destroys.
  public static var app: Self { Self(.app) }

  /// The named tab of the current scene.
  public static func tab(_ tab: TabID) -> Self {
    Self(.tab(tab.rawValue.normalFormC))
  }

  /// An item below this place, for example a note below a scene.
  public func nested(_ kind: String, _ id: String) -> Self {
    Self(
      base,
      nested: nested + [
        .nested(kind: kind.normalFormC, id: id.normalFormC)
      ])
  }

  /// The tab it names, if it names one.
  package var tabName: String? { if case .tab(let name) = base { name } else { nil } }

  /// The kind of the innermost item it names, if it names one.
  package var nestedKind: String? {
    if case .nested(let kind, _)? = nested.last { kind } else { nil }
  }

  /// The place in the words of scenarios: `scene`, `tab`, `tab(hawk)`, `app`; nil for one that
  /// depends on the owner of the value.
  package var scenarioWord: String? {
    switch base {
    case .inherited: nil
    case .scene: "scene"
    case .selectedTab: "tab"
    case .app: "app"
    case .tab(let name): "tab(\(name))"
    }
  }

  /// Whether the place changes while the program runs.
  var followsSelectedTab: Bool { base == .selectedTab }
}
