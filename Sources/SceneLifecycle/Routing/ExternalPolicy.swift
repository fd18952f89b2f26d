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
