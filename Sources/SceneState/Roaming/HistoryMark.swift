import LMDB
import StoreFormat
import Synchronization

/// The mark that an opening leaves in a store that roams, before its commits: see ``StoreIdentity``.
final class HistoryMark: Sendable {
  private static let openings = Atomic<UInt32>(0)

  private let number = openings.add(1, ordering: .relaxed).newValue
  private let carries = Atomic(false)
  private let isWanted: Atomic<Bool>

  /// - Parameter isWanted: Whether the store has a row for it.
  init(isWanted: Bool) { self.isWanted = Atomic(isWanted) }

  /// A store that does not roam never asks the system for it.
  var name: UInt32 {
    guard carries.load(ordering: .relaxed) else { return 0 }
    return max(1, crc32c(Array("\(ProcessIdentity.current) \(number)".utf8)))
  }

  /// The next commit leaves it, and one with a name.
  func carry() {
    carries.store(true, ordering: .relaxed)
    isWanted.store(true, ordering: .relaxed)
  }

  /// Puts it into the row, if there is one, as the last thing before a commit.
  func note(
    before sequence: UInt64, in info: Database, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    guard isWanted.load(ordering: .relaxed), let row = try txn.get(InfoKey.storeID, in: info) else {
      return
    }
    try txn.put(InfoKey.storeID, marked(row, before: sequence), in: info)
  }

  /// The commit is done.
  func noted() { isWanted.store(false, ordering: .relaxed) }

  /// The row with the mark, which may stand there already; bytes that are none as they are.
  func marked(_ row: [UInt8], before sequence: UInt64, ofFile file: UInt64? = nil) -> [UInt8] {
    guard var identity = StoreIdentity(row) else { return row }
    let name = name
    if identity.marks.last?.name == 0, identity.marks.dropLast().last?.name == name {
      // However many open the store while one carries it, they leave no more than its mark.
      identity.marks.removeLast()
    }
    if identity.marks.last?.name != name {
      identity.marks.append(.init(name: name, sequence: sequence &- 1))
    }
    if let file { identity.file = file }
    return identity.bytes
  }
}
