import LMDB
import StoreFormat
import Synchronization

/// The session numbers that this process has given out, committed or not.
///
/// A session that is opened is promised its number at once; the tick's commit writes it down. The
/// promise holds unless another process commits a new session in between: then the commit, whose
/// transaction alone can tell, gives the next free number. No number is ever given twice.
final class SessionNumbers: Sendable {
  private let highest = Mutex<UInt32>(0)

  /// A number beyond all that the store has given and this process has promised; nil behind the
  /// last one.
  func next(notBelow stored: UInt32) -> UInt32? {
    highest.withLock { highest in
      let next = max(stored, highest + 1)
      guard next <= SessionRecord.lastNumber else { return nil }
      highest = next
      return next
    }
  }
}

/// A session that was opened, and what is known of its number.
package struct OpenedSession: Sendable {
  let handle: SceneHandle

  /// The session's number, from 1; nil while the store cannot be used, if the identifier is too long,
  /// and if no number is left.
  ///
  /// It is final when it stands in the store, and before that if no other process opens new
  /// sessions in the same store.
  package var number: UInt32? { handle.state.withLock { $0.number ?? $0.promisedNumber } }
}

extension StoreCore {
  /// Finds the scene's number or promises it one; the gate is held.
  func promiseNumber(to handle: SceneHandle) {
    guard let id = handle.id, !handle.hasLongID, let open = connection.current,
      handle.state.withLock({ $0.number == nil && $0.promisedNumber == nil })
    else { return }
    do throws(LMDBError) {
      let (known, next) = try open.environment.read { txn throws(LMDBError) in
        // What stands under the name of a successor may still be the scene before it.
        let known = handle.isSuccessor ? nil : try txn.sessionNumber(of: id, open)
        let next = try txn.get(InfoKey.nextSession, in: open.info)
        return (known, next.flatMap { InfoKey.number($0, UInt32.self) } ?? 1)
      }
      let promised = known == nil ? sessionNumbers.next(notBelow: next) : nil
      handle.state.withLock { state in
        if state.number == nil { state.number = known }
        state.promisedNumber = promised
      }
    } catch { problems.report(SceneProblem(error)) }
  }
}
