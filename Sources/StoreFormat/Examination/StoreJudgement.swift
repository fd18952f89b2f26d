package import LMDB

/// What a data file is: the one judgement by which a store is opened, shown, checked and repaired.
///
/// Made by reading the file, before LMDB sees it. An app can use a store if and only if
/// ``requireUsable()`` does not throw; of what it calls damaged, an opening saves what a repair
/// would.
///
/// ```swift
/// let judgement = try StoreJudgement(ofFile: path)
/// try judgement.requireUsable()
/// ```
package struct StoreJudgement: Sendable {
  /// What kind of file it is, sound or not.
  package enum Kind: Hashable, Sendable {
    /// A scene store, as far as anybody can tell.
    case store
    /// LMDB's or another program's, and nothing in it is a scene store's: what it is, in words.
    case foreign(String)
    /// Written by another kind of machine, or by an LMDB that is not known here: why.
    case unknown(String)
  }

  package let kind: Kind
  /// What was found out about the pages and what they say of the store.
  package let verdict: DataFileVerdict

  /// Judges a file by its path.
  ///
  /// - Throws: Only what the system says: no file, no permission, a link in its place.
  package init(ofFile path: String, limit: Int = 1) throws(LMDBError) {
    self.init(try DataFile.open(path), limit: limit)
  }

  /// Judges a file.
  ///
  /// - Parameters:
  ///   - file: The file; nobody writes it meanwhile.
  ///   - limit: After how many findings of one snapshot the looking ends.
  ///   - forLooking: Whether somebody only looks: an odd row of `info` misleads nobody who is
  ///     shown it.
  package init(_ file: DataFile, limit: Int = 1, forLooking: Bool = false) {
    verdict = file.storeVerdict(limit: limit, forLooking: forLooking)
    // A sound file is a store without a second look at all of its pages.
    kind = verdict.isSound ? .store : file.kind
  }

  /// Refuses what an app cannot use.
  ///
  /// - Throws: `LMDBError.unsound` for a damaged store, `LMDBError.notAStore` and
  ///   `LMDBError.foreign` for what is to be left as it is.
  package func requireUsable() throws(LMDBError) {
    try requireOurs()
    guard verdict.isSound else { throw .unsound(verdict) }
  }

  /// Refuses what is no store of ours: nobody may repair it.
  package func requireOurs() throws(LMDBError) {
    switch kind {
    case .store: break
    case .foreign(let words): throw .notAStore(reason: words)
    case .unknown(let words): throw .foreign(reason: words)
    }
  }
}

/// Judges a store's data file before LMDB maps it.
///
/// Called where `verifyDataFile` is called; payload checksums are compared when a value is read.
/// - Throws: As ``StoreJudgement/requireUsable()``.
/// - Returns: What the rows come to.
@Sendable @discardableResult
package func verifyStoreFile(_ path: String) throws(LMDBError) -> CountedRows {
  let file = try DataFile.open(path)
  let judgement = StoreJudgement(file)
  try judgement.requireUsable()
  guard let newest = judgement.verdict.newest else { throw .unsound(judgement.verdict) }
  return file.countedRows(newest)
}

/// Judges a file for somebody who only looks, before LMDB maps it.
@Sendable
package func verifyForLooking(_ path: String) throws(LMDBError) {
  try StoreJudgement(try DataFile.open(path), forLooking: true).requireUsable()
}

extension DataFile {
  fileprivate var kind: StoreJudgement.Kind {
    if let words = otherMachine { return .unknown(words) }
    if snapshots.isEmpty, let words = FileSignature.words(of: self), !FoundRows.areOfStore(self) {
      return .foreign("it is no scene store, but \(words)")
    }
    // Only what can be read is somebody else's; with no more than damage it may be ours.
    let looks = snapshots.map { examine($0) }
    let names = Set(looks.flatMap { $0.databases.map(\.name) })
    guard !names.isEmpty || looks.contains(where: { !$0.otherEntries.isEmpty }),
      !names.isSuperset(of: Self.ownDatabases),
      !snapshots.contains(where: { StoreFileHeader(self, $0).format != nil }),
      !FoundRows.areOfStore(self)
    else { return .store }
    let words = names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
    return .foreign("it is no scene store (no row 'format'; databases: \(words))")
  }

  private static let ownDatabases = StoreTable.allCases.map(\.rawValue)

  /// Why the file is of another kind of machine or of a newer LMDB; nil if it is not.
  ///
  /// One first page alone may be damaged to look like that; both are not by chance, unless they
  /// name a version that LMDB never had, above rows of a store.
  private var otherMachine: String? {
    guard snapshots.isEmpty else { return nil }
    let isOther = findings.contains { finding in
      guard case .version(let version) = finding.fault else {
        return finding.fault == .otherByteOrder
      }
      return Self.otherVersions.contains(version) || !FoundRows.areOfStore(self)
    }
    return isOther ? findings.map(\.description).joined(separator: "; ") : nil
  }

  /// The formats of LMDB 1.0, and of what is not released yet.
  private static let otherVersions: Set = [2, 999]
}
