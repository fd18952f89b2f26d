import Foundation
import LMDB
import SceneState
import StoreFormat
import Testing

/// What is made of a damaged store.
@Suite(.serialized) struct RecoveryTests {
  private static let plain = Result { try DamagedStore() }
  private static let backedUp = Result { try DamagedStore(backupAt: 20) }

  private func quarantined(_ store: DamagedStore) throws -> [String] {
    let place = store.folder.store.appending(path: "quarantine")
    return (try? FileManager.default.contentsOfDirectory(atPath: place.path).sorted()) ?? []
  }

  @Test func `any bit of the first pages may flip: every newest value is saved`() throws {
    let store = try Self.plain.get()
    let seed: UInt64 = 1_122
    var random = DurabilityRandom(seed: seed)
    var recovered = 0
    for _ in 0..<160 {
      var bytes = store.bytes
      let offset =
        Int.random(in: 0..<160, using: &random) + Int.random(in: 0...1, using: &random) * 4096
      let bit = Int.random(in: 0..<8, using: &random)
      bytes[offset] ^= 1 << UInt8(bit)
      let outcome = try store.open(bytes)
      let place = "byte \(offset), bit \(bit), seed \(seed)"
      #expect(outcome.wrong == [], "\(place)")
      #expect(outcome.lost == 0, "\(place): \(outcome.report?.description ?? "no report")")
      #expect(outcome.newest == store.newest.count, "\(place)")
      if outcome.report != nil { recovered += 1 }
    }
    #expect(recovered > 30)
  }

  /// As a copy that was broken off leaves the file.
  @Test func `under the first pages of an older copy later values are found`() throws {
    let store = try Self.plain.get()
    var recovered = 0
    for old in store.images.prefix(3) {
      for pages in stride(from: 4, to: min(old.count, store.bytes.count) / 4096, by: 5) {
        let rest = store.bytes.dropFirst(pages * 4096)
        let outcome = try store.open(Array(old.prefix(pages * 4096)) + rest)
        #expect(outcome.wrong == [], "\(pages) pages")
        // What the old commit has may be whole.
        guard outcome.report != nil else { continue }
        recovered += 1
        let alone = try store.open([UInt8](repeating: 0, count: pages * 4096) + rest)
        #expect(outcome.lost <= alone.lost, "\(pages) pages: \(outcome.report?.description ?? "")")
      }
    }
    #expect(recovered > 2)
  }

  @Test(arguments: [7, 8] as [UInt64])
  func `any page may be garbage: almost all newest values are saved, none is wrong`(
    seed: UInt64
  ) throws {
    let store = try DamagedStore(seed: seed)
    var random = DurabilityRandom(seed: seed)
    var (newest, older, lost, back, recovered) = (0, 0, 0, 0, 0)
    for page in 2..<store.pageCount {
      var bytes = store.bytes
      for index in page * 4096..<(page + 1) * 4096 {
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      let outcome = try store.open(bytes)
      #expect(outcome.wrong == [], "page \(page), seed \(seed)")
      if outcome.report != nil {
        recovered += 1
        #expect(try quarantined(store).count == 1)
      }
      newest += outcome.newest
      older += outcome.older
      lost += outcome.lost
      back += outcome.back.count
    }
    let all = newest + older + lost
    print(
      """
      garbage pages: \(recovered) recovered, newest \(newest), older \(older), lost \(lost), \
      back \(back), seed \(seed)
      """)
    #expect(recovered > 5)
    #expect(Double(newest) / Double(all) >= 0.99)
    #expect(back == 0)
  }

  @Test func `of one damaged value an older copy is taken from any page`() throws {
    let folder = try StoreFolder()
    let draft = SceneKey("draft", default: "")
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.backups = nil
    try folder.withStore(options) { store in
      // More than a leaf, so that later commits leave the page of the other scene alone.
      for number in 0..<80 {
        store.scene("A").tab(TabID(rawValue: "t\(number)"))[draft] = String(
          repeating: "a", count: 100)
      }
      // What gets shorter lets the next one move up in its page, and its old place keep the bytes.
      store.scene("C")[draft] = String(repeating: "c", count: 400)
      try store.flush()
      store.scene("B")[draft] = "the newest words of B"
      try store.flush()
      store.scene("C")[draft] = "c"
      try store.flush()
      for number in 0..<4 {
        store.scene("A").tab(TabID(rawValue: "t0"))[draft] = "\(number)"
        try store.flush()
      }
    }
    let whole = [UInt8](try Data(contentsOf: URL(filePath: folder.dataPath)))
    let words = Array("the newest words of B".utf8)
    let places = whole.indices.filter { whole[$0...].starts(with: words) }
    #expect(places.count > 1, "its old place has it, too")
    func values(_ bytes: [UInt8]) -> [[UInt8]] {
      DataFile(bytes: bytes).storeSnapshots.map { snapshot in
        var found: [UInt8] = []
        DataFile(bytes: bytes).forEachEntry(in: "values", of: snapshot) { _, value in
          found += value
          return true
        }
        return found
      }
    }
    // The one copy that both snapshots lead to.
    let place = try #require(
      places.first { place in
        var bytes = whole
        bytes[place] ^= 4
        return zip(values(bytes), values(whole)).allSatisfy { $0 != $1 }
      })
    var bytes = whole
    bytes[place] ^= 4
    try Data(bytes).write(to: URL(filePath: folder.dataPath))
    let new = folder.url.appending(path: "repaired")
    let report = try StoreEditor.repair(folder.store.path, into: new.path)
    #expect(report.replaced == ["B/draft": .leafScan])
    let store = try SceneStore.open(new)
    defer { store.close() }
    #expect(store.scene("B")[draft] == "the newest words of B")
  }
}
