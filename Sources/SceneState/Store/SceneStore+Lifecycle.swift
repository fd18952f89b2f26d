import Synchronization

extension SceneStore {
  /// Adds a problem that was found above the store; it is told once per address and code.
  package func report(_ problem: SceneProblem) { core.problems.report(problem) }

  /// The number under which the values of a scene are kept; nil before its first commit.
  package func sessionNumber(of id: SceneID) -> UInt32? { core.handle(for: id).number }

  /// Whether the store's folder is open; if not, values live in memory until it is.
  package var isUsable: Bool { core.isUsable }

  /// Whether the last try to write or to open failed: the app holds what is not in the file.
  package var isBehind: Bool { !core.isUsable || core.failure.text != nil }

  /// Takes the state of a scene away, as part of the tick; the session stays with its record.
  ///
  /// - Parameters:
  ///   - id: The scene.
  ///   - isKept: Whether its values go to the set-aside database instead of being destroyed. They
  ///     are kept for people to look at; no later read takes them back.
  package func giveUp(_ id: SceneID, keepingSetAside isKept: Bool) {
    let handle = core.handle(for: id)
    core.tick {
      // Looked at first: a later look would find what is still in the file until the commit.
      _ = core.contents(of: handle)
      for cell in handle.sortedCells() {
        cell.discarded()
        core.notice(cell)
      }
      handle.state.withLock { state in state.stored = SceneHandle.Stored() }
      handle.storedBytes.store(0, ordering: .relaxed)
      core.enqueue(isKept ? .giveUp(handle) : .discard(handle, .root))
    }
  }
}
