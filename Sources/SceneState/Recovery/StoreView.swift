import LMDB

/// What one source knows of a store: rows, and where it knows nothing.
package struct StoreView: Sendable {
  /// The rows of one table that could be read.
  package struct Table: Sendable {
    package var rows: [[UInt8]: [UInt8]] = [:]
    package var gaps = KeyGaps()
    /// Ends of long values are missing: their beginnings are among the rows, and damaged.
    var lacksEnds = false
    /// The system could not read a page, which may be over soon.
    var isUnreadable = false

    package init(rows: [[UInt8]: [UInt8]] = [:], gaps: KeyGaps = KeyGaps()) {
      (self.rows, self.gaps) = (rows, gaps)
    }

    /// Whether the source can tell if there is such a key.
    func covers(_ key: [UInt8]) -> Bool { rows[key] != nil || !gaps.contains(key) }
  }

  let source: RecoveryReport.Source
  /// The number of the commit that it shows, as values count it.
  var sequence: UInt64
  /// Whether the first page that leads to it gives it the same number.
  private(set) var isOfItsFirstPage = true
  package var tables: [StoreTable: Table] = [:]

  package init(_ source: RecoveryReport.Source, sequence: UInt64) {
    (self.source, self.sequence) = (source, sequence)
  }

  subscript(table: StoreTable) -> Table { tables[table] ?? Table(gaps: .everything) }

  var isWhole: Bool {
    StoreTable.allCases.allSatisfy { self[$0].gaps.isEmpty && !self[$0].lacksEnds }
  }

  var isUnreadable: Bool { tables.values.contains(where: \.isUnreadable) }

  /// Numbers beyond it can only be damage or an attack: they would make sequences overflow.
  static let sequenceLimit: UInt64 = 1 << 62
}

extension StoreView {
  /// Reads one snapshot of a data file as far as its pages are sound.
  ///
  /// Nil if it shows no commit of a store: the commit record says which one it is. What a first
  /// page says of its transaction is not believed, because it may be what is damaged.
  init?(_ file: DataFile, _ snapshot: DataFile.Snapshot, as source: RecoveryReport.Source) {
    var tables: [StoreTable: Table] = [:]
    for table in StoreTable.allCases { tables[table] = Self.table(table, file, snapshot) }
    guard let commit = tables[.info]?.rows[InfoKey.commit].flatMap(CommitRecord.init),
      commit.transaction < Self.sequenceLimit, commit.epoch < Self.sequenceLimit
    else { return nil }
    self.init(source, sequence: commit.transaction + commit.epoch)
    self.tables = tables
    isOfItsFirstPage = commit.transaction == snapshot.transaction
  }

  private static func table(
    _ table: StoreTable, _ file: DataFile, _ snapshot: DataFile.Snapshot
  ) -> Table {
    var read = Table()
    var last: [UInt8]?
    var isThere = false
    let findings = file.forEachEntry(
      in: table.name, of: snapshot, limit: .max,
      onFinding: { finding in
        // Wrong counters are no missing rows.
        if !finding.fault.isCounter { read.gaps.begin(after: last) }
        if finding.fault == .unreadable { read.isUnreadable = true }
      },
      onDatabase: { isThere = true }
    ) { key, value in
      read.gaps.end(before: key)
      last = key
      read.rows[key] = value
      return true
    }
    for finding in findings where finding.tree == CutValue.tails {
      if !finding.fault.isCounter { read.lacksEnds = true }
      if finding.fault == .unreadable { read.isUnreadable = true }
    }
    return isThere ? read : Table(gaps: .everything)
  }

  /// Takes a backup, which is whole or of no use.
  init(_ file: borrowing SnapshotFile) throws(SnapshotError) {
    self.init(.backup, sequence: min(file.sequence, Self.sequenceLimit))
    for table in StoreTable.allCases { tables[table] = Table() }
    for record in try file.records() { tables[record.table]?.rows[record.key] = record.value }
  }
}

extension DataFileFinding.Fault {
  fileprivate var isCounter: Bool {
    if case .counter = self { return true }
    return false
  }
}
