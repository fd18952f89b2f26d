package import LMDB

/// A rule that the rows of each store obey, beside those of LMDB's pages.
package enum StoreRule: String, Sendable {
  case commitRecordMissing = "commit-record-missing"
  case commitRecordSize = "commit-record-size"
  case commitRecord = "commit-record"
  case hiddenCommit = "hidden-commit"
  case recordedEntries = "recorded-entries"
  case headerRow = "header-row"
  case sessionIndex = "session-index"
  case lostWrite = "lost-write"
  case databaseMissing = "database-missing"
  case emptied
  case orphans
}

extension DataFileFinding.Fault {
  /// The rule of stores that it breaks; nil if it is about LMDB's pages.
  package var storeRule: StoreRule? {
    guard case .content(let fault) = self else { return nil }
    return StoreRule(rawValue: fault.rule)
  }

  private static func broken(
    _ rule: StoreRule, _ words: String, hiddenCommit: UInt64? = nil
  ) -> Self {
    .content(
      DataFileFinding.ContentFault(
        rule: rule.rawValue, words: words, hiddenCommit: hiddenCommit))
  }

  package static let noCommitRecord = broken(
    .commitRecordMissing, "the record of the last commit is missing")

  package static func commitRecordSize(_ size: Int) -> Self {
    broken(.commitRecordSize, "the record of the last commit has \(size) bytes, not 24")
  }

  package static func commitRecord(_ number: UInt64) -> Self {
    broken(
      .commitRecord,
      "the record of the last commit is that of transaction \(number), another one")
  }

  package static func commitRecordBefore(_ number: UInt64) -> Self {
    broken(
      .hiddenCommit, "commit \(number) is there, but its first page gives it an older number",
      hiddenCommit: number)
  }

  package static func recordedEntries(found: UInt64, recorded: UInt64) -> Self {
    broken(
      .recordedEntries,
      "there are \(found) entries where the last commit recorded \(recorded)")
  }

  package static func headerRow(_ key: String) -> Self {
    broken(.headerRow, "the row '\(key)' cannot be right")
  }

  package static func sessionIndex(_ id: String) -> Self {
    broken(.sessionIndex, "the index of the sessions is wrong about '\(id)'")
  }

  package static func lostWrite(_ rows: String) -> Self {
    broken(.lostWrite, "\(rows) are not those of the last commit: a write was lost")
  }

  package static func databaseMissing(_ name: String) -> Self {
    broken(.databaseMissing, "the database '\(name)' is missing")
  }

  package static let emptied = broken(.emptied, "it shows an empty store, and is no new one")

  package static func orphans(_ number: UInt32) -> Self {
    broken(.orphans, "there are values of session \(number), which does not exist")
  }
}
