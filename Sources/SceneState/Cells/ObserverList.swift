import Synchronization

/// Runs a job once more if it was asked for while it ran.
///
/// No two runs are under way at once, and the last one began after the last call: so whoever is
/// told in it ends with what is newest, whatever the threads that ask do in between. Nothing is
/// locked while the job runs; one that asks for itself is run again when it is over.
final class Turn: Sendable {
  enum State { case free, taken, wanted }

  private let state = Mutex(State.free)

  func run(_ job: () -> Void) {
    let isFree = state.withLock { state in
      defer { state = state == .free ? .taken : .wanted }
      return state == .free
    }
    guard isFree else { return }
    repeat { job() } while isWantedAgain
  }

  private var isWantedAgain: Bool {
    state.withLock { state in
      defer { state = state == .wanted ? .taken : .free }
      return state == .wanted
    }
  }
}

/// Who asked to be told of each change of one value.
final class Observer<Value: Sendable>: Sendable {
  private let delivery: NoticeDelivery
  private let handler: @Sendable (Value) -> Void
  private let hasEnded = Atomic<Bool>(false)
  /// The number of the change that it knows of; at first of none.
  private let known = Atomic<UInt64>(.max)

  init(_ delivery: NoticeDelivery, _ handler: @escaping @Sendable (Value) -> Void) {
    (self.delivery, self.handler) = (delivery, handler)
  }

  /// Notes that it need not be told of a change.
  func know(_ revision: UInt32) { known.store(UInt64(revision), ordering: .releasing) }

  func tell(_ value: Value, _ revision: UInt32) {
    let last = known.exchange(UInt64(revision), ordering: .acquiringAndReleasing)
    guard last != UInt64(revision), !isOver else { return }
    // Asked again where a posted notice runs.
    delivery.run { [self] in if !isOver { handler(value) } }
  }

  func end() { hasEnded.store(true, ordering: .releasing) }

  private var isOver: Bool { hasEnded.load(ordering: .acquiring) }
}

/// Those who asked to be told of each change of one value.
final class ObserverList<Value: Sendable>: Sendable {
  private struct State {
    var observers: [UInt64: Observer<Value>] = [:]
    var next: UInt64 = 0
  }

  private let state = Mutex(State())
  private let turn = Turn()

  func add(_ observer: Observer<Value>) -> Subscription {
    let id = state.withLock { state -> UInt64 in
      state.next += 1
      state.observers[state.next] = observer
      return state.next
    }
    return Subscription { [weak self] in
      observer.end()
      self?.state.withLock { $0.observers[id] = nil }
    }
  }

  /// Calls the handlers of those who do not know the current value, in the order of their
  /// subscriptions and with no lock held; then does what comes after them.
  ///
  /// - Parameters:
  ///   - newcomer: The only one who may be told now, as in a tick whose end tells the others.
  ///   - current: The value and the number of the change that made it.
  ///   - after: What comes after the observers.
  func tell(
    newcomer: Observer<Value>? = nil, _ current: () -> (Value, UInt32), then after: () -> Void = {}
  ) {
    var newcomer = newcomer
    turn.run {
      let told =
        newcomer.map { [$0] }
        ?? state.withLock { state in state.observers.sorted { $0.key < $1.key }.map(\.value) }
      newcomer = nil
      if !told.isEmpty {
        let (value, revision) = current()
        for observer in told { observer.tell(value, revision) }
      }
      after()
    }
  }
}
