public import SceneState

/// A window while it is connected; stays with the app that it was made for.
public final class ConnectedScene {
  /// What outlives this connection.
  public package(set) var session: SceneSession
  /// Where the values of this window live; run whatever makes models inside it.
  public let scope: SceneScope
  /// The state now.
  public package(set) var state = ActivationState.unattached
  /// The title of the window, kept with the session.
  public var title: String?
  /// The tab shown, kept with the session for tools; restoring reads the stored key.
  package var selectedTab: TabID?
  /// The app's own object; nil only while it is being made.
  package var delegate: (any SceneDelegate)?
  /// Whether this connection is one of a session that existed before.
  package let isRestored: Bool

  package init(session: SceneSession, scope: SceneScope, isRestored: Bool) {
    self.session = session
    self.scope = scope
    self.isRestored = isRestored
    title = session.title
  }

  /// The identifier of the window.
  public var id: SceneID { session.id }
}
