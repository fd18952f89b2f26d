import LMDB
import SceneState
import StoreFormat
import Testing

/// What the sums of a commit prove of what is saved, and what stays in doubt.
struct SalvageProofTests {
  private typealias Sample = SalvageSample

  @Test func `what comes to the sum of the last commit is all of it the newest`() {
    let keys = [Sample.key(1), Sample.key(1, "other")]
    let right = Dictionary(uniqueKeysWithValues: keys.map { ($0, Sample.value($0, 5)) })
    let found = FoundRows(in: Sample.file([(keys[1], Sample.value(keys[1], 5))]), ceiling: 9)
    let newest = Sample.counted(
      .newestSnapshot, 9, of: right, shows: [keys[0]: Sample.value(keys[0], 5)], isSure: false)
    let proved = Salvage([newest], FoundPages(found))
    #expect(Sample.values(proved) == right && proved.older == [])
    // One value is an older one: which one nobody knows.
    let wrong = right.merging([keys[1]: Sample.value(keys[1], 8)]) { $1 }
    let other = Sample.counted(
      .newestSnapshot, 9, of: wrong, shows: [keys[0]: Sample.value(keys[0], 5)], isSure: false)
    let salvage = Salvage([other], FoundPages(found))
    #expect(Sample.values(salvage) == right && salvage.older == keys.sorted { $0.count < $1.count })
  }

  @Test func `what spoils the sum of one scene says nothing of the others`() {
    let keys = [Sample.key(1), Sample.key(2)]
    let right = Dictionary(uniqueKeysWithValues: keys.map { ($0, Sample.value($0, 5)) })
    // That of the second scene is an older one, which nobody can tell by itself.
    let wrong = right.merging([keys[1]: Sample.value(keys[1], 8)]) { $1 }
    var newest = Sample.counted(.newestSnapshot, 9, of: wrong, shows: right, isSure: false)
    newest.tables[.sessions]?.rows[SessionRecord.key(number: 2)] =
      SessionRecord(number: 2, sequence: 2, id: "B").bytes()
    let salvage = Salvage([newest], Sample.nothing)
    #expect(Sample.values(salvage) == right && salvage.older == [keys[1]])
    #expect(salvage.olderCommits == 4, "all that is known of it is when it was written")
  }

  @Test func `a record that nothing proves is told`() {
    let right = [Sample.key(1): Sample.value(Sample.key(1), 5)]
    var newest = Sample.counted(.newestSnapshot, 9, of: right, shows: right, isSure: true)
    newest.trust[.sessions] = .proved
    #expect(Salvage([newest], Sample.nothing).olderRecords == [])
    newest.trust[.sessions] = .partial
    let salvage = Salvage([newest], Sample.nothing)
    #expect(salvage.olderRecords == [1] && salvage.older == [])
  }

  @Test func `a name that the index contradicts is not proved by a record that is not`() {
    let right = [Sample.key(1): Sample.value(Sample.key(1), 5)]
    var newest = Sample.counted(.newestSnapshot, 9, of: right, shows: right, isSure: true)
    newest.trust[.sessions] = .partial
    newest.tables[.info]?.rows = [InfoKey.session("A"): InfoKey.bytes(UInt32(1))]
    #expect(Salvage([newest], Sample.nothing).unproved == [])
    newest.tables[.info]?.rows = [InfoKey.session("X"): InfoKey.bytes(UInt32(1))]
    #expect(Salvage([newest], Sample.nothing).unproved == [1])
    newest.trust[.sessions] = .proved
    #expect(Salvage([newest], Sample.nothing).unproved == [])
  }

  @Test func `of a commit that another one followed nothing is known to be the newest`() {
    let key = Sample.key(1)
    var view = Sample.view(
      .previousSnapshot, 8, sessions: [Sample.live], values: [key: Sample.value(key, 8)])
    view.isLast = true
    #expect(Salvage([view], Sample.nothing).older == [])
    (view.isLast, view.isFollowed) = (false, true)
    let salvage = Salvage([view], Sample.nothing)
    #expect(salvage.older == [key] && salvage.olderCommits == 1)
    // Its sum proves what it was, not what came after it.
    let rows = [key: Sample.value(key, 7)]
    var counted = Sample.counted(.previousSnapshot, 8, of: rows, shows: rows, isSure: true)
    (counted.isLast, counted.isFollowed) = (false, true)
    #expect(Salvage([counted], Sample.nothing).older == [key])
  }

  @Test func `what the last commit wrote is the newest, wherever it is found`() {
    let key = Sample.key(1)
    let newest = Sample.view(.newestSnapshot, 9, isSure: false)
    for (sequence, older) in [(UInt64(9), []), (8, [key])] {
      let found = FoundRows(in: Sample.file([(key, Sample.value(key, sequence))]), ceiling: 9)
      #expect(Salvage([newest], FoundPages(found)).older == older)
    }
  }

  @Test func `what an unsure source has counts only if a sure older one could not know it`() {
    let keys = ["a", "b", "c", "d"].map { Sample.key(1, $0) }
    let past = [keys[0]: Sample.value(keys[0], 7), keys[1]: Sample.value(keys[1], 3)]
    let old = Sample.counted(.previousSnapshot, 8, of: past, shows: past, isSure: true)
    let newest = Sample.counted(
      .newestSnapshot, 9, of: [:],
      shows: [
        // An older version, one that was removed before, and one of the commit itself.
        keys[0]: Sample.value(keys[0], 5), keys[2]: Sample.value(keys[2], 4),
        keys[3]: Sample.value(keys[3], 9),
      ], isSure: false)
    let salvage = Salvage([newest, old], Sample.nothing)
    #expect(
      Sample.values(salvage)
        == past.merging([keys[3]: Sample.value(keys[3], 9)]) { $1 })
    #expect(salvage.older == [keys[0], keys[1], keys[3]])
    // Without a sure one the newest version of each counts, unless it was removed later.
    let alone = Salvage(
      [
        Sample.counted(
          .newestSnapshot, 9, of: [:], shows: past, isSure: false,
          removals: [Sample.removal(keys[1], 6)])
      ],
      FoundPages(FoundRows(in: Sample.file([(keys[0], Sample.value(keys[0], 8))]), ceiling: 9)))
    #expect(Sample.values(alone) == [keys[0]: Sample.value(keys[0], 8)])
    #expect(alone.older == [keys[0]])
  }
}
