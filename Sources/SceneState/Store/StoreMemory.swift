import LMDB

/// The memory of a store that is closed and opened again, as a simulated device has it.
package final class StoreMemory: Sendable {
  private let file = MemoryFile(keepsOpen: true)

  /// Takes memory in which there is no store yet.
  package init() {}

  // Objects of the last process may live on, and with them its store.
  deinit { file.stopKeeping() }

  /// Opens the store in it; one that cannot be used for now opens all the same, as in a folder.
  ///
  /// - Throws: `already-open` while another store has it open.
  package func open(options: SceneStore.Options) throws(SceneProblem) -> SceneStore {
    let store = SceneStore(.memory(file), options: options)
    try store.core.connect()
    return store
  }

  /// All that is committed, for ``goBack(to:)``; no commit may be under way.
  package func copy() -> [UInt8] { file.copy() }

  /// Makes what was copied once the whole content; the store must be closed.
  ///
  /// - Throws: `store-not-usable` where there is no memory for it.
  package func goBack(to copy: [UInt8]) throws(SceneProblem) {
    do throws(LMDBError) { try file.replace(with: copy) } catch { throw SceneProblem(error) }
  }

  package var isEmpty: Bool { file.isEmpty }
}
