import StoreFormat
import Synchronization

/// How far the look through a store's file has come, and when it goes on.
final class Scrub: Sendable {
  /// Where the next part begins.
  struct Place: Sendable {
    var table = 0
    var after: [UInt8] = []
    var isFirst: Bool { table == 0 && after.isEmpty }

    /// Small tables first: they tell which sessions there are.
    static let tables: [StoreTable] = [.info, .sessions, .setAside, .values]
  }

  private struct State {
    var place = Place()
    var due: Duration
    var damage: String?
  }

  let rule: ScrubRule?
  private let now: @Sendable () -> Duration
  private let state: Mutex<State>

  init(_ rule: ScrubRule?, now: @escaping @Sendable () -> Duration) {
    self.rule = rule
    self.now = now
    state = Mutex(State(due: now() + (rule?.interval ?? .zero)))
  }

  /// How long until the next part; nil for never.
  var timeLeft: Duration? {
    guard rule != nil else { return nil }
    let now = now()
    return state.withLock { max($0.due - now, .zero) }
  }

  var place: Place { state.withLock { $0.place } }

  /// What is wrong with the structure of the file; nil as far as known.
  var damage: String? { state.withLock { $0.damage } }

  /// The first damage counts: the others follow from it, or are found by the recovery.
  func found(_ damage: String) { state.withLock { $0.damage = $0.damage ?? damage } }

  /// A part was looked at, or could not be.
  ///
  /// - Parameter next: Where to go on; nil after the last part.
  func went(to next: Place?) {
    let now = now()
    state.withLock { state in
      state.place = next ?? Place()
      state.due = now + ((next == nil ? rule?.rest : rule?.interval) ?? .zero)
    }
  }
}
