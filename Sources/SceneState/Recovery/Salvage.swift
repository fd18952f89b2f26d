import LMDB
package import StoreFormat

/// Puts a store together from what several sources know of it.
///
/// For each key the newest source that covers it says what was there as of its commit, a value or
/// none; only what a later commit wrote, found by the look at all pages, is newer. So a value that
/// was removed does not come back because an old page still has it.
package struct Salvage {
  /// What is known of one key.
  struct Choice {
    var bytes: [UInt8]?
    var source: RecoveryReport.Source?
    /// Bytes of the newest source that are damaged.
    var damaged: [UInt8]?
    /// The commit that wrote the bytes.
    var written: UInt64 = 0
    /// The commit up to which the sources are sure.
    var floor: UInt64 = 0
    /// The commit as of which the bytes were the newest, as far as anybody can tell.
    var asOf: UInt64 = 0

    mutating func take(
      _ bytes: [UInt8], from source: RecoveryReport.Source, _ written: UInt64, asOf: UInt64
    ) {
      (self.bytes, self.source, self.written, self.asOf) = (bytes, source, written, asOf)
    }
  }

  let views: [StoreView]
  let pages: FoundPages
  package var records: [SnapshotRecord] = []
  private(set) var counts: [RecoveryReport.Source: Int] = [:]
  /// Keys of values that nothing proves to be those of the last commit.
  package private(set) var older: [[UInt8]] = []
  /// By how many commits the oldest of them may lie behind.
  package private(set) var olderCommits: UInt64 = 0
  package private(set) var setAside: [[UInt8]] = []
  package private(set) var dropped = 0
  /// Keys of rows about the whole store that contradict themselves.
  package var leftOut: [[UInt8]] = []
  private(set) var valueCount = 0
  /// How many rows nobody can read whose window nobody knows.
  package private(set) var unnamed = 0
  /// Keys of damaged values of which another version was taken, and where it was.
  private(set) var replaced: [(key: [UInt8], source: RecoveryReport.Source)] = []
  /// Keys of values that pages still lead to, and of which no version was found.
  package private(set) var gone: [[UInt8]] = []
  /// The highest sequence that anything has; the epoch of the new store.
  let epoch: UInt64
  /// The last commit that left a trace which counts.
  let lastCommit: UInt64
  /// Whether that is the last commit of all: without a snapshot all traces of it may be lost.
  private let knowsLastCommit: Bool
  /// How many values the list of databases says that the last commit had; nil if nobody knows.
  private let lastCount: UInt64?
  /// Identifiers of the sessions that live, for addresses.
  var ids: [UInt32: String] = [:]
  /// Sessions whose record nothing proves to be that of the last commit.
  package var olderRecords: Set<UInt32> = []
  /// Sessions whose record is lost.
  package var lost: Set<UInt32> = []
  /// Sessions whose name stands on one page only, without a checksum, or in a record that is not
  /// proved and that the index contradicts.
  package var unproved: Set<UInt32> = []
  /// Sessions that were destroyed.
  var buried: Set<UInt32> = []
  /// What was removed, as far as it is remembered; also by later commits.
  private let removals: Removals
  private let laterRemovals: Removals

  /// - Parameters:
  ///   - views: The sources, the newest first.
  ///   - pages: What the look at all pages found.
  ///   - last: The last commit, if the first pages of a file tell it whose snapshots are lost.
  ///   - count: How many values the list of databases says that it had.
  package init(
    _ views: [StoreView], _ pages: FoundPages, last: UInt64 = 0, count: UInt64? = nil
  ) {
    self.views = views
    self.pages = pages
    lastCount = pages.later == nil ? count : nil
    removals = Removals(views, pages.known)
    laterRemovals = Removals(views, pages.all)
    let newest = views.map { $0.sequence + ($0.isFollowed ? 1 : 0) }.max() ?? 0
    epoch = max(newest, pages.known.highest)
    lastCommit =
      views.first?.isLast == true
      ? newest : max(newest, min(pages.known.highest, pages.all.ceiling), last)
    knowsLastCommit = views.contains { $0.source != .backup } || last == lastCommit
    let values = resolveValues()
    let aside = resolveAside()
    let sessions = resolveSessions(of: values + aside)
    keepValues(values, of: sessions)
    gone = keysWithoutValue(besides: Set(values.map(\.key)))
    keepAside(aside, of: sessions)
    keepInfo(sessions)
  }

  // MARK: Choosing

  func keys(of table: StoreTable) -> [[UInt8]] {
    var keys: Set<[UInt8]> = Set(pages.all[table].keys)
    for view in views { keys.formUnion(view[table].rows.keys) }
    return keys.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Finds out what was there under a key.
  ///
  /// The newest source that can tell decides. What one says that is not sure of the table counts
  /// less than what an older one is sure of, unless it was written later.
  func choose(
    _ key: [UInt8], in table: StoreTable, isSound: ([UInt8]) -> Bool
  ) -> Choice {
    var choice = Choice()
    var isDecided = false
    let sure = views.first { $0.isSure(key, in: table) && $0.covers(key, in: table) }
    for view in views where view.covers(key, in: table) {
      let bytes = view[table].rows[key]
      let written = bytes.map { Self.sequence(of: $0, key, table) } ?? 0
      let isKept = bytes.map(isSound) == true
      if isDecided {
        // The newest bytes are damaged: an older version is better than none.
        guard isKept, let bytes else { continue }
        choice.take(bytes, from: view.source, written, asOf: view.sequence)
        break
      }
      let isSure = view.isSure(key, in: table)
      if let sure, !isSure, isKept, written <= sure.sequence { continue }
      isDecided = true
      choice.floor = isSure || bytes == nil ? view.sequence : written
      guard let bytes else { break }
      // A sure source knows what was removed before its commit, and nothing of later ones.
      if isRemoved(key, table, written, after: isSure ? view.sequence : 0) { break }
      if isKept {
        choice.take(bytes, from: view.source, written, asOf: isSure ? view.sequence : written)
        break
      }
      choice.damaged = bytes
    }
    if let row = pages.known[table][key], !isDecided || newer(row, than: choice),
      !isRemoved(key, table, row.sequence, after: 0)
    {
      choice.take(row.bytes, from: .leafScan, row.sequence, asOf: row.sequence)
    } else if choice.bytes == nil, let row = laterRow(key, table) {
      choice.take(row.bytes, from: .leafScan, row.sequence, asOf: row.sequence)
    }
    return choice
  }

  /// What a commit wrote of which the first pages do not know.
  ///
  /// It takes the place of nothing: a page may also be another store's.
  private func laterRow(_ key: [UInt8], _ table: StoreTable) -> FoundRows.Row? {
    guard let row = pages.later?[table][key], row.sequence > pages.known.ceiling,
      table != .values || !laterRemovals.cover(key, writtenAt: row.sequence)
    else { return nil }
    return row
  }

  func isRemoved(
    _ key: [UInt8], _ table: StoreTable, _ written: UInt64, after floor: UInt64
  ) -> Bool {
    table == .values && removals.cover(key, writtenAt: written, after: floor)
  }

  private func newer(_ row: FoundRows.Row, than choice: Choice) -> Bool {
    if row.sequence > choice.floor { return true }
    // Under damaged bytes any version will do, the newest best.
    guard choice.damaged != nil else { return false }
    return choice.bytes == nil || row.sequence > choice.written
  }

  /// The commit that wrote a row.
  static func sequence(of row: [UInt8], _ key: [UInt8], _ table: StoreTable) -> UInt64 {
    if table == .setAside { return SetAsideRecord(key: key, bytes: row)?.sequence ?? 0 }
    var reader = ByteReader(row, from: table == .values ? 8 : 4)
    return reader.number(UInt64.self) ?? 0
  }

  // MARK: Values

  /// A key with what is known of it.
  typealias Resolved = (key: [UInt8], choice: Choice)

  private func resolveValues() -> [Resolved] {
    keys(of: .values).compactMap { key in
      let choice = choose(key, in: .values) { Self.isSoundValue($0, key) }
      return choice.bytes == nil && choice.damaged == nil ? nil : (key, choice)
    }
  }

  /// Whether the bytes are what was written; those of a newer version are not ours to judge.
  static func isSoundValue(_ bytes: [UInt8], _ key: [UInt8]) -> Bool {
    do throws(EnvelopeError) {
      _ = try Envelope.decode(bytes, key: key)
      return true
    } catch {
      if case .newerFormat = error { return true }
      return false
    }
  }

  private mutating func keepValues(
    _ values: [Resolved], of sessions: Set<UInt32>
  ) {
    var ages: [(key: [UInt8], commits: UInt64)] = []
    for (key, choice) in values {
      let number = Self.session(of: key)
      guard let number, sessions.contains(number) else {
        if choice.bytes == nil, number.map(isForgotten) != true {
          unnamed += 1
        } else {
          dropped += 1
        }
        continue
      }
      if let damaged = choice.damaged {
        setAside.append(key)
        let record = SetAsideRecord(
          valueKey: key, sequence: epoch, reason: .damaged, kind: .moved,
          reasonText: "the bytes were damaged in the file", envelope: damaged)
        records.append(SnapshotRecord(.setAside, record.key, record.bytes))
      }
      guard let bytes = choice.bytes, let source = choice.source else { continue }
      records.append(SnapshotRecord(.values, key, bytes))
      if choice.damaged != nil { replaced.append((key, source)) }
      counts[source, default: 0] += 1
      valueCount += 1
      guard !isNewest(key, choice, in: .values) else { continue }
      ages.append((key, lastCommit - min(choice.asOf, lastCommit)))
    }
    let proved = provedParts
    ages.removeAll { proved.contains(RowSums.part(of: $0.key)) }
    (older, olderCommits) = (ages.map(\.key), ages.map(\.commits).max() ?? 0)
  }

  /// Whether the last commit had these bytes: it wrote them, or a source that is sure has them.
  ///
  /// Where rows do not fit their sum, not even a number says whose they are.
  func isNewest(_ key: [UInt8], _ choice: Choice, in table: StoreTable) -> Bool {
    let first = views.first
    guard knowsLastCommit, choice.damaged == nil, first?.isSure(key, in: table) != false
    else { return false }
    return first?.isLast == true && choice.source == first?.source || choice.written == lastCommit
  }

  /// Whether something is saved that somebody stored.
  var savesAnything: Bool {
    !ids.isEmpty || records.contains { $0.table == .values || $0.table == .setAside }
  }

  /// How many values the last commit had that are not here, and whose they were; nil if nobody
  /// knows, or if it is none.
  var missing: (count: Int, of: UInt64, scene: String?)? {
    let last = views.first.flatMap { $0.isLast ? $0 : nil }
    // Where nothing leads to the record of the commit, it says nothing.
    let said = last?.commit?.entryCount ?? 0
    let known = valueCount + setAside.count - replaced.count
    guard let total = said > 0 ? said : lastCount, total > known else { return nil }
    let proved = provedParts
    // One by one its values come to what the commit says, but for those of the scene that lacks one.
    let numbers = [ValueAddress.appSession] + ids.keys
    let unproved = numbers.filter {
      !proved.contains(RowSums.part(of: SessionRecord.key(number: $0)))
    }
    let only = last?.digest != nil && unproved.count == 1 ? ids[unproved[0]] : nil
    return (Int(clamping: total) - known, total, only)
  }

  /// The parts of the values that come to what the last commit says that they came to.
  private var provedParts: Set<Int> {
    guard let last = views.first, last.isLast, let wanted = last.digest?.sums.values
    else { return [] }
    var sums = RowSums()
    for record in records where record.table == .values {
      sums.values[RowSums.part(of: record.key)] &+= RowSums.number(
        of: record.key, record.value, in: record.table.name)
    }
    return Set((0..<RowSums.parts).filter { sums.values[$0] == wanted[$0] })
  }

  static func session(of key: [UInt8]) -> UInt32? {
    var reader = ByteReader(key)
    return reader.number(UInt32.self)
  }
}
