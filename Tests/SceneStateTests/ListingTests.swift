import Foundation
import LMDB
import SceneState
import StoreFormat
import Testing

/// Listings of a scope: long values stay in the store until somebody asks for them.
@Suite struct ListingTests {
  private let short = SceneKey("short", default: "")
  private let long = SceneKey("long", default: "")
  private let cut = SceneKey("cut", default: Data())
  private let text = String(repeating: "x", count: 300)
  private let data = Data((0..<4100).map { UInt8(truncatingIfNeeded: $0) })

  private func fill(_ store: SceneStore) throws {
    let scope = store.scene("A")
    store.tick {
      scope[short] = "s"
      scope[long] = text
      scope[cut] = data
    }
    try store.flush()
  }

  private func entry(_ key: String, of store: SceneStore) throws -> StoredEntry {
    try #require(store.scene("A").entries.first { $0.key == key })
  }

  @Test func `a long value has its address, type, size and text`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      try fill(store)
      let entries = store.scene("A").entries
      #expect(entries.map(\.address) == ["A/cut", "A/long", "A/short"])
      #expect(entries.map(\.type) == ["data", "string", "string"])
      #expect(entries.map(\.bytes) == [4100, 300, 1])
      #expect(entries.map(\.json).dropFirst() == ["\"\(text)\"", "\"s\""])
      #expect(entries[0].value?.payload == [UInt8](data))
      #expect(Set(entries.map(\.transaction)) == [try store.inspect().lastTransaction])
      #expect(try store.inspect().entries == entries)
      #expect(store.scene("A").wholeEntries == entries)
      #expect(Set(entries).union(store.scene("A").wholeEntries).count == 3)
    }
  }

  @Test func `a long value that was replaced says what it was, but not its text`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      try fill(store)
      let (old, whole) = (try entry("long", of: store), store.scene("A").wholeEntries[1])
      let transaction = old.transaction
      store.scene("A")[long] = String(repeating: "y", count: 400)
      store.scene("A").reset(cut)
      try store.flush()
      #expect(old.json == nil && old.fault == nil && whole.json == "\"\(text)\"")
      #expect(old.bytes == 300 && old.type == "string" && old.transaction == transaction)
      let new = try entry("long", of: store)
      #expect(new.bytes == 400 && new.transaction > transaction && new != old && whole == old)
    }
  }

  @Test func `a listing outlives its store`() throws {
    let folder = try StoreFolder()
    let entries = try folder.withStore { store in
      try fill(store)
      return store.scene("A").entries
    }
    #expect(entries.map(\.json) == [nil, nil, "\"s\""])
    #expect(entries.map(\.bytes) == [4100, 300, 1])
    #expect(entries.map(\.type) == ["data", "string", "string"])
  }

  @Test(arguments: [("long", UInt8(ascii: "x"), 250), ("cut", 7, 16)])
  func `a damaged long value is told`(key: String, byte: UInt8, length: Int) throws {
    let folder = try StoreFolder()
    try folder.withStore { try fill($0) }
    let path = folder.store.appending(path: "data.mdb")
    var bytes = try Data(contentsOf: path)
    let wanted =
      key == "long"
      ? Data(repeating: byte, count: length) : data[200..<200 + length]
    var from = bytes.startIndex
    while let found = bytes.range(of: wanted, in: from..<bytes.endIndex) {
      bytes[found.lowerBound] ^= 1
      from = found.upperBound
    }
    #expect(from > bytes.startIndex)
    try bytes.write(to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.path)
    try folder.withStore { store in
      let entry = try entry(key, of: store)
      #expect(entry.type == "damaged" && entry.json == nil && entry.fault == .damaged)
      #expect(entry.address == "A/\(key)" && store.scene("A").entries.count == 3)
    }
  }

  @Test func `names that are no plain ASCII are listed beside those that are`() throws {
    let folder = try StoreFolder()
    let names = [
      "ä", "überschrift", "\u{2FF}", "\u{3A9}", "漢字", "a\0b",
      String(repeating: "n", count: 80), "", "eightbyt", "nine byte",
    ]
    try folder.withStore { store in
      for name in names {
        store.scene("A")[SceneKey(name, default: "")] = text
        store.scene("A").nested("kind", name)[SceneKey("k", default: 0)] = 1
        store.scene("A").tab(TabID(rawValue: name))[SceneKey(name, default: 0)] = 1
      }
      try store.flush()
      let entries = store.scene("A").entries
      #expect(entries == (try store.inspect().entries) && entries.count == 3 * names.count)
      #expect(Set(entries.map(\.key)) == Set(names + ["k"]))
      for name in names {
        let below = store.scene("A").nested("kind", name).entries
        #expect(below.map(\.key) == ["k"])
      }
      #expect(entries.filter { $0.bytes == 300 }.allSatisfy { $0.json == "\"\(text)\"" })
    }
  }
}
