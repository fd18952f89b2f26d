import LMDB
import SceneState
import StoreFormat
import Testing

/// Which source decides about a row, case by case.
struct SalvageTests {
  private typealias Sample = SalvageSample

  // MARK: Values

  @Test func `the newest source that is sure decides, also that there is no value`() {
    let key = Sample.key(1)
    let old = Sample.view(
      .previousSnapshot, 8, sessions: [Sample.live], values: [key: Sample.value(key, 5)])
    let newest = Sample.view(.newestSnapshot, 9, sessions: [Sample.live])
    #expect(Sample.values(Salvage([newest, old], Sample.nothing)).isEmpty)
    let found = FoundRows(in: Sample.file([(key, Sample.value(key, 7))]), ceiling: 9)
    #expect(
      Sample.values(Salvage([newest], FoundPages(found))).isEmpty, "an old page brings nothing back"
    )
  }

  @Test func `what later commits wrote takes the place of nothing, and of no value`() {
    let (key, other) = (Sample.key(1), Sample.key(1, "title"))
    let newest = Sample.view(
      .newestSnapshot, 9, sessions: [Sample.live], values: [key: Sample.value(key, 5)])
    let file = Sample.file([(key, Sample.value(key, 20)), (other, Sample.value(other, 21))])
    let salvage = Salvage(
      [newest],
      FoundPages(FoundRows(in: file, ceiling: 10), later: FoundRows(in: file, ceiling: 21)))
    let saved = [key: Sample.value(key, 5), other: Sample.value(other, 21)]
    #expect(Sample.values(salvage) == saved)
  }

  @Test(arguments: [false, true])
  func `what the newest source cannot tell comes from the next, unless it was removed since`(
    isPrefix: Bool
  ) throws {
    let key = Sample.key(1)
    let old = Sample.view(
      .previousSnapshot, 8, sessions: [Sample.live], values: [key: Sample.value(key, 5)])
    let place =
      isPrefix ? try #require(StoredKey.prefix(session: 1, path: ScopePath())) : key
    for (sequence, isKept) in [(UInt64(4), true), (9, false)] {
      let newest = Sample.view(
        .newestSnapshot, 9, removals: [Sample.removal(place, sequence, isPrefix: isPrefix)],
        isSure: false)
      let salvage = Salvage([newest, old], Sample.nothing)
      #expect(Sample.values(salvage) == (isKept ? [key: Sample.value(key, 5)] : [:]))
      #expect(salvage.older == (isKept ? [key] : []))
      let found = FoundRows(in: Sample.file([(key, Sample.value(key, 6))]), ceiling: 9)
      let alone = Salvage([newest], FoundPages(found))
      #expect(Sample.values(alone) == (isKept ? [key: Sample.value(key, 6)] : [:]))
      #expect(alone.older == (isKept ? [key] : []))
    }
  }

  @Test func `a removal that is remembered takes nothing from the newest source`() {
    let key = Sample.key(1)
    let newest = Sample.view(
      .newestSnapshot, 9, sessions: [Sample.live], values: [key: Sample.value(key, 5)],
      removals: [Sample.removal(key, 7)])
    let salvage = Salvage([newest], Sample.nothing)
    #expect(Sample.values(salvage) == [key: Sample.value(key, 5)])
    #expect(salvage.older == [])
  }

  @Test func `under damaged bytes an older version is better than none, and they are set aside`() {
    let key = Sample.key(1)
    let bad = Sample.damaged(Sample.value(key, 9))
    let newest = Sample.view(.newestSnapshot, 9, sessions: [Sample.live], values: [key: bad])
    let old = Sample.view(
      .previousSnapshot, 8, sessions: [Sample.live], values: [key: Sample.value(key, 5)])
    let both = Salvage([newest, old], Sample.nothing)
    #expect(Sample.values(both) == [key: Sample.value(key, 5)])
    #expect(both.older == [key] && both.setAside == [key])
    let alone = Salvage([newest], Sample.nothing)
    #expect(Sample.values(alone).isEmpty)
    #expect(alone.older == [] && alone.setAside == [key])
    let found = FoundRows(in: Sample.file([(key, Sample.value(key, 6))]), ceiling: 9)
    let searched = Salvage([newest, old], FoundPages(found))
    #expect(
      Sample.values(searched) == [key: Sample.value(key, 6)], "the newest version that is found")
    #expect(searched.older == [key])
  }

  // MARK: Sessions

  @Test func `values without a record live, those of a destroyed session and of the app do not`()
    throws
  {
    let keys = [Sample.key(0), Sample.key(1), Sample.key(2), Sample.key(3)]
    let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, Sample.value($0, 5)) })
    let tombstone = SessionRecord(number: 3, kind: .tombstone, sequence: 6, id: "")
    let newest = Sample.view(.newestSnapshot, 9, sessions: [Sample.live], values: values)
    let found = FoundRows(in: Sample.file([(tombstone.key, tombstone.bytes())]), ceiling: 9)
    let salvage = Salvage([newest], FoundPages(found))
    #expect(Set(Sample.values(salvage).keys) == Set(keys.prefix(3)))
    #expect(salvage.dropped == 1)
    let sessions = try salvage.records.filter { $0.table == .sessions }.map {
      try SessionRecord.decode($0.value, key: $0.key)
    }
    #expect(sessions.filter { $0.kind == .live }.map(\.id) == ["A", "recovered-2"])
    #expect(sessions.first { $0.number == 1 } == Sample.live, "a record that is there stays")
    #expect(!sessions.contains { $0.number == 0 })
  }

  @Test func `what was set aside goes with its session, and keeps one that lost its record`() {
    let aside = [UInt32(1), 2, 3].map { session in
      SetAsideRecord(
        valueKey: Sample.key(session), sequence: 5, reason: .damaged, kind: .moved,
        reasonText: "", envelope: Sample.value(Sample.key(session), 4))
    }
    let gone = SessionRecord(number: 3, kind: .tombstone, sequence: 6, id: "")
    let newest = Sample.view(.newestSnapshot, 9, sessions: [Sample.live, gone], setAside: aside)
    let salvage = Salvage([newest], Sample.nothing)
    let kept = salvage.records.filter { $0.table == .setAside }
    #expect(kept.map(\.key) == [aside[0].key, aside[1].key])
    #expect(salvage.lost == [2])
  }

  // MARK: The search

  @Test func `of what is found nothing counts that a later commit than the last wrote`() {
    let key = Sample.key(1)
    let tombstone = SessionRecord(number: 7, kind: .tombstone, sequence: 12, id: "")
    let removal = Sample.removal(key, 12)
    let rows = [
      (key, Sample.value(key, 12)), (key, Sample.value(key, 4)), (key, Sample.value(key, 3)),
      (tombstone.key, tombstone.bytes()), (removal.key, removal.bytes),
    ]
    let found = FoundRows(in: Sample.file(rows), ceiling: 10)
    #expect(found[.values][key]?.sequence == 4)
    #expect(found.tombstones.isEmpty && found.removals.isEmpty)
    #expect(found.highest == 12)
    let later = FoundRows(in: Sample.file(rows), ceiling: 20)
    #expect(later[.values][key]?.sequence == 12)
    #expect(later.tombstones == [7: 12] && later.removals == [removal])
    let live = FoundRows(in: Sample.file([(Sample.live.key, Sample.live.bytes())]), ceiling: 20)
    #expect(live.tombstones.isEmpty)
  }

  @Test func `a number that no store reaches is none`() {
    let key = Sample.key(1)
    let found = FoundRows(in: Sample.file([(key, Sample.value(key, 1 << 62))]), ceiling: .max)
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
