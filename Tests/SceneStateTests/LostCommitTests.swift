import LMDB
import SceneState
import StoreFormat
import Testing

/// What is told when no trace of the last commit may be left.
struct LostCommitTests {
  private typealias Sample = SalvageSample

  @Test func `a file cut anywhere tells each value that is not the newest`() throws {
    let store = try DamagedStore()
    var older = 0
    for pages in stride(from: 2, to: store.pageCount, by: 2) {
      let outcome = try store.open(Array(store.bytes.prefix(pages * 4096)))
      let told = Set(outcome.report?.older ?? [])
      let quiet = outcome.values.filter { address, value in
        value != "damaged" && store.newest[address] != value && !told.contains(address)
      }
      #expect(quiet.isEmpty, "\(pages) pages: \(quiet.keys.sorted())")
      older += outcome.older + outcome.back.count
    }
    #expect(older > 10, "too little was cut off to prove anything")
  }

  @Test func `a commit of which only the record is left is the last one`() throws {
    let store = try DamagedStore()
    var bytes = store.bytes
    let newest = try #require(DataFile(bytes: bytes).snapshots.first)
    bytes[newest.metaPage * 4096 + 16] ^= 1
    // All that the last commit wrote.
    let text = Array("last".utf8)
    for place in bytes.indices.dropLast(4) where bytes[place] == text[0] {
      if bytes[place..<place + 4].elementsEqual(text) { bytes[place] ^= 1 }
    }
    let outcome = try store.open(bytes)
    let report = try #require(outcome.report)
    #expect(outcome.older == 1 && report.older.contains("E/key-2"))
  }

  @Test func `without a snapshot the first pages tell how old values may be`() {
    let key = Sample.key(1)
    let found = FoundRows(in: Sample.file([(key, Sample.value(key, 5))]), ceiling: 99)
    #expect(Salvage([], FoundPages(found), last: 5).older == [])
    let later = Salvage([], FoundPages(found), last: 7)
    #expect(later.older == [key] && later.olderCommits == 2)
    // Nothing tells which commit was the last.
    let unknown = Salvage([], FoundPages(found))
    #expect(unknown.older == [key] && unknown.olderCommits == 0)
  }

  @Test func `a backup alone proves nothing to be the newest`() {
    let key = Sample.key(1)
    let backup = Sample.view(
      .backup, 5, sessions: [Sample.live], values: [key: Sample.value(key, 5)])
    let salvage = Salvage([backup], Sample.nothing)
    #expect(Sample.values(salvage) == [key: Sample.value(key, 5)] && salvage.older == [key])
    #expect(Salvage([backup], Sample.nothing, last: 5).older == [])
  }
}
