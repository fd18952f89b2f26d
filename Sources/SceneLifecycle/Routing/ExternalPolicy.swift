/// Which window an external event goes to: a link, a hand-off, a search result.
///
/// ```swift
/// let manifest = SceneManifest(id: "com.example.notes", external: .frontWindow)
/// ```
public enum ExternalPolicy: String, Hashable, Sendable {
  /// The window that shows it, else one whose conditions match, else a new one.
  case matchingWindowFirst = "matching-window-first"
  /// The front window whatever its conditions say; a new one only if there is no window.
  case frontWindow = "front-window"
  /// Always a new window.
  case newWindow = "new-window"
}

/// What is not restored at a connect where a link or an activity decides where to go.
///
/// What is stored stays until it is written, and is shown after all if the event fails.
public enum ExternalWins: String, Hashable, Sendable, CaseIterable {
  /// The saved place, the tree of views and the keys that are marked `navigation`; tabs and other
  /// values come back.
  case navigation
  /// Everything that belongs to the window.
  case everything
  /// Nothing: the window is as it was, and goes on from there.
  case nothing
}
