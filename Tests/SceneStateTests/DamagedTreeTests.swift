import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools
import Testing

/// Each tree of the file may lose pages, not `values` alone: an opening ends with a store that can
/// be used, gives no wrong value, and nobody calls the file sound before.
@Suite(.serialized) struct DamagedTreeTests {
  private static let store = Result { try DamagedStore(longKeys: 0..<8, rounds: 6) }
  private static let trees = store.map { trees($0) }

  /// What the gate calls the tree of each page whose loss it notices.
  private static func trees(_ store: DamagedStore) -> [String: [Int]] {
    var pages: [String: [Int]] = [:]
    for page in 2..<store.pageCount {
      var bytes = store.bytes
      bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: repeatElement(0, count: 4096))
      let finding = DataFile(bytes: bytes).storeVerdict().newest?.findings.first
      if let tree = finding?.tree, finding?.page != nil { pages[tree, default: []].append(page) }
    }
    return pages
  }

  /// Opens a damaged file, and looks at it before and after.
  private func expectUsable(
    _ store: DamagedStore, _ bytes: [UInt8], _ place: String, isFound: Bool = false
  ) throws -> DamagedStore.Outcome {
    try store.put(bytes)
    let path = store.folder.store.path
    let isUsable = (try? verifyStoreFile(path + "/data.mdb")) != nil
    let examination = try StoreInspector.examine(path)
    #expect(!isFound || !isUsable, "\(place): nobody finds it")
    #expect(isUsable || !examination.isSound, "\(place): nothing is wrong?")
    let outcome = try store.reopen()
    #expect(outcome.problems.filter { $0 != .storeRecovered } == [], "\(place)")
    #expect((outcome.report == nil) == isUsable, "\(place)")
    #expect(outcome.wrong == [], "\(place)")
    #expect(try StoreInspector.examine(path).isSound, "\(place): after the opening")
    let again = try store.reopen()
    #expect(again.report == nil && again.values == outcome.values, "\(place)")
    return outcome
  }

  @Test func `each tree may lose its first pages, one of them, or all`() throws {
    let store = try Self.store.get()
    let trees = try Self.trees.get()
    #expect(trees["tails"]?.count ?? 0 > 6)
    #expect(Set(trees.keys).isSuperset(of: ["info", "sessions", "values", "tails"]), "\(trees)")
    #expect(trees[DataFileFinding.mainTree] != nil && trees[DataFileFinding.freeTree] != nil)
    for (tree, pages) in trees.sorted(by: { $0.key < $1.key }) {
      for count in Set([1, 5, pages.count]).sorted() {
        var bytes = store.bytes
        for page in pages.prefix(count) {
          bytes.replaceSubrange(
            page * 4096..<(page + 1) * 4096, with: repeatElement(0, count: 4096))
        }
        let outcome = try expectUsable(store, bytes, "\(tree), \(count) pages", isFound: true)
        let isBare = tree == DataFileFinding.freeTree || tree == DataFileFinding.mainTree
        guard count == 1 || isBare || tree == "info" else { continue }
        #expect(outcome.lost <= 30, "\(tree), \(count) pages: \(outcome.lost) lost")
        if tree != "values", tree != "tails" {
          #expect(outcome.newest == store.newest.count, "\(tree), \(count) pages")
        }
      }
    }
  }

  @Test func `any page write of a commit may be forgotten`() throws {
    let store = try Self.store.get()
    var found = 0
    for last in [2, 5, store.images.count - 1] {
      let (before, after) = (store.images[last - 1], store.images[last])
      for page in 2..<after.count / 4096 {
        let range = page * 4096..<(page + 1) * 4096
        let old =
          page * 4096 < before.count ? Array(before[range]) : [UInt8](repeating: 0, count: 4096)
        guard old != Array(after[range]) else { continue }
        var bytes = after
        bytes.replaceSubrange(range, with: old)
        let outcome = try expectUsable(store, bytes, "commit \(last), page \(page)")
        if outcome.report != nil { found += 1 }
        #expect(outcome.values.count > 100, "commit \(last), page \(page)")
      }
    }
    #expect(found > 10)
  }

  @Test func `any bit of the list of databases may flip`() throws {
    let store = try Self.store.get()
    let root = try #require(Self.trees.get()[DataFileFinding.mainTree]?.last)
    var random = DurabilityRandom(seed: 3)
    for name in ["info", "sessions", "values", "set-aside", "tails"] {
      let start = try #require(
        (root * 4096..<(root + 1) * 4096 - 50).first {
          store.bytes[$0..<$0 + name.utf8.count].elementsEqual(name.utf8)
        })
      // The name, and what leads to the tree.
      for _ in 0..<12 {
        var bytes = store.bytes
        let place = Int.random(in: start..<start + name.utf8.count + 48, using: &random)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        _ = try expectUsable(store, bytes, "\(name), byte \(place - start)", isFound: true)
      }
    }
  }
}
