import StoreFormat
import Synchronization

/// Tells one observer of a key's value in whatever tab is selected.
///
/// It listens to the cell of the tab that is selected now, and to the selection: when that
/// changes, it moves to the other cell and tells its value, if it is another than was told last.
final class TabFollower<Value: Sendable>: Sendable {
  private struct State {
    /// NB: whoever observes does not keep the store open.
    weak var store: SceneStore?
    var cell: ValueCell<Value>?
    var subscription: KeptSubscription?
    var told: Told?
  }

  private struct Told {
    let value: Value
    let revision: UInt32
  }

  private let handle: SceneHandle
  private let path: ScopePath
  private let key: SceneKey<Value>
  private let delivery: NoticeDelivery
  private let handler: @Sendable (Value) -> Void
  private let turn = Turn()
  private let isOver = Atomic<Bool>(false)
  private let state: Mutex<State>

  private init(
    _ key: SceneKey<Value>, in scope: SceneScope, _ delivery: NoticeDelivery,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    (handle, path, self.key) = (scope.handle, scope.path, key)
    (self.delivery, self.handler) = (delivery, handler)
    state = Mutex(State(store: scope.store))
  }

  /// Begins to tell; whoever is not told now is told of the next change.
  static func observe(
    _ key: SceneKey<Value>, in scope: SceneScope, _ delivery: NoticeDelivery, isToldNow: Bool,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let follower = TabFollower(key, in: scope, delivery, handler)
    let selection = KeptSubscription(
      scope.handle.makeFollowers().add(Observer(.atOnce) { [weak follower] _ in follower?.tell() }))
    if !isToldNow { follower.begin() }
    follower.tell()
    return Subscription {
      selection.end()
      follower.end()
    }
  }

  /// Takes the value of now as told.
  private func begin() {
    turn.run {
      guard let cell = currentCell() else { return }
      let now = cell.current()
      state.withLock { state in
        if state.told == nil { state.told = Told(value: now.value, revision: now.revision) }
      }
    }
  }

  private func tell() {
    turn.run {
      // A tick whose end tells of the selection brings what follows it after that.
      guard !handle.hasUntoldSelection, let cell = currentCell() else { return }
      let hasMoved = move(to: cell)
      let now = cell.current()
      let last = state.withLock { state in
        defer { state.told = Told(value: now.value, revision: now.revision) }
        return state.told
      }
      if let last {
        let isNews =
          hasMoved ? !key.coding.isEqual(last.value, now.value) : last.revision != now.revision
        guard isNews else { return }
      }
      delivery.run { [self] in
        if !isOver.load(ordering: .acquiring) { handler(now.value) }
      }
    }
  }

  private func currentCell() -> ValueCell<Value>? {
    guard !isOver.load(ordering: .acquiring), let store = state.withLock({ $0.store }) else {
      return nil
    }
    return SceneScope(store: store, handle: handle, path: path).cell(for: key)
  }

  /// Listens to a cell from now on; answers whether it is another than the last one.
  private func move(to cell: ValueCell<Value>) -> Bool {
    guard state.withLock({ $0.cell !== cell }) else { return false }
    let subscription = KeptSubscription(
      cell.observe(.atOnce) { [weak self] _ in self?.tell() })
    // NB: the last one ends when no lock is held.
    let last = state.withLock { state in
      defer {
        state.cell = cell
        state.subscription = subscription
      }
      return state.subscription
    }
    last?.end()
    return last != nil
  }

  private func end() {
    isOver.store(true, ordering: .releasing)
    let subscription = state.withLock { state in
      defer { state.subscription = nil }
      return state.subscription
    }
    subscription?.end()
  }
}
