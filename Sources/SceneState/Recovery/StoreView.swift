import LMDB
package import StoreFormat

/// What one source knows of a store: rows, and where it knows nothing.
package struct StoreView: Sendable {
  /// The rows of one table that could be read.
  package struct Table: Sendable {
    package var rows: [[UInt8]: [UInt8]] = [:]
    package var gaps = KeyGaps()
    /// Keys that are there and whose rows lie in pages of their own that are not sound.
    package var lost: Set<[UInt8]> = []
    /// Ends of long values are missing: their beginnings are among the rows, and damaged.
    var lacksEnds = false
    /// The system could not read a page, which may be over soon.
    var isUnreadable = false

    package init(rows: [[UInt8]: [UInt8]] = [:], gaps: KeyGaps = KeyGaps()) {
      (self.rows, self.gaps) = (rows, gaps)
    }
  }

  let source: RecoveryReport.Source
  /// The number of the commit that it shows, as values count it.
  var sequence: UInt64
  /// The record of the commit; nil for a backup.
  private(set) var commit: CommitRecord?
  /// Whether the first page that leads to it gives it the same number.
  private(set) var isOfItsFirstPage = true
  /// Whether what it says of the whole store is known not to be what was written.
  private(set) var hasDamagedFacts = false
  /// Whether another commit followed, of which perhaps nothing is left.
  package var isFollowed = false
  /// Whether it is known to show the last commit of all.
  package var isLast: Bool
  package var tables: [StoreTable: Table] = [:]
  /// What all rows of its commit came to, if the commit says so.
  package var digest: StoreDigest?
  /// How far what it says of a table counts; of the values by the parts of their sum.
  package var trust: [StoreTable: Trust] = [:]
  package var valueTrust = [Trust](repeating: .believed, count: RowSums.parts)

  /// How far what a source says of a key counts.
  package enum Trust: Sendable {
    /// The rows come to what the commit says: each key is known, also in gaps.
    case proved
    /// Nothing contradicts the rows: keys outside of gaps are known.
    case believed
    /// Some rows cannot be read, and the others may stand on pages that are older.
    case partial
    /// All rows can be read and come to something else: each key may be there or not.
    case doubtful
  }

  package init(_ source: RecoveryReport.Source, sequence: UInt64) {
    (self.source, self.sequence) = (source, sequence)
    isLast = source == .newestSnapshot
  }

  subscript(table: StoreTable) -> Table { tables[table] ?? Table(gaps: .everything) }

  var isWhole: Bool {
    !valueTrust.contains(.doubtful) && !trust.values.contains(.doubtful)
      && StoreTable.allCases.allSatisfy { self[$0].gaps.isEmpty && !self[$0].lacksEnds }
  }

  /// Whether it is whole, and so are all values: of a damaged one an older version is better.
  var isIntact: Bool {
    isWhole && self[.values].rows.allSatisfy { Salvage.isSoundValue($0.value, $0.key) }
  }

  private func trust(_ key: [UInt8], in table: StoreTable) -> Trust {
    table == .values ? valueTrust[RowSums.part(of: key)] : trust[table] ?? .believed
  }

  /// Whether the source can tell if there is such a key.
  func covers(_ key: [UInt8], in table: StoreTable) -> Bool {
    if self[table].rows[key] != nil { return true }
    return switch trust(key, in: table) {
    case .proved: true
    case .believed, .partial: !self[table].gaps.contains(key)
    case .doubtful: false
    }
  }

  /// Whether what it says of a key is what its commit left there, as far as anybody knows.
  func isSure(_ key: [UInt8], in table: StoreTable) -> Bool {
    switch trust(key, in: table) {
    case .proved, .believed: true
    case .partial, .doubtful: false
    }
  }

  var isUnreadable: Bool { tables.values.contains(where: \.isUnreadable) }
}

extension StoreView {
  /// Reads one snapshot of a data file as far as its pages are sound.
  ///
  /// Nil if it shows no commit of a store: the commit record says which one it is. What a first
  /// page says of its transaction is not believed, because it may be what is damaged.
  ///
  /// Where nothing leads to the record, a known one counts; then the rows must prove themselves.
  init?(
    _ file: DataFile, _ snapshot: DataFile.Snapshot, as source: RecoveryReport.Source,
    known: CommitRecord? = nil
  ) {
    var tables: [StoreTable: Table] = [:]
    for table in StoreTable.allCases { tables[table] = Self.table(table, file, snapshot) }
    let own = tables[.info]?.rows[InfoKey.commit].flatMap(CommitRecord.init)
    guard let commit = own ?? known, commit.transaction < CommitRecord.sequenceLimit,
      commit.epoch < CommitRecord.sequenceLimit
    else { return nil }
    self.init(source, sequence: commit.transaction + commit.epoch)
    self.tables = tables
    self.commit = commit
    isOfItsFirstPage = own?.transaction == snapshot.transaction
    let row = tables[.info]?.rows[InfoKey.digest]
    digest = row.flatMap(StoreDigest.init)
    if digest?.transaction == snapshot.transaction { putVersionRight(digest?.sums.others) }
    // Rows that cannot be read make the sum another one, and prove nothing.
    hasDamagedFacts =
      Self.otherTables.allSatisfy { self[$0].gaps.isEmpty }
      && StoreVersion.isDisproved(row, of: snapshot.transaction, found: others)
    if digest?.transaction != own?.transaction { digest = nil }
    prove(own)
  }

  /// Finds out what is of the commit, and not partly of older ones.
  ///
  /// Where some rows of a table cannot be read nobody knows that of the others. Where all can be
  /// read and do not come to what the commit says, nobody knows which are old and which are missing.
  private mutating func prove(_ own: CommitRecord?) {
    let values = self[.values]
    guard own != nil, let wanted = digest?.sums else {
      // An older version's commit says no more than how many values there are.
      let isCounted = !values.gaps.isEmpty || UInt64(values.rows.count) == own?.entryCount
      let all: Trust = own != nil && isCounted ? .believed : .doubtful
      valueTrust = Array(repeating: all, count: RowSums.parts)
      for table in Self.otherTables { trust[table] = all }
      return
    }
    var sums = RowSums()
    for (key, row) in values.rows {
      sums.values[RowSums.part(of: key)] &+= RowSums.number(
        of: key, row, in: StoreTable.values.name)
    }
    valueTrust = (0..<RowSums.parts).map { part in
      if sums.values[part] == wanted.values[part] { return .proved }
      return values.gaps.isEmpty ? .doubtful : .partial
    }
    let found = others
    let isPartial = Self.otherTables.contains { !self[$0].gaps.isEmpty }
    for table in Self.otherTables {
      let hasGaps = !self[table].gaps.isEmpty
      trust[table] =
        found == wanted.others
        ? .proved : hasGaps ? .partial : isPartial ? .believed : .doubtful
    }
  }

  private static let otherTables = StoreTable.allCases.filter { $0 != .values }

  /// What the rows come to that are no values.
  private var others: UInt64 {
    var sum: UInt64 = 0
    for table in Self.otherTables {
      for (key, row) in self[table].rows { sum &+= RowSums.number(of: key, row, in: table.name) }
    }
    return sum
  }

  /// Puts back a row that tells a newer version since it is damaged.
  private mutating func putVersionRight(_ wanted: UInt64?) {
    guard let wanted else { return }
    for (key, row) in self[.info].rows where StoreVersion.newerFormat(key, row) != nil {
      let right = StoreVersion.undamaged(key, row, found: others, wanted: wanted)
      if let right { tables[.info]?.rows[key] = right }
    }
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
      onDatabase: { isThere = true },
      onLost: { read.lost.insert($0) }
    ) { key, value in
      read.gaps.end(before: key)
      last = key
      read.rows[key] = value
      return true
    }
    // Without the database of the ends nobody misses one.
    if table == .values, !file.databases(of: snapshot).contains(CutValue.tails) {
      read.lacksEnds = read.rows.values.contains { row in
        CutValue.sequence(ofHead: row, pageBytes: file.pageBytes) != nil
      }
    }
    for finding in findings where finding.tree == CutValue.tails {
      if !finding.fault.isCounter { read.lacksEnds = true }
      if finding.fault == .unreadable { read.isUnreadable = true }
    }
    return isThere ? read : Table(gaps: .everything)
  }

  /// Takes a backup, which is whole or of no use.
  init(_ file: borrowing SnapshotFile) throws(SnapshotError) {
    self.init(.backup, sequence: min(file.sequence, CommitRecord.sequenceLimit))
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
