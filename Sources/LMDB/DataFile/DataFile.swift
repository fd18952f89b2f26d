/// A data file of LMDB 0.9, `data.mdb`, read by us and without LMDB.
///
/// Nothing is mapped and nothing is trusted: whatever the bytes are, no call traps, runs for ever
/// or takes more memory than a small multiple of the file. It reads with `pread` through a
/// descriptor of its own, which is harmless for `data.mdb` (never for `lock.mdb`), and only makes
/// sense while nobody writes: a file that moves looks damaged.
///
/// ```swift
/// let file = try DataFile.open(path)
/// let verdict = file.verdict()
/// if verdict.isSound { … }
/// ```
package final class DataFile: Sendable {
  /// One of the two states of the store that the file holds: the trees of one first page.
  package struct Snapshot: Hashable, Sendable {
    var meta: MetaPage

    package var transaction: UInt64 { meta.transaction }
    /// The number of the last page in use.
    package var lastPage: UInt64 { meta.lastPage }
    /// Whether it is the empty one that every new file begins with.
    package var isInitial: Bool { meta.isInitial }
    /// The size of the map when it was committed.
    package var mapSizeBytes: UInt64 { meta.mapSize }
  }

  let source: PageSource
  /// The path it was opened by; empty for bytes in memory.
  package let path: String
  /// The size of a page, 4096 if neither first page tells.
  package let pageBytes: Int
  /// The snapshots whose first page is sound in itself, newest first: two, one or none.
  ///
  /// NB: if ``findings`` is not empty, `newest` is a guess: a damaged transaction number may have
  /// exchanged the two. A commit record that fits the transaction tells.
  package let snapshots: [Snapshot]
  /// What is wrong with the two first pages; with any of it LMDB must not see the file.
  package let findings: [DataFileFinding]

  /// Opens a file and reads its two first pages.
  ///
  /// - Throws: Only what the system says: no file, no permission, a link in its place, no regular
  ///   file. Whatever is in the file is no error here; see ``findings``.
  package static func open(_ path: String) throws(LMDBError) -> DataFile {
    DataFile(try PageSource(path: path), path: path)
  }

  /// The file with its pages at other places, as bytes that came in or went away leave them: what
  /// its size has beyond whole pages tells how many, and not where.
  ///
  /// In an archive headers of some blocks stand before it.
  package var shifted: [DataFile] {
    let rest = byteCount % pageBytes
    guard !path.isEmpty else { return [] }
    let places = rest == 0 ? [] : [rest, rest - pageBytes]
    let blocks = snapshots.isEmpty ? (1..<8).map { $0 * 512 } : []
    return (places + blocks).compactMap { start in
      // What cannot be opened again is no other file.
      guard let source = try? PageSource(path: path, start: start) else { return nil }
      return DataFile(source, path: path)
    }
  }

  /// Takes the bytes of a file, for tests.
  package convenience init(bytes: [UInt8]) {
    self.init(PageSource(bytes: bytes), path: "")
  }

  private init(_ source: consuming PageSource, path: String) {
    self.source = source
    self.path = path
    let reading = MetaPair(self.source)
    pageBytes = reading.pageBytes
    snapshots = reading.metas.sorted { $0.transaction > $1.transaction }.map(Snapshot.init)
    findings = reading.findings
  }

  /// Whether somebody has committed since the file was opened: what was read may not fit together.
  package var hasMoved: Bool {
    let now = MetaPair(source)
    return now.findings != findings
      || now.metas.sorted { $0.transaction > $1.transaction } != snapshots.map(\.meta)
  }

  /// The size of the file when it was opened.
  package var byteCount: Int { source.byteCount }

  /// How many whole pages the file has.
  package var pageCount: Int { byteCount / pageBytes }

  /// A snapshot as its first page should tell it whose number, and perhaps last page, is not right.
  ///
  /// - Parameters:
  ///   - snapshot: One of ``snapshots``.
  ///   - transaction: The number that something in its trees tells.
  /// - Returns: A snapshot whose pages are found although the first page does not allow for them.
  package func corrected(_ snapshot: Snapshot, to transaction: UInt64) -> Snapshot {
    var snapshot = snapshot
    snapshot.meta.transaction = transaction
    // Free pages may lie beyond the end of the file.
    let most = UInt64(pageCount + 65_536)
    snapshot.meta.lastPage = max(
      snapshot.lastPage, min(most, snapshot.mapSizeBytes / UInt64(pageBytes) - 1))
    return snapshot
  }

  /// Some bytes of the file, or nil if not all of them are there.
  package func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
    source.bytes(count, at: offset)
  }
}

private struct MetaPair {
  var metas: [MetaPage] = []
  var findings: [DataFileFinding] = []
  var pageBytes = 4096

  init(_ source: borrowing PageSource) {
    let first = read(0, source, at: 0)
    if let first {
      pageBytes = first.pageBytes
      metas = [first]
      if let second = read(1, source, at: pageBytes) { metas.append(second) }
    } else {
      // The second page is where a page ends: it may tell itself where that is.
      let finding = findings
      for size in MetaPage.pageSizes {
        guard let second = read(1, source, at: size), second.pageBytes == size else { continue }
        pageBytes = size
        metas = [second]
        break
      }
      findings = finding
    }
    compare(source)
  }

  private mutating func read(
    _ index: Int, _ source: borrowing PageSource, at offset: Int
  ) -> MetaPage? {
    let memory = PageMemory(pageBytes: MetaPage.byteCount, count: 1)
    guard memory.load(0, from: source, at: offset) else {
      findings.append(DataFileFinding(.tooShort(source.byteCount)))
      return nil
    }
    do throws(DataFileFinding) { return try MetaPage(memory.page(0), index: index) } catch {
      findings.append(error)
      return nil
    }
  }

  /// What the two pages say together.
  private mutating func compare(_ source: borrowing PageSource) {
    guard metas.count == 2 else { return }
    let (first, second) = (metas[0], metas[1])
    guard first.pageBytes == second.pageBytes else {
      findings.append(DataFileFinding(.pageSizesDiffer(first.pageBytes, second.pageBytes)))
      metas.removeLast()
      return
    }
    guard source.byteCount >= 2 * pageBytes else {
      findings.append(DataFileFinding(.tooShort(source.byteCount)))
      return
    }
    let (one, other) = (first.transaction, second.transaction)
    let isFresh = one == 0 && other == 0
    guard isFresh || max(one, other) - min(one, other) == 1 else {
      findings.append(DataFileFinding(.transactionsApart(one, other)))
      return
    }
  }
}
