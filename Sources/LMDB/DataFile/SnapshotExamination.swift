/// What the verifier found out about one snapshot.
package struct SnapshotExamination: Hashable, Sendable {
  package struct Database: Hashable, Sendable {
    package let name: String
    /// How many entries it says it has.
    package let entries: UInt64
  }

  package let snapshot: DataFile.Snapshot
  /// What is wrong, in the order in which it was met; empty for a sound snapshot.
  package var findings: [DataFileFinding] = []
  /// Whether the looking ended because there was too much to find.
  package var isCutShort = false
  /// The databases, sorted by name.
  package var databases: [Database] = []
  /// The keys of entries of the list of databases that are none, sorted.
  package var otherEntries: [String] = []
  /// What the keys of ``CutValue/database`` begin with, four bytes, each once and in order.
  package var beginnings: [UInt32] = []
  /// What the rows come to, as far as they could be reached.
  package var sums = RowSums()
  /// How many pages the trees use: branches, leaves and values.
  package var usedPages = 0
  /// How many pages are in the list of free ones.
  package var freePages = 0
  /// How many pages are neither used nor free; LMDB itself leaks some after a death.
  package var lostPages = 0

  /// Whether LMDB can be given this snapshot.
  package var isSound: Bool { findings.isEmpty }

  /// Whether every row can be reached: what is wrong, if anything is, stands in the list of free
  /// pages, which only a writer uses.
  package var hasEveryRow: Bool {
    !isCutShort && findings.allSatisfy { $0.tree == DataFileFinding.freeTree }
  }
}

/// What the verifier says of a whole file.
package struct DataFileVerdict: Hashable, Sendable {
  /// What is wrong with the two first pages.
  package var metaFindings: [DataFileFinding]
  /// The newest snapshot; nil if neither first page could be read.
  package var newest: SnapshotExamination?
  /// The one before it; nil if there is none or nobody asked.
  package var previous: SnapshotExamination?

  /// Whether LMDB can be given the file as it is.
  package var isSound: Bool { metaFindings.isEmpty && newest?.isSound == true }

  /// The number of a commit that is whole while its first page gives it an older number, when that
  /// is all there is to find: a write of a first page that failed, or one flipped bit.
  package var commitInDoubt: UInt64? {
    guard metaFindings.isEmpty, let findings = newest?.findings, findings.count == 1,
      case .content(let fault) = findings[0].fault
    else { return nil }
    return fault.hiddenCommit
  }

  /// All that is wrong with what LMDB would use.
  package var findings: [DataFileFinding] { metaFindings + (newest?.findings ?? []) }
}

extension DataFile {
  /// Verifies the newest snapshot, and the previous one if the newest is not sound.
  ///
  /// - Parameters:
  ///   - limit: After how many findings of one snapshot the looking ends; 1 for a plain yes or no.
  ///   - check: What else a snapshot must be whose structure is sound.
  /// - Returns: What was found out.
  package func verdict(
    limit: Int = 1, also check: (SnapshotExamination) -> [DataFileFinding] = { _ in [] }
  ) -> DataFileVerdict {
    func look(_ snapshot: Snapshot) -> SnapshotExamination {
      var examination = examine(snapshot, limit: limit)
      if examination.isSound { examination.findings = check(examination) }
      return examination
    }
    var verdict = DataFileVerdict(metaFindings: findings)
    verdict.newest = snapshots.first.map(look)
    if !verdict.isSound { verdict.previous = snapshots.dropFirst().first.map(look) }
    return verdict
  }

  /// Verifies the structure of one snapshot: the tree of free pages, the main tree and the tree of
  /// each database.
  ///
  /// Costs one read of each page of the trees, and one for each value that has pages of its own;
  /// such values themselves are not read. A snapshot with a finding may still be iterated: what is
  /// below an unsound page is missing then.
  package func examine(_ snapshot: Snapshot, limit: Int = 100) -> SnapshotExamination {
    var walk = TreeWalk(self, snapshot, limit: limit)
    walk.verifyAll()
    return walk.examination
  }

  /// What is wrong with the list of free pages, which is short and leads to no row.
  package func freePageFindings(of snapshot: Snapshot) -> [DataFileFinding] {
    var walk = TreeWalk(self, snapshot, limit: 1)
    walk.verify(snapshot.meta.free, .free)
    return walk.examination.findings
  }
}
