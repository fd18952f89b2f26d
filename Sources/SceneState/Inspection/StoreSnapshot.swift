/// Everything a store held at one moment, undecoded, for inspection.
package struct StoreSnapshot: Sendable {
  /// Sorted by number.
  package var sessions: [StoredSession] = []
  /// In the order of their keys' bytes: app first, then scene by scene, tabs together.
  package var entries: [StoredEntry] = []
  /// Entries that are not even an address; damaged values are among `entries`.
  package var unreadableCount = 0
  package var fileBytes = 0
  package var limitBytes = 0

  /// What tables show for a scene: its alias, or the identifier if there is none.
  package func label(of scene: SceneID) -> String {
    let alias = sessions.first { $0.id == scene }?.alias ?? ""
    return alias.isEmpty ? scene.rawValue : alias
  }
}
