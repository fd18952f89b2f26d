import Synchronization

extension ValueCell {
  /// Reads and writes with no other write of this process in between; one notice.
  ///
  /// The body works on a copy and nobody waits for it; if the value was written meanwhile it runs
  /// again, the third time with the store's gate held, as in a tick from the start.
  func modify<Result>(_ body: (inout Value) -> Result) -> Result {
    if let outer = home.core.modifies.around(self) as? NestedModifies<Value> {
      let (input, isRepeated) = outer.input()
      let (value, result) = work(on: input, body)
      if !isRepeated { outer.take(value) }
      return result
    }
    if !home.core.gate.isHeld {
      for _ in 0..<2 {
        let (copy, revision) = current()
        let (value, result) = work(on: copy, body)
        if writeNoting(value, over: revision) { return result }
      }
    }
    var result: Result?
    home.core.tick {
      let (value, made) = work(on: peek(), body)
      result = made
      writeNoting(value)
    }
    guard let result else { preconditionFailure("The gate runs its body exactly once.") }
    return result
  }

  /// What a body makes of a copy, with all that the bodies inside it make.
  func work<Result>(on copy: Value, _ body: (inout Value) -> Result) -> (Value, Result) {
    let nested = NestedModifies(copy)
    return home.core.modifies.during(nested, of: self) {
      while true {
        let known = nested.count
        var value = nested.begin()
        let result = body(&value)
        if nested.count == known { return (value, result) }
      }
    }
  }

  /// Writes unless the value was changed since; answers whether it was not.
  private func writeNoting(_ value: Value, over revision: UInt32) -> Bool {
    var isCurrent = false
    home.core.tick {
      isCurrent = state.withLock { $0.isLoaded && $0.revision == revision }
      if isCurrent { writeNoting(value) }
    }
    return isCurrent
  }
}
