import SceneState
import StoreFormat
import Testing

struct StoredKeyTests {
  private static func isBefore(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a key gives back its address and no two addresses share one`(seed: UInt64) throws {
    var samples = FormatSamples(seed: seed)
    var addresses: [[UInt8]: ValueAddress] = [:]
    for _ in 0..<4000 {
      let address = samples.address()
      let key = try #require(StoredKey.bytes(of: address))
      #expect(key.count <= 476, "the page on the format says so")
      #expect(addresses[key] == nil || addresses[key] == address)
      addresses[key] = address
      #expect(StoredKey.address(of: key, names: StoredKey.names(of: address)) == address)
    }
    #expect(addresses.count > 2000)
  }

  @Test(arguments: [11, 12] as [UInt64])
  func `a prefix covers a scope and what is below, and nothing else`(seed: UInt64) throws {
    var samples = FormatSamples(seed: seed)
    let addresses = Set((0..<600).map { _ in samples.address() })
    let stored = try addresses.map { (address: $0, key: try #require(StoredKey.bytes(of: $0))) }
      .sorted { Self.isBefore($0.key, $1.key) }
    for scope in stored.prefix(300).map(\.address) {
      let prefix = try #require(StoredKey.prefix(session: scope.session, path: scope.path))
      let inside = stored.indices.filter {
        stored[$0].address.session == scope.session
          && stored[$0].address.path.isInside(scope.path)
      }
      let covered = stored.indices.filter { stored[$0].key.starts(with: prefix) }
      #expect(covered == inside)
      #expect(covered.elementsEqual((covered.first ?? 0)...(covered.last ?? 0)))
    }
  }

  @Test func `a name that ends where another has a zero byte is no prefix of it`() throws {
    let short = String(repeating: "x", count: 38)
    for (name, other) in [
      ("hawk", "hawk\0tail"), (short, short + String(repeating: "y", count: 40)),
    ] {
      let prefix = try #require(StoredKey.prefix(session: 1, path: ScopePath([.tab(name)])))
      let key = try #require(
        StoredKey.bytes(of: ValueAddress(session: 1, path: ScopePath([.tab(other)]), key: "k")))
      #expect(!key.starts(with: prefix))
    }
  }

  @Test(arguments: [21, 22] as [UInt64])
  func `short names sort as their bytes do`(seed: UInt64) throws {
    var samples = FormatSamples(seed: seed)
    let names = (0..<400).map { _ in samples.name() }.filter { $0.utf8.count <= 20 }
    let addresses = names.map { ValueAddress(session: 1, path: .root, key: $0) }
    let byName = addresses.sorted { Self.isBefore(Array($0.key.utf8), Array($1.key.utf8)) }
    let keys = try byName.map { try #require(StoredKey.bytes(of: $0)) }
    for (left, right) in zip(keys, keys.dropFirst()) where left != right {
      #expect(Self.isBefore(left, right))
    }
  }

  @Test func `two spellings of one name are one key`() {
    let composed = ValueAddress(session: 1, path: ScopePath([.tab("caf\u{E9}")]), key: "\u{1E69}")
    let decomposed = ValueAddress(
      session: 1, path: ScopePath([.tab("cafe\u{301}")]), key: "s\u{307}\u{323}")
    #expect(StoredKey.bytes(of: composed) == StoredKey.bytes(of: decomposed))
    #expect(Array(decomposed.key.utf8) == Array("\u{1E69}".utf8))
  }

  @Test func `the bytes are the documented ones`() {
    let path = ScopePath([.tab("hawk"), .nested(kind: "note", id: "\0")])
    let key = StoredKey.bytes(of: ValueAddress(session: 258, path: path, key: "text"))
    #expect(
      key == [0, 0, 1, 2, 2] + Array("hawk".utf8) + [0, 1, 3] + Array("note".utf8)
        + [0, 1, 0, 0xFF, 0, 1, 1] + Array("text".utf8) + [0, 1])
  }

  @Test func `more than eight texts have no key`() {
    let seven = ScopePath((0..<7).map { .tab("\($0)") })
    #expect(StoredKey.bytes(of: ValueAddress(session: 1, path: seven, key: "k")) != nil)
    let eight = ScopePath(seven.components + [.tab("7")])
    #expect(StoredKey.bytes(of: ValueAddress(session: 1, path: eight, key: "k")) == nil)
    #expect(StoredKey.prefix(session: 1, path: eight) == nil)
  }

  @Test func `a long name is hashed and comes back only with the name it was made of`() throws {
    let name = String(repeating: "long ", count: 11)
    let address = ValueAddress(session: 1, path: .root, key: name)
    let key = try #require(StoredKey.bytes(of: address))
    #expect(key.count == 4 + 1 + 38 + 2 + 16 + 2)
    #expect(StoredKey.address(of: key, names: nil) == nil)
    #expect(StoredKey.address(of: key, names: [name]) == address)
    #expect(StoredKey.address(of: key, names: [name + "!"]) == nil)
    #expect(StoredKey.address(of: key, names: [name, name]) == nil)
  }

  @Test func `bytes that this format does not write have no address`() throws {
    let key = try #require(
      StoredKey.bytes(of: ValueAddress(session: 1, path: ScopePath([.tab("t")]), key: "k")))
    for count in key.indices {
      #expect(StoredKey.address(of: Array(key[..<count]), names: nil) == nil)
    }
    #expect(StoredKey.address(of: key + [0], names: nil) == nil)
    #expect(StoredKey.address(of: [0, 0, 0, 1, 1, 0xFF, 0, 1], names: nil) == nil)
    #expect(StoredKey.address(of: [0, 0, 0, 1, 9, 65, 0, 1], names: nil) == nil)
  }

  /// What could stand in a file as a key's text, and whether this format writes it.
  private static let texts: [(bytes: [UInt8], isWritten: Bool)] = [
    (Array("überschrift".utf8), true), (Array("\u{80}\u{2FF}".utf8), true),
    (Array("\u{390}".utf8), true), (Array("漢字".utf8), true), (Array("ab\u{E9}".utf8), true),
    // Other spellings of what has one in normal form C.
    (Array("u\u{308}".utf8), false), (Array("\u{374}".utf8), false),
    (Array("\u{212B}".utf8), false),
    // No UTF-8: a lead without its end, an end without its lead, two ways to say a letter.
    ([0x61, 0xC3], false), ([0xC3, 0x61], false), ([0x61, 0xA4], false), ([0xC1, 0xA1], false),
    ([0xCB], false), ([0xC3, 0xC3], false),
  ]

  @Test(arguments: 0..<texts.count)
  func `a text is one of a key if it is UTF-8 in normal form C`(index: Int) {
    let (text, isWritten) = Self.texts[index]
    let key: [UInt8] = [0, 0, 0, 1, 1] + text + [0, 1]
    let address = StoredKey.address(of: key, names: nil)
    #expect((address != nil) == isWritten)
    #expect(address.map { Array($0.key.utf8) } == (isWritten ? text : nil))
    let below: [UInt8] = [0, 0, 0, 1, 2] + text + [0, 1, 1, 0x6B, 0, 1]
    #expect((StoredKey.address(of: below, names: nil) != nil) == isWritten)
  }
}
