import LMDB
import Synchronization

/// Up to which commit the loaded scenes know what other processes wrote.
final class SeenCommits: Sendable {
  private let last: Atomic<UInt64>

  init(_ transaction: UInt64) { last = Atomic(transaction) }

  var transaction: UInt64 { last.load(ordering: .acquiring) }

  /// All commits so far are known.
  func know(_ transaction: UInt64) { last.store(transaction, ordering: .releasing) }

  /// A commit of our own, which is all that is new unless somebody committed before it.
  func committed(_ transaction: UInt64) {
    _ = last.compareExchange(
      expected: transaction &- 1, desired: transaction, ordering: .acquiringAndReleasing)
  }
}

/// What is added to transaction numbers; changes when the file is built anew.
///
/// Asked inside transactions only, which an exchange of the file waits for.
final class StoreEpoch: Sendable {
  private let value: Atomic<UInt64>

  init(_ epoch: UInt64) { value = Atomic(epoch) }

  var current: UInt64 { value.load(ordering: .acquiring) }

  /// The transactions of the new file begin at 1 again.
  func begin(_ epoch: UInt64) { value.store(epoch, ordering: .releasing) }
}

/// Counts who wants to be told of changes: only for them the store looks by itself.
final class OutsideWatch: Sendable {
  /// Half of the time within which observers are told: how often the store looks where nobody tells
  /// it of writes, and what lies between two looks at most where others write all the time.
  static let interval = Duration.milliseconds(50)

  private let count = Atomic<Int>(0)

  var isWanted: Bool { count.load(ordering: .acquiring) > 0 }

  /// Answers whether this is the first.
  func begin() -> Bool { count.add(1, ordering: .acquiringAndReleasing).oldValue == 0 }

  func end() { count.subtract(1, ordering: .acquiringAndReleasing) }
}

/// How the store's thread comes to know what other processes commit.
enum OutsideHearing: Sendable {
  case notWanted
  /// It has to look: nobody tells, or something is there that it could not take yet.
  case looking
  case told(by: FileWatch)
}

extension ValueCell {
  /// Calls a handler after each change until the subscription is dropped, and with the value of
  /// now if it is to be told that first.
  func observe(
    _ delivery: NoticeDelivery, isToldNow: Bool = false,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let core = home.core
    let observer = Observer(delivery, handler)
    let observers = makeObservers()
    let own = KeptSubscription(observers.add(observer))
    if core.watch.begin() { core.committer.wake() }
    if isToldNow {
      observers.tell(newcomer: observer) { current() }
    } else {
      observer.know(current().revision)
    }
    return Subscription { [weak core] in
      own.end()
      core?.watch.end()
    }
  }
}
