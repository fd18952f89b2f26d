import FoundationEssentials
import LMDB
import StoreFormat
import Synchronization

/// The reports of recoveries that a store keeps until somebody has read them.
///
/// Each stands in a row of `info` that comes with the new file, so that a process which dies just
/// after a recovery leaves it to the next one.
final class UnreadReports: Sendable {
  private let keys: Mutex<[[UInt8]]>
  let newest: RecoveryReport?
  private let isRead = Atomic<Bool>(false)

  /// - Parameter rows: Those of `info`, sorted by their keys.
  init(_ rows: [(key: [UInt8], bytes: [UInt8])] = []) {
    keys = Mutex(rows.map(\.key))
    newest = rows.last.flatMap { RecoveryReport(row: $0.bytes) }
  }

  /// Somebody has read what was done: the next commit takes the rows away.
  func read() { isRead.store(true, ordering: .relaxed) }

  /// Whether a commit has something to take away.
  var isOver: Bool { isRead.load(ordering: .relaxed) && keys.withLock { !$0.isEmpty } }

  /// A recovery of this process has left one in the file.
  func add(_ report: RecoveryReport) {
    keys.withLock { $0.append(report.rowKey) }
  }

  func remove(from info: Database, _ txn: inout WriteTransaction) throws(LMDBError) {
    guard isOver else { return }
    for key in keys.withLock({ $0 }) { _ = try txn.delete(key, in: info) }
  }

  /// They were taken away, by a commit that is over.
  func removed() {
    guard isOver else { return }
    keys.withLock { $0 = [] }
  }
}

extension RecoveryReport {
  /// How many addresses of a kind are kept in the store; the others are counted.
  private static let limit = 500

  /// The row of `info` that keeps it, as JSON.
  var row: SnapshotRecord? {
    var kept = self
    kept.older = Array(older.prefix(Self.limit))
    kept.olderRecords = Array(olderRecords.prefix(Self.limit))
    kept.setAside = Array(setAside.prefix(Self.limit))
    kept.found = Array(found.prefix(Self.limit))
    kept.replaced = nil
    kept.lostNames = lostNames.map { Array($0.prefix(Self.limit)) }
    kept.unproved = Array(unproved.prefix(Self.limit))
    // It has nothing that JSON lacks; without the row the report is told by this process alone.
    guard let bytes = try? JSONEncoder().encode(kept) else { return nil }
    return SnapshotRecord(.info, rowKey, Array(bytes))
  }

  var rowKey: [UInt8] { InfoKey.reportPrefix + InfoKey.bytes(sequence) }

  /// Nil for bytes that are no report.
  package init?(row: [UInt8]) {
    // A damaged row is none; it goes when somebody has looked.
    guard let report = try? JSONDecoder().decode(Self.self, from: .init(row)) else { return nil }
    self = report
  }
}
