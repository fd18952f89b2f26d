import Foundation
import LMDB
import SceneState
import StoreFormat
import Testing

/// Runs `Scripts/read-store.py`, which knows the format only from its page.
struct ReaderScriptTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func run(_ script: String, _ arguments: [String]) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = root.appending(path: "Scripts/\(script)")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = Pipe()
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  private static let hasPython = (try? run("python-with-lmdb", []))?.0 == 0

  /// One value per coding and per kind of scope.
  private static func values() throws -> [(address: ValueAddress, type: String, EncodedValue)] {
    var values: [(ValueAddress, String, EncodedValue)] = []
    func add<V: Codable & Sendable>(
      _ key: String,
      _ value: V,
      session: UInt32 = 1,
      _ path: [ScopePath.Component] = []
    ) throws {
      let coding = TypedCoding.codable(V.self)
      let address = ValueAddress(session: session, path: ScopePath(path), key: key)
      values.append((address, coding.typeName, try coding.encode(value)))
    }
    let long = String(repeating: "é\0", count: 40)
    try add("theme", "dark", session: 0)
    try add("nil", Int?.none)
    try add("nil in nil", Int??.some(nil))
    try add("bool", true)
    try add("int", Int.min)
    try add("uint", UInt.max)
    try add("double", 0.1)
    try add("nan", Double.nan)
    try add("float", Float(0.1))
    try add("float max", Float.greatestFiniteMagnitude)
    try add("text", "é \"\\\n\u{1}\u{202E}")
    try add("data", Data([0, 254, 255]))
    try add("data that is cut in two", Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 * 7) }))
    try add("data that just fills its page", Data(repeating: 9, count: 4_048))
    try add("url", try #require(URL(string: "quotes://quote/1")))
    try add("uuid", try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")))
    try add("date", Date(timeIntervalSinceReferenceDate: 0.5))
    try add("far date", Date(timeIntervalSinceReferenceDate: 1e18))
    try add("list", ["é", "/"], [.tab("hawk"), .nested(kind: "note", id: "\0")])
    try add("map", ["b": [1.5], "a": [.infinity]], session: 2, [.nested(kind: long, id: "1")])
    try add(long, 3, session: 3, [.tab(long), .tab("inner")])
    let custom = ValueAddress(session: 1, path: .root, key: "custom")
    values.append((custom, "Custom", EncodedValue(tag: 12, payload: [1])))
    let notJSON = ValueAddress(session: 1, path: .root, key: "not JSON")
    values.append((notJSON, "Note", EncodedValue(tag: 10, payload: Array("[1,]".utf8))))
    return values
  }

  private static func line(
    _ address: ValueAddress,
    _ key: [UInt8],
    _ type: String,
    _ value: EncodedValue,
    scene: String?
  ) throws -> ([UInt8], NSDictionary) {
    let path = address.path.components.map { component -> Any in
      switch component {
      case .tab(let name): name
      case .nested(let kind, let id): [kind, id]
      }
    }
    let shown = try JSONSerialization.jsonObject(
      with: Data(value.jsonText.utf8), options: .fragmentsAllowed)
    return (
      key,
      [
        "scene": scene as Any? ?? NSNull(), "path": path,
        "tab": address.path.tab as Any? ?? NSNull(), "key": address.key, "type": type,
        "bytes": value.payload.count, "txn": 5, "version": 2, "value": shown,
      ]
    )
  }

  @Test(.enabled(if: hasPython, "needs a python3 with the module lmdb"), arguments: [true, false])
  func `an independent reader finds the same values, cut or whole`(cuts: Bool) throws {
    let folder = try makeTemporaryDirectory(prefix: "reader-script-")
    defer { removeDirectory(folder) }
    let names = ["info", "sessions", "values", "set-aside"] + (cuts ? ["tails"] : [])
    let store = try Environment.open("\(folder)/store", options: .init(databases: names))
    let (info, sessions, values) = (
      try #require(store.database("info")), try #require(store.database("sessions")),
      try #require(store.database("values"))
    )
    let scenes: [UInt32: String] = [1: "F1-é", 2: "F2"]
    var expected: [([UInt8], NSDictionary)] = []
    var records: [(key: [UInt8], bytes: [UInt8])] = []
    for (address, type, value) in try Self.values() {
      let key = try #require(StoredKey.bytes(of: address))
      let envelope = Envelope(
        tag: value.tag, keyVersion: 2, sequence: 5, typeNumber: TypeName.number(of: type),
        names: StoredKey.names(of: address), payload: value.payload)
      records.append((key, envelope.bytes(forKey: key)))
      let scene = address.session == 0 ? nil : scenes[address.session] ?? "#\(address.session)"
      expected.append(try Self.line(address, key, type, value, scene: scene))
    }
    let damaged: [UInt8] = [0, 0, 0, 9, 1, 0, 1]
    records.append((damaged, records[0].bytes))
    let types = Set(try Self.values().map(\.type))
    try store.write { transaction throws(LMDBError) in
      for type in types {
        try transaction.put(
          InfoKey.type(TypeName.number(of: type)), Array(type.utf8), in: info)
      }
      for (number, id) in scenes {
        let record = SessionRecord(number: number, sequence: 1, id: id, alias: "A", record: [1])
        try transaction.put(record.key, record.bytes(), in: sessions)
      }
      for record in records { try transaction.put(record.key, record.bytes, in: values) }
    }
    store.close()
    let (status, text) = try Self.run(
      "python-with-lmdb",
      [Self.root.appending(path: "Scripts/read-store.py").path, "\(folder)/store"])
    #expect(status == 0)
    let lines = try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary)
    }
    expected.sort { $0.0.lexicographicallyPrecedes($1.0) }
    #expect(lines.count == expected.count)
    for (line, (_, wanted)) in zip(lines, expected) { #expect(line == wanted) }
  }
}
