import LMDB
import Synchronization

/// What `modify`s of one value that are called inside another's body make of the copy it works on.
///
/// While the outer body has the copy nobody else can touch it. So a nested one gets what the outer
/// body began with and earlier nested ones left. Then the outer body runs once more, on what they
/// made of it: each nested call is answered as it was before, and changes nothing this time.
final class NestedModifies<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    /// What each nested body was given, in the order of the calls.
    var inputs: [Value] = []
    /// Which of the calls of this run comes next.
    var next = 0
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  /// How many different calls there were.
  var count: Int { state.withLock { $0.inputs.count } }

  /// What the outer body gets; its calls begin anew.
  func begin() -> Value {
    state.withLock { state in
      state.next = 0
      return state.value
    }
  }

  /// What the next nested body gets, and whether the call has been there before.
  func input() -> (value: Value, isRepeated: Bool) {
    state.withLock { state in
      defer { state.next += 1 }
      if state.next < state.inputs.count { return (state.inputs[state.next], true) }
      state.inputs.append(state.value)
      return (state.value, false)
    }
  }

  func take(_ value: Value) { state.withLock { $0.value = value } }
}

/// The bodies of `modify` that run now, of all threads.
final class RunningModifies: Sendable {
  private struct Running {
    let thread: UInt
    let cell: ObjectIdentifier
    let nested: any Sendable
  }

  private let running = Mutex<[Running]>([])

  /// What a `modify` of the cell works on that is called inside another one's body.
  func around(_ cell: AnyObject) -> (any Sendable)? {
    let (thread, id) = (currentThreadID(), ObjectIdentifier(cell))
    return running.withLock { running in
      running.last { $0.thread == thread && $0.cell == id }?.nested
    }
  }

  func during<Result>(
    _ nested: any Sendable, of cell: AnyObject, _ body: () -> Result
  ) -> Result {
    let (thread, id) = (currentThreadID(), ObjectIdentifier(cell))
    running.withLock { $0.append(Running(thread: thread, cell: id, nested: nested)) }
    defer {
      running.withLock { running in
        if let own = running.lastIndex(where: { $0.thread == thread && $0.cell == id }) {
          running.remove(at: own)
        }
      }
    }
    return body()
  }
}
