import LMDB
import SceneState
import Testing

/// Which source decides about a row, case by case.
struct SalvageTests {
  private static func key(_ session: UInt32, _ name: String = "draft") -> [UInt8] {
    StoredKey.bytes(of: ValueAddress(session: session, path: ScopePath(), key: name)) ?? []
  }

  private static func value(_ key: [UInt8], _ sequence: UInt64) -> [UInt8] {
    Envelope(tag: 5, sequence: sequence, payload: Array("at \(sequence)".utf8)).bytes(forKey: key)
  }

  private static func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[bytes.count - 5] ^= 1
    return bytes
  }

  private static func removal(_ place: [UInt8], _ sequence: UInt64, isPrefix: Bool = false)
    -> RemovalRecord
  {
    RemovalRecord(sequence: sequence, number: 0, place: place, isPrefix: isPrefix)
  }

  /// A source that is sure of everything, or of nothing but what it has.
  private static func view(
    _ source: RecoveryReport.Source, _ sequence: UInt64, sessions: [SessionRecord] = [],
    values: [[UInt8]: [UInt8]] = [:], setAside: [SetAsideRecord] = [],
    removals: [RemovalRecord] = [], isSure: Bool = true
  ) -> StoreView {
    var gaps = KeyGaps()
    if !isSure { gaps.begin(after: nil) }
    var view = StoreView(source, sequence: sequence)
    func rows<Row>(_ rows: [Row], _ key: KeyPath<Row, [UInt8]>, _ bytes: (Row) -> [UInt8])
      -> [[UInt8]: [UInt8]]
    {
      Dictionary(uniqueKeysWithValues: rows.map { ($0[keyPath: key], bytes($0)) })
    }
    view.tables[.info] = .init(rows: rows(removals, \.key) { $0.bytes })
    view.tables[.sessions] = .init(rows: rows(sessions, \.key) { $0.bytes() }, gaps: gaps)
    view.tables[.values] = .init(rows: values, gaps: gaps)
    view.tables[.setAside] = .init(rows: rows(setAside, \.key) { $0.bytes }, gaps: gaps)
    return view
  }

  private static let live = SessionRecord(number: 1, sequence: 2, id: "A", alias: "mine")

  /// A file of leaf pages with rows, as a search of all pages sees it.
  private static func file(_ rows: [([UInt8], [UInt8])]) -> DataFile {
    var bytes = [UInt8](repeating: 0, count: (rows.count + 2) * 4096)
    func set(_ number: Int, _ count: Int, at place: Int) {
      for index in 0..<count {
        bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
      }
    }
    for (index, row) in rows.enumerated() {
      let page = (index + 2) * 4096
      set(index + 2, 8, at: page)
      set(2, 2, at: page + 10)
      set(18, 2, at: page + 12)
      set(2000, 2, at: page + 16)
      set(row.1.count, 4, at: page + 2000)
      set(row.0.count, 2, at: page + 2006)
      bytes.replaceSubrange(
        page + 2008..<page + 2008 + row.0.count + row.1.count, with: row.0 + row.1)
    }
    return DataFile(bytes: bytes)
  }

  private static func values(_ salvage: Salvage) -> [[UInt8]: [UInt8]] {
    let rows = salvage.records.filter { $0.table == .values }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.value) })
  }

  private static let nothing = FoundRows(ceiling: 100)

  // MARK: Values

  @Test func `the newest source that is sure decides, also that there is no value`() {
    let key = Self.key(1)
    let old = Self.view(
      .previousSnapshot, 8, sessions: [Self.live], values: [key: Self.value(key, 5)])
    let newest = Self.view(.newestSnapshot, 9, sessions: [Self.live])
    #expect(Self.values(Salvage([newest, old], Self.nothing)).isEmpty)
    let found = FoundRows(in: Self.file([(key, Self.value(key, 7))]), ceiling: 9)
    #expect(Self.values(Salvage([newest], found)).isEmpty, "an old page brings nothing back")
  }

  @Test(arguments: [false, true])
  func `what the newest source cannot tell comes from the next, unless it was removed since`(
    isPrefix: Bool
  ) throws {
    let key = Self.key(1)
    let old = Self.view(
      .previousSnapshot, 8, sessions: [Self.live], values: [key: Self.value(key, 5)])
    let place =
      isPrefix ? try #require(StoredKey.prefix(session: 1, path: ScopePath())) : key
    for (sequence, isKept) in [(UInt64(4), true), (9, false)] {
      let newest = Self.view(
        .newestSnapshot, 9, removals: [Self.removal(place, sequence, isPrefix: isPrefix)],
        isSure: false)
      let salvage = Salvage([newest, old], Self.nothing)
      #expect(Self.values(salvage) == (isKept ? [key: Self.value(key, 5)] : [:]))
      #expect(salvage.older == (isKept ? [key] : []))
      let found = FoundRows(in: Self.file([(key, Self.value(key, 6))]), ceiling: 9)
      let alone = Salvage([newest], found)
      #expect(Self.values(alone) == (isKept ? [key: Self.value(key, 6)] : [:]))
      #expect(alone.older == (isKept ? [key] : []))
    }
  }

  @Test func `a removal that is remembered takes nothing from the newest source`() {
    let key = Self.key(1)
    let newest = Self.view(
      .newestSnapshot, 9, sessions: [Self.live], values: [key: Self.value(key, 5)],
      removals: [Self.removal(key, 7)])
    let salvage = Salvage([newest], Self.nothing)
    #expect(Self.values(salvage) == [key: Self.value(key, 5)])
    #expect(salvage.older == [])
  }

  @Test func `under damaged bytes an older version is better than none, and they are set aside`() {
    let key = Self.key(1)
    let bad = Self.damaged(Self.value(key, 9))
    let newest = Self.view(.newestSnapshot, 9, sessions: [Self.live], values: [key: bad])
    let old = Self.view(
      .previousSnapshot, 8, sessions: [Self.live], values: [key: Self.value(key, 5)])
    let both = Salvage([newest, old], Self.nothing)
    #expect(Self.values(both) == [key: Self.value(key, 5)])
    #expect(both.older == [key] && both.setAside == [key])
    let alone = Salvage([newest], Self.nothing)
    #expect(Self.values(alone).isEmpty)
    #expect(alone.older == [] && alone.setAside == [key])
    let found = FoundRows(in: Self.file([(key, Self.value(key, 6))]), ceiling: 9)
    let searched = Salvage([newest, old], found)
    #expect(Self.values(searched) == [key: Self.value(key, 6)], "the newest version that is found")
    #expect(searched.older == [key])
  }

  // MARK: Sessions

  @Test func `values without a record live, those of a destroyed session and of the app do not`()
    throws
  {
    let keys = [Self.key(0), Self.key(1), Self.key(2), Self.key(3)]
    let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, Self.value($0, 5)) })
    let tombstone = SessionRecord(number: 3, kind: .tombstone, sequence: 6, id: "")
    let newest = Self.view(.newestSnapshot, 9, sessions: [Self.live], values: values)
    let found = FoundRows(in: Self.file([(tombstone.key, tombstone.bytes())]), ceiling: 9)
    let salvage = Salvage([newest], found)
    #expect(Set(Self.values(salvage).keys) == Set(keys.prefix(3)))
    #expect(salvage.dropped == 1)
    let sessions = try salvage.records.filter { $0.table == .sessions }.map {
      try SessionRecord.decode($0.value, key: $0.key)
    }
    #expect(sessions.filter { $0.kind == .live }.map(\.id) == ["A", "recovered-2"])
    #expect(sessions.first { $0.number == 1 } == Self.live, "a record that is there stays")
    #expect(!sessions.contains { $0.number == 0 })
  }

  @Test func `what was set aside goes with its session, and keeps one that lost its record`() {
    let aside = [UInt32(1), 2, 3].map { session in
      SetAsideRecord(
        valueKey: Self.key(session), sequence: 5, reason: .damaged, kind: .moved,
        reasonText: "", envelope: Self.value(Self.key(session), 4))
    }
    let gone = SessionRecord(number: 3, kind: .tombstone, sequence: 6, id: "")
    let newest = Self.view(.newestSnapshot, 9, sessions: [Self.live, gone], setAside: aside)
    let salvage = Salvage([newest], Self.nothing)
    let kept = salvage.records.filter { $0.table == .setAside }
    #expect(kept.map(\.key) == [aside[0].key, aside[1].key])
    #expect(salvage.lost == [2])
  }

  // MARK: Proofs

  /// A source that says what its values came to.
  private static func counted(
    _ source: RecoveryReport.Source, _ sequence: UInt64, of wanted: [[UInt8]: [UInt8]],
    shows values: [[UInt8]: [UInt8]], isSure: Bool, removals: [RemovalRecord] = []
  ) -> StoreView {
    var view = view(
      source, sequence, sessions: [live], values: values, removals: removals, isSure: isSure)
    view.tables[.sessions]?.gaps = KeyGaps()
    var sums = RowSums()
    for (key, row) in wanted {
      sums.values[RowSums.part(of: key)] &+= RowSums.number(of: key, row, in: "values")
    }
    view.digest = StoreDigest(transaction: sequence, sums: sums)
    if !isSure { view.valueTrust = Array(repeating: .partial, count: RowSums.parts) }
    return view
  }

  @Test func `what comes to the sum of the last commit is all of it the newest`() {
    let keys = [Self.key(1), Self.key(1, "other")]
    let right = Dictionary(uniqueKeysWithValues: keys.map { ($0, Self.value($0, 5)) })
    let found = FoundRows(in: Self.file([(keys[1], Self.value(keys[1], 5))]), ceiling: 9)
    let newest = Self.counted(
      .newestSnapshot, 9, of: right, shows: [keys[0]: Self.value(keys[0], 5)], isSure: false)
    let proved = Salvage([newest], found)
    #expect(Self.values(proved) == right && proved.older == [])
    // One value is an older one: which one nobody knows.
    let wrong = right.merging([keys[1]: Self.value(keys[1], 8)]) { $1 }
    let other = Self.counted(
      .newestSnapshot, 9, of: wrong, shows: [keys[0]: Self.value(keys[0], 5)], isSure: false)
    let salvage = Salvage([other], found)
    #expect(Self.values(salvage) == right && salvage.older == keys.sorted { $0.count < $1.count })
  }

  @Test func `what spoils the sum of one scene says nothing of the others`() {
    let keys = [Self.key(1), Self.key(2)]
    let right = Dictionary(uniqueKeysWithValues: keys.map { ($0, Self.value($0, 5)) })
    // That of the second scene is an older one, which nobody can tell by itself.
    let wrong = right.merging([keys[1]: Self.value(keys[1], 8)]) { $1 }
    var newest = Self.counted(.newestSnapshot, 9, of: wrong, shows: right, isSure: false)
    newest.tables[.sessions]?.rows[SessionRecord.key(number: 2)] =
      SessionRecord(number: 2, sequence: 2, id: "B").bytes()
    let salvage = Salvage([newest], Self.nothing)
    #expect(Self.values(salvage) == right && salvage.older == [keys[1]])
  }

  @Test func `a record that nothing proves is told`() {
    let right = [Self.key(1): Self.value(Self.key(1), 5)]
    var newest = Self.counted(.newestSnapshot, 9, of: right, shows: right, isSure: true)
    newest.trust[.sessions] = .proved
    #expect(Salvage([newest], Self.nothing).olderRecords == [])
    newest.trust[.sessions] = .partial
    let salvage = Salvage([newest], Self.nothing)
    #expect(salvage.olderRecords == [1] && salvage.older == [])
  }

  @Test func `of a commit that another one followed nothing is known to be the newest`() {
    let key = Self.key(1)
    var view = Self.view(
      .previousSnapshot, 8, sessions: [Self.live], values: [key: Self.value(key, 8)])
    view.isLast = true
    #expect(Salvage([view], Self.nothing).older == [])
    (view.isLast, view.isFollowed) = (false, true)
    let salvage = Salvage([view], Self.nothing)
    #expect(salvage.older == [key] && salvage.olderCommits == 1)
  }

  @Test func `what an unsure source has counts only if a sure older one could not know it`() {
    let keys = ["a", "b", "c", "d"].map { Self.key(1, $0) }
    let past = [keys[0]: Self.value(keys[0], 7), keys[1]: Self.value(keys[1], 3)]
    let old = Self.counted(.previousSnapshot, 8, of: past, shows: past, isSure: true)
    let newest = Self.counted(
      .newestSnapshot, 9, of: [:],
      shows: [
        // An older version, one that was removed before, and one of the commit itself.
        keys[0]: Self.value(keys[0], 5), keys[2]: Self.value(keys[2], 4),
        keys[3]: Self.value(keys[3], 9),
      ], isSure: false)
    let salvage = Salvage([newest, old], Self.nothing)
    #expect(
      Self.values(salvage)
        == past.merging([keys[3]: Self.value(keys[3], 9)]) { $1 })
    #expect(salvage.older == [keys[0], keys[1], keys[3]])
    // Without a sure one the newest version of each counts, unless it was removed later.
    let alone = Salvage(
      [
        Self.counted(
          .newestSnapshot, 9, of: [:], shows: past, isSure: false,
          removals: [Self.removal(keys[1], 6)])
      ], FoundRows(in: Self.file([(keys[0], Self.value(keys[0], 8))]), ceiling: 9))
    #expect(Self.values(alone) == [keys[0]: Self.value(keys[0], 8)])
    #expect(alone.older == [keys[0]])
  }

  // MARK: The search

  @Test func `of what is found nothing counts that a later commit than the last wrote`() {
    let key = Self.key(1)
    let tombstone = SessionRecord(number: 7, kind: .tombstone, sequence: 12, id: "")
    let removal = Self.removal(key, 12)
    let rows = [
      (key, Self.value(key, 12)), (key, Self.value(key, 4)), (key, Self.value(key, 3)),
      (tombstone.key, tombstone.bytes()), (removal.key, removal.bytes),
    ]
    let found = FoundRows(in: Self.file(rows), ceiling: 10)
    #expect(found[.values][key]?.sequence == 4)
    #expect(found.tombstones.isEmpty && found.removals.isEmpty)
    #expect(found.highest == 12)
    let later = FoundRows(in: Self.file(rows), ceiling: 20)
    #expect(later[.values][key]?.sequence == 12)
    #expect(later.tombstones == [7: 12] && later.removals == [removal])
    let live = FoundRows(in: Self.file([(Self.live.key, Self.live.bytes())]), ceiling: 20)
    #expect(live.tombstones.isEmpty)
  }

  @Test func `a number that no store reaches is none`() {
    let key = Self.key(1)
    let found = FoundRows(in: Self.file([(key, Self.value(key, 1 << 62))]), ceiling: .max)
    #expect(found[.values].isEmpty && found.highest == 0)
  }

  // MARK: Gaps

  @Test func `a gap goes from the last key that was read to the next`() {
    var gaps = KeyGaps()
    gaps.end(before: [1])
    gaps.begin(after: [2])
    gaps.begin(after: [3])
    gaps.end(before: [5])
    gaps.end(before: [6])
    gaps.begin(after: [8])
    let inside = (0...10).map { UInt8($0) }.filter { gaps.contains([$0]) }
    #expect(inside == [3, 4, 9, 10])
  }
}
