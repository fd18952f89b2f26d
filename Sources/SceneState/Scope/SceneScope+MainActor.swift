import Synchronization

extension SceneScope {
  /// Calls a handler on the main actor after each change, until the subscription is dropped.
  ///
  /// For what only the main actor may touch, such as widgets. The handler runs soon after the write,
  /// never inside it, also where the main actor itself has written; it gets the last value that
  /// there is when its turn comes, and values in between may be left out. A loop that does not run
  /// the main actor's jobs wants `observe(_:deliver:_:)` with its own way to post.
  ///
  /// ```swift
  /// let subscription = scope.observeOnMain(Keys.draft) { entry.setText($0) }
  /// ```
  public func observeOnMain<Value>(
    _ key: SceneKey<Value>, _ handler: @escaping @MainActor (Value) -> Void
  ) -> Subscription {
    let mailbox = Mailbox<Value>()
    let changes = KeptSubscription(
      observe(key) { value in
        guard mailbox.put(value) else { return }
        Task { @MainActor in
          if let value = mailbox.take() { handler(value) }
        }
      })
    return Subscription {
      changes.end()
      mailbox.close()
    }
  }
}

/// The last value that somebody has not taken yet.
private final class Mailbox<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Leaves a value in the place of an earlier one.
  ///
  /// - Returns: Whether nobody has been sent for it yet.
  func put(_ value: Value) -> Bool {
    state.withLock { state in
      defer { state.value = value }
      return state.value == nil && !state.isClosed
    }
  }

  func take() -> Value? {
    state.withLock { state in
      defer { state.value = nil }
      return state.isClosed ? nil : state.value
    }
  }

  func close() { state.withLock { $0.isClosed = true } }
}
