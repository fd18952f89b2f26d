import StoreFormat
import Synchronization

/// A scene whose identifier is not known yet, as when a compositor names windows late.
///
/// Its scope works at once: reads give defaults, writes wait. When the identifier arrives, stored
/// values appear and observers are told; a value that was written meanwhile wins over the stored
/// one.
///
/// ```swift
/// let pending = store.pendingScene()
/// pending.scope.tab("hawk")[Keys.draft] = "typed early"
/// pending.resolve("window-7")
/// ```
public final class PendingScene: Sendable {
  /// The scene's scope, usable from the start.
  public let scope: SceneScope

  init(store: SceneStore) {
    scope = SceneScope(store: store, handle: SceneHandle(id: nil), path: .root)
  }

  /// Gives the scene its identifier; a second call does nothing.
  ///
  /// If the scene was already in use under that identifier, the pending one stays in memory and the
  /// store reports `session-in-use`.
  public func resolve(_ id: SceneID) {
    let core = scope.store.core
    let handle = scope.handle
    let id = SceneID(rawValue: id.rawValue.normalFormC)
    guard handle.id == nil else { return }
    guard !id.isTooLong else {
      core.problems.report(
        SceneProblem(
          .nameTooLong, address: Address.escaped(id.rawValue),
          detail: "the limit is \(SceneID.byteLimit) bytes"))
      return
    }
    let isFree = core.scenes.withLock { scenes -> Bool in
      if let other = scenes[id] {
        let (isUsed, promised) = other.state.withLock { ($0.table.hasCells, $0.promisedNumber) }
        guard !isUsed else { return false }
        handle.state.withLock { $0.promisedNumber = promised }
      }
      scenes.set(handle, for: id)
      return true
    }
    guard isFree else {
      core.problems.report(SceneProblem(.sessionInUse, address: Address.escaped(id.rawValue)))
      return
    }
    core.tick {
      let cells = handle.state.withLock { state -> [any AnyCell] in
        state.id = id
        return state.table.cells
      }
      for cell in cells {
        if cell.isWaiting { core.markDirty(cell) } else { cell.storedChanged() }
      }
    }
  }
}
