import Synchronization

/// News for one listener, told one by one in their order.
///
/// Whoever adds some inside a lock tells them after it; if another thread is just telling, it tells
/// these too.
final class NewsQueue<Item: Sendable>: Sendable {
  private struct State {
    var waiting: [Item] = []
    var isTelling = false
  }

  private let state = Mutex(State())

  func add(_ item: Item) { state.withLock { $0.waiting.append(item) } }

  func tell(_ body: (Item) -> Void) {
    guard var item = next(isFirst: true) else { return }
    while true {
      body(item)
      guard let other = next(isFirst: false) else { return }
      item = other
    }
  }

  private func next(isFirst: Bool) -> Item? {
    state.withLock { state in
      if isFirst, state.isTelling { return nil }
      state.isTelling = !state.waiting.isEmpty
      return state.isTelling ? state.waiting.removeFirst() : nil
    }
  }
}
