import LMDB
import Synchronization

/// The stores that this process has open, with those that are just being closed.
///
/// A folder is one store, whatever path leads to it.
enum OpenStores {
  private struct Entry {
    let core: StoreCore
    let directory: String
    /// nil as soon as it is being closed.
    weak var store: SceneStore?
  }

  private struct State {
    var entries: [Entry] = []
    /// The process at whose end the stores are saved; a child of it asks anew.
    var savedProcess: Int?

    func index(of directory: String, _ identity: FileIdentity?) -> Int? {
      entries.firstIndex { entry in
        guard entry.core.isOfThisProcess else { return false }
        // A store that is open keeps the identity of its folder, wherever that has gone. The place
        // of one that is not may be another folder by now, and what stood there another store's.
        let known =
          entry.core.connection.current?.environment.folderIdentity
          ?? FileIdentity(of: entry.directory)
        return known == nil || identity == nil
          ? entry.directory == directory : known == identity
      }
    }
  }

  private enum Found {
    case living(SceneStore)
    case new(SceneStore)
    case closing
  }

  private static let state = Mutex(State())
  /// Whether the end of the process has come: what is written now is committed at once.
  static let isOver = Atomic<Bool>(false)

  /// The store that is open in a folder, or else a new one.
  ///
  /// One that is just being closed is waited for.
  static func obtain(
    _ directory: String, until deadline: Duration, _ make: () -> SceneStore
  ) -> (store: SceneStore, isNew: Bool) {
    while true {
      let identity = FileIdentity(of: directory)
      let isLate = monotonicNow() >= deadline
      let found = state.withLock { state -> Found in
        if let index = state.index(of: directory, identity) {
          // NB: released outside of the lock only, which closing it takes.
          if let store = state.entries[index].store { return .living(store) }
          if !isLate { return .closing }
        }
        let store = make()
        state.entries.append(
          Entry(core: store.core, directory: directory, store: store))
        if store.core.options.commitsByItself, state.savedProcess != ForkCount.current {
          state.savedProcess = ForkCount.current
          ProcessEnd.perform { atEnd() }
        }
        return .new(store)
      }
      switch found {
      case .living(let store): return (store, false)
      case .new(let store): return (store, true)
      case .closing: pause(.milliseconds(1))
      }
    }
  }

  /// From now on who opens the folder waits until the store is closed.
  static func isClosing(_ core: StoreCore) {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.core === core }) else { return }
      state.entries[index].store = nil
    }
  }

  static func isClosed(_ core: StoreCore) {
    state.withLock { $0.entries.removeAll { $0.core === core } }
  }

  /// Those that are saved when the process ends.
  static var saved: [StoreCore] {
    state.withLock { $0.entries.map(\.core) }
      .filter { $0.isOfThisProcess && $0.options.commitsByItself }
  }
}
