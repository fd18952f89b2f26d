import FoundationEssentials
import Synchronization

// What the cell does when another value is put under it.
extension ValueCell {
  func storedChanged() {
    let old = change { state -> (value: Value, problem: SceneProblem?)? in
      // What is on its way into the store is newer than what is there.
      guard !state.isDirty, !state.isBeingCommitted else { return nil }
      return state.forget()
    }
    guard let old else { return recheck() }
    readAgain(old.value, old.problem)
  }

  func replaced() {
    guard isKept else { return }
    let old = change { state in
      (state.isDirty, state.isBeingCommitted) = (false, false)
      return state.forget()
    }
    if let old { readAgain(old.value, nil) }
  }

  /// Reads what stands there now, and tells if that is another value.
  private func readAgain(_ old: Value, _ problem: SceneProblem?) {
    switch key.coding.isSame(old, load()) {
    case .same, .equalCompareEncodings:
      // The value that a refused write left is still there, and so is what is said about it.
      guard let problem, problem.code.isRefusal else { break }
      change { if $0.problem == nil { $0.problem = problem } }
    case .different, .unknown: home.core.noticeLater(self)
    }
  }

  /// A value that waits wins, but unreadable bytes that it replaces must be moved, not lost.
  private func recheck() {
    guard isWaiting else { return }
    let unreadable = ask().unreadable
    change { state in
      if state.isDirty { state.unreadable = unreadable }
    }
  }

  @_specialize(where Value == Int)
  @_specialize(where Value == Bool)
  @_specialize(where Value == Double)
  @_specialize(where Value == String)
  @_specialize(where Value == Data)
  func discarded() {
    home.handle.stopCounting()
    change { state in
      state.value = key.defaultValue
      state.isLoaded = true
      state.isStored = false
      state.isDirty = false
      state.unreadable = nil
      state.problem = home.lasting ?? home.endProblem(place: key.place)
      state.source = !home.group.isLasting ? .default : .memory
      state.revision &+= 1
    }
  }
}
