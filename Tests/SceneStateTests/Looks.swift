@testable import LMDB
@testable import SceneState
import StoreFormat

extension SceneScope {
  /// The address of a key in this scope; nil while nothing of the scene is stored.
  func valueAddress(of key: String) -> ValueAddress? {
    store.core.know(handle)
    return handle.number.map { ValueAddress(session: $0, path: path, key: key) }
  }
}

extension OpenedSession {
  /// Whether the number stands in the store, for every process to see.
  var isCommitted: Bool { handle.number != nil }
}

extension DataFile.Snapshot {
  /// Which of the two first pages speaks of it, 0 or 1.
  var metaPage: Int { meta.index }
}
