package import LMDB

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
  /// The number of the last commit.
  package var lastTransaction: UInt64 = 0
  /// Who reads the store, the inspector left out.
  package var readers: [ReaderSlot] = []
  /// What is worth knowing about the place of the store.
  package var remarks: [StoreRemark] = []

  /// What tables show for a scene: its alias, or the identifier if there is none.
  package func label(of scene: SceneID) -> String {
    let alias = sessions.first { $0.id == scene }?.alias ?? ""
    return alias.isEmpty ? scene.rawValue : alias
  }
}
