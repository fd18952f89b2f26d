import SceneState
import StoreFormat

/// What lines are made of, and what they must come to together.
extension DumpReader {
  mutating func address(
    _ line: inout DumpLine
  ) throws(DumpMistake) -> (ValueAddress, key: [UInt8]) {
    let session = try line.number("session", UInt32.self)
    let scene = try line.optionalText("scene")
    if scenes[session]?.contains(where: { $0.id == scene }) != true {
      scenes[session, default: []].append((scene, line))
    }
    let address = ValueAddress(
      session: session, path: ScopePath(try path(&line)), key: try line.text("key"))
    guard let key = StoredKey.bytes(of: address) else {
      throw line.mistake(in: "path", "has too many names, or one that is too long")
    }
    return (address, key)
  }

  private func path(
    _ line: inout DumpLine
  ) throws(DumpMistake) -> [ScopePath.Component] {
    let json = try line.json("path")
    var components: [ScopePath.Component] = []
    for part in try line.items(json, in: "path") {
      if let name = DumpText.string(part) {
        components.append(.tab(name))
        continue
      }
      let texts = try line.items(part, in: "path").map(DumpText.string)
      guard texts.count == 2, let kind = texts[0], let id = texts[1] else {
        throw line.mistake(in: "path", "has a part that is neither a tab nor [kind, id]")
      }
      components.append(.nested(kind: kind, id: id))
    }
    return components
  }

  mutating func isRedacted(_ line: inout DumpLine) throws(DumpMistake) -> Bool {
    guard line.has("redacted") else { return false }
    guard try line.json("redacted").elementsEqual("true".utf8) else {
      throw line.mistake(in: "redacted", "is not true")
    }
    count("redacted")
    return true
  }

  /// The commit that a line is of, which has been when the dump was made.
  func commit(_ line: inout DumpLine) throws(DumpMistake) -> UInt64 {
    let number = try line.number("txn", UInt64.self)
    guard number <= contents.sequence else {
      throw line.mistake(in: "txn", "is above \(contents.sequence), which the header says is last")
    }
    return number
  }

  mutating func count(_ name: String) { found[name, default: 0] += 1 }

  mutating func add(
    _ database: String, _ key: [UInt8], _ bytes: [UInt8], _ line: DumpLine,
    _ what: String = "such line"
  ) throws(DumpMistake) {
    if let first = places[database]?[key] {
      throw line.mistake("there is a \(what) on line \(first) already")
    }
    places[database, default: [:]][key] = line.number
    let row = StoreContents.Row(key: key, bytes: bytes)
    switch database {
    case "info": contents.info.append(row)
    case "sessions": contents.sessions.append(row)
    case "values": contents.values.append(row)
    default: contents.setAside.append(row)
    }
  }

  mutating func finish(line: Int) throws(DumpMistake) {
    for (session, named) in scenes.sorted(by: { $0.key < $1.key }) {
      for (id, line) in named where id != ids[session] {
        let right = ids[session].map { "'\($0)'" } ?? "null"
        throw line.mistake(in: "scene", "is not the id of session \(session), which is \(right)")
      }
    }
    for (name, count) in wanted.sorted(by: { $0.key < $1.key }) where found[name] != count {
      throw DumpMistake(
        line: line + 1, column: 1,
        "the header counts \(count) of '\(name)', here are \(found[name] ?? 0)",
        hint: "a dump that was cut short is not loaded")
    }
    contents.info.sort { $0.key.lexicographicallyPrecedes($1.key) }
    contents.sessions.sort { $0.key.lexicographicallyPrecedes($1.key) }
    contents.values.sort { $0.key.lexicographicallyPrecedes($1.key) }
    contents.setAside.sort { $0.key.lexicographicallyPrecedes($1.key) }
    contents.redactedKeys.sort { $0.lexicographicallyPrecedes($1) }
  }
}
