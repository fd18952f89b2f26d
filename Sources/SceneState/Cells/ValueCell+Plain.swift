public import Synchronization

/// How a write that expects nothing unusual went.
@usableFromInline
enum PlainWrite: Sendable {
  /// It has to be made with all checks; nothing was changed.
  case unusual
  case same
  case changed
}

extension ValueCell {
  /// Writes and notes a refusal instead of throwing; what a property does.
  ///
  /// Nearly every write is of a value that is stored and readable in a store that works: those are
  /// made here, where the compiler knows the type, with two locks and no look at anything else.
  @inlinable
  func writeNoting(_ value: Value) {
    var outcome = PlainWrite.unusual
    if let size = key.coding.fixedSize {
      outcome = home.group.writePlainly(size: size(value)) { replacePlainly(value) }
    }
    switch outcome {
    case .unusual: writeWithChecks(value)
    case .same: return
    case .changed: notify()
    }
  }

  @usableFromInline
  func writeWithChecks(_ value: Value) {
    do { try write(value) } catch {
      // The first read would take over what is wrong with what it finds.
      _ = peek()
      note(error)
      // Nobody waits for what late objects write into a scene that is not this process's any more.
      if ![.noScope, .sessionInUse].contains(error.code) { home.core.addRefusal(error) }
    }
  }

  /// Replaces the value if nothing about the cell is unusual; the gate is held.
  @inlinable
  func replacePlainly(_ value: Value) -> PlainWrite {
    var becameDirty = false
    let outcome = state.withLock { state -> PlainWrite in
      guard state.isPlain else { return .unusual }
      switch key.coding.isSame(state.value, value) {
      case .same: return .same
      case .different: break
      case .equalCompareEncodings, .unknown: return .unusual
      }
      becameDirty = state.replace(value)
      return .changed
    }
    if becameDirty { markDirty() }
    return outcome
  }

  @usableFromInline
  func markDirty() { home.core.markDirty(self) }

  /// Changes what the cell knows, and what follows from it: every change but a plain one.
  @discardableResult
  func change<Result>(_ body: (inout CellState<Value>) -> Result) -> Result {
    state.withLock { state in
      defer {
        state.isPlain =
          state.isLoaded && state.isStored && state.source == .store && state.isSound
          && !isSelection
      }
      return body(&state)
    }
  }
}
