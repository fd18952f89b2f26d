import Foundation
import SceneState
import StoreFormat
import StoreTools
import Testing

/// Contents of stores that are hard to write down: every coding, odd payloads, damaged bytes.
enum DumpSamples {
  /// A value that can be in a store, whoever wrote it.
  private static func add(
    _ tag: UInt8, _ payload: [UInt8], _ key: String, type: String = "string",
    at path: [ScopePath.Component] = [], session: UInt32 = 1, to contents: inout StoreContents
  ) throws {
    let address = ValueAddress(session: session, path: ScopePath(path), key: key)
    let bytes = try #require(StoredKey.bytes(of: address))
    let envelope = Envelope(
      tag: tag, keyVersion: 3, sequence: 7, appVersion: 2, typeNumber: TypeName.number(of: type),
      names: StoredKey.names(of: address), payload: payload)
    contents.values.append(.init(key: bytes, bytes: envelope.bytes(forKey: bytes)))
  }

  /// Payloads of each coding, those it writes and others.
  static let payloads: [(tag: UInt8, bytes: [UInt8])] = {
    var all: [(UInt8, [UInt8])] = []
    func bits(_ number: UInt64) -> [UInt8] { InfoKey.bytes(number) }
    let doubles: [Double] = [
      0, -0.0, 0.1, 1e300, .leastNonzeroMagnitude, .infinity, -.infinity, .nan, -.nan,
      .signalingNaN, 3,
      Double(bitPattern: 0x7FF8_0000_0000_0001), 123_456_789.123_456_789, -63_113_904_001,
      252_423_993_600, 1.000_000_1, 0.000_000_4,
    ]
    all += [(0, []), (0, [1]), (0, [1, 2]), (1, [0]), (1, [1]), (1, [2]), (1, [])]
    for number: UInt64 in [0, 1, .max, 1 << 63, (1 << 63) - 1] {
      all += [(2, bits(number)), (3, bits(number)), (2, [1])]
    }
    for number in doubles {
      all += [(4, bits(number.bitPattern)), (9, bits(number.bitPattern))]
      all.append((11, InfoKey.bytes(Float(number).bitPattern)))
    }
    let texts = [
      "", "Tala is brave", "\"\\/\n\r\t\u{8}\u{c}\u{0}", "é\u{301}", "e\u{301}", "👩‍👩‍👧", "\u{202E}rtl",
      "\u{2028}\u{FEFF}\u{7F}\u{80}", "{\"$base64\":\"AA==\"}", "null", "\u{E0041}",
    ]
    for text in texts { all += [(5, Array(text.utf8)), (7, Array(text.utf8))] }
    all += [
      (5, [0xFF]), (5, [0xED, 0xA0, 0x80]), (6, []), (6, [0, 1, 255]), (12, [9, 9]), (12, []),
    ]
    all += [(8, Array(0..<16)), (8, [1]), (9, [1]), (11, [1]), (4, []), (77, [1, 2]), (255, [])]
    let documents = [
      "{}", "[]", "[1,2.50,1e5]", " [1] ", "[1]\n", "{\n  \"a\": 1\n}", "{\"a\":1,\"a\":2}", "[1,]",
      "{\"$base64\":\"AA==\"}", "\"\u{202E}\"", "\"\\u202e\"", "nul", "", "-0", "1E400",
      "\"\\ud800\"", "{\"$base64\":\"!\"}", String(repeating: "[", count: 200), "[[[]],{\"b\":[]}]",
      "true", "null", "\"a\\/b\"",
    ]
    for document in documents { all.append((10, Array(document.utf8))) }
    return all
  }()

  /// A store with all of them.
  static func contents() throws -> StoreContents {
    var contents = StoreContents()
    contents.sequence = 900
    contents.info = [
      .init(key: InfoKey.app, bytes: Array("com.example.hawk\u{7}notes".utf8)),
      .init(key: InfoKey.appVersion, bytes: InfoKey.bytes(UInt32(4))),
      .init(key: InfoKey.compatibleFeatures, bytes: InfoKey.bytes(UInt64(1) << 63)),
      .init(key: InfoKey.format, bytes: InfoKey.bytes(UInt32(1))),
      .init(key: InfoKey.incompatibleFeatures, bytes: InfoKey.bytes(UInt64(0))),
      .init(key: InfoKey.readOnlyFeatures, bytes: [1, 2, 3]),
      .init(key: Array("next-session".utf8), bytes: InfoKey.bytes(UInt32(12))),
      .init(key: Array("of a newer version".utf8), bytes: [0, 255]),
      .init(key: Array("session/A".utf8), bytes: InfoKey.bytes(UInt32(1))),
      .init(key: Array("session/Ä/2".utf8), bytes: InfoKey.bytes(UInt32(2))),
      .init(key: Array("session/gone".utf8), bytes: InfoKey.bytes(UInt32(9))),
      .init(key: InfoKey.type(5), bytes: Array("of another hash".utf8)),
    ]
    for name in ["string", "[string]", "int?", "Note\n"] {
      contents.info.append(
        .init(key: InfoKey.type(TypeName.number(of: name)), bytes: Array(name.utf8)))
    }
    let records = [
      SessionRecord(number: 1, sequence: 3, id: "A", alias: "", record: Array("{\"a\":[1]}".utf8)),
      SessionRecord(number: 2, sequence: 4, id: "Ä/2", alias: "B\u{202E}", record: [1, 0, 255]),
      SessionRecord(number: 3, kind: .tombstone, sequence: 5, id: ""),
      SessionRecord(number: 4, kind: .tombstone, sequence: 5, id: "x", record: Array("{}".utf8)),
    ]
    contents.sessions = records.map { .init(key: $0.key, bytes: $0.bytes()) }
    contents.sessions.append(.init(key: SessionRecord.key(number: 6), bytes: [1, 2, 3]))
    for (index, payload) in payloads.enumerated() {
      try add(payload.tag, payload.bytes, "k\(index)", to: &contents)
    }
    try addPlaces(to: &contents)
    try addSetAside(to: &contents)
    contents.sort()
    return contents
  }

  /// Values in all kinds of places, and bytes that are no values.
  private static func addPlaces(to contents: inout StoreContents) throws {
    let long = String(repeating: "long é\0", count: 30)
    try add(5, [65], "theme", session: 0, to: &contents)
    try add(10, Array("[]".utf8), "path", type: "[string]", at: [.tab("hawk")], to: &contents)
    try add(5, [65], long, type: "no line of it", at: [.nested(kind: "n", id: "")], to: &contents)
    try add(
      2, InfoKey.bytes(7 as Int64), "line", type: "int?",
      at: [.tab(long), .nested(kind: "editor", id: "a/\"1\""), .tab("\0")], session: 2,
      to: &contents)
    try add(5, [65], "orphan", session: 11, to: &contents)
    let key = try #require(
      StoredKey.bytes(of: ValueAddress(session: 1, path: .root, key: "damaged")))
    var damaged = contents.values[20].bytes
    damaged[damaged.count / 2] ^= 1
    contents.values.append(.init(key: key, bytes: damaged))
    contents.values.append(.init(key: [1], bytes: []))
  }

  private static func addSetAside(to contents: inout StoreContents) throws {
    let row = contents.values[0]
    let long = try #require(contents.values.first { $0.key.count > 60 })
    for (offset, kind) in [SetAsideRecord.Kind.moved, .note, .givenUp].enumerated() {
      for value in [row, long] {
        let record = SetAsideRecord(
          valueKey: value.key, sequence: UInt64(8 + offset), reason: .undecodable, kind: kind,
          reasonText: "it \"was\" so", envelope: kind == .note ? [] : value.bytes)
        contents.setAside.append(.init(key: record.key, bytes: record.bytes))
      }
    }
    let unread = SetAsideRecord(
      valueKey: row.key, sequence: 99, reason: .damaged, kind: .moved, reasonText: "",
      envelope: [1, 2, 3])
    contents.setAside.append(.init(key: unread.key, bytes: unread.bytes))
    contents.setAside.append(.init(key: row.key + [0, 0, 9], bytes: [7]))
  }
}

extension StoreContents {
  /// As a store has them.
  mutating func sort() {
    info.sort { $0.key.lexicographicallyPrecedes($1.key) }
    sessions.sort { $0.key.lexicographicallyPrecedes($1.key) }
    values.sort { $0.key.lexicographicallyPrecedes($1.key) }
    setAside.sort { $0.key.lexicographicallyPrecedes($1.key) }
  }
}
