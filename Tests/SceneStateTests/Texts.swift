import Synchronization

/// What handlers were told, in order, from any thread.
final class Texts: Sendable {
  private let state = Mutex<[String]>([])

  var all: [String] { state.withLock { $0 } }

  func add(_ text: String) { state.withLock { $0.append(text) } }
}
