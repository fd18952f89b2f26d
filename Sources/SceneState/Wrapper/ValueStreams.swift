import Synchronization

/// What was sent last, so that equal values are not sent twice in a row.
final class LastSent: Sendable {
  private let last = Mutex<(any Sendable)?>(nil)

  func isNews<Value: Sendable>(_ value: Value) -> Bool {
    last.withLock { last in
      defer { last = value }
      guard let last, let value = value as? any Equatable else { return true }
      return !Self.equal(value, last)
    }
  }

  private static func equal<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    value == (other as? Value)
  }
}

/// Holds a subscription for a closure that may be called once.
final class SubscriptionBox: Sendable {
  private let subscription: Mutex<Subscription?>

  init(_ subscription: consuming Subscription) { self.subscription = Mutex(subscription) }

  func end() { subscription.withLock { $0 = nil } }
}
