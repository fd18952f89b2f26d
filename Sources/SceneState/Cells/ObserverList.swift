import Synchronization

/// Those who asked to be told of each change of one value.
final class ObserverList<Value: Sendable>: Sendable {
  private struct Observer: Sendable {
    let delivery: NoticeDelivery
    let handler: @Sendable (Value) -> Void
    let isLive: Liveness
  }

  /// Whether the subscription still stands; asked again where a posted notice runs.
  final class Liveness: Sendable {
    private let ended = Atomic<Bool>(false)
    var isEnded: Bool { ended.load(ordering: .acquiring) }
    func end() { ended.store(true, ordering: .releasing) }
  }

  private struct State {
    var observers: [UInt64: Observer] = [:]
    var next: UInt64 = 0
  }

  private let state = Mutex(State())
  private let count = Atomic<Int>(0)

  func add(
    _ delivery: NoticeDelivery, _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let live = Liveness()
    let id = state.withLock { state -> UInt64 in
      state.next += 1
      state.observers[state.next] = Observer(delivery: delivery, handler: handler, isLive: live)
      return state.next
    }
    count.add(1, ordering: .releasing)
    return Subscription { [weak self] in
      live.end()
      self?.remove(id)
    }
  }

  private func remove(_ id: UInt64) {
    let existed = state.withLock { $0.observers.removeValue(forKey: id) != nil }
    if existed { count.subtract(1, ordering: .releasing) }
  }

  var hasAny: Bool { count.load(ordering: .acquiring) > 0 }

  /// Calls all handlers in the order of their subscriptions, with no lock held.
  func send(_ value: () -> Value) {
    guard hasAny else { return }
    let value = value()
    let observers = state.withLock { state in
      state.observers.sorted { $0.key < $1.key }.map(\.value)
    }
    for observer in observers where !observer.isLive.isEnded {
      observer.delivery.run { [handler = observer.handler, live = observer.isLive] in
        if !live.isEnded { handler(value) }
      }
    }
  }
}
