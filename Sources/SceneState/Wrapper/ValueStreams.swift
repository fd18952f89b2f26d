import Synchronization

/// What was sent last, so that equal values are not sent twice in a row.
final class LastSent<Value: Sendable>: Sendable {
  private let last = Mutex<Value?>(nil)
  private let isEqual: @Sendable (Value, Value) -> Bool

  init(_ isEqual: @escaping @Sendable (Value, Value) -> Bool) { self.isEqual = isEqual }

  func isNews(_ value: Value) -> Bool {
    last.withLock { last in
      defer { last = value }
      return last.map { !isEqual($0, value) } ?? true
    }
  }
}
