import SceneState
package import StoreFormat

/// Reads a dump, all of it, before anything is done with it.
///
/// Lines may stand in any order after the header, only names of types before the values that have
/// them, so that a dump can be put together by hand; what is there twice, missing or not understood
/// is a mistake.
package struct DumpReader {
  var contents = StoreContents()
  var wanted: [String: Int] = [:]
  var found: [String: Int] = [:]
  /// The lines on which keys stand, by database.
  var places: [String: [[UInt8]: Int]] = [:]
  /// Sessions as lines name them, and the first line that does.
  var scenes: [UInt32: [(id: String?, line: DumpLine)]] = [:]
  var ids: [UInt32: String] = [:]
  var typeNames: Set<String> = []

  /// What the dump says.
  ///
  /// - Throws: The first mistake, with its place.
  package static func contents(_ bytes: [UInt8]) throws(DumpMistake) -> StoreContents {
    var reader = DumpReader()
    var start = 0
    var number = 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var line = try DumpLine(bytes, start..<end, number: number)
      if number == 1 { try reader.header(&line) } else { try reader.entry(&line) }
      try line.finish()
      (start, number) = (end + 1, number + 1)
    }
    guard number > 1 else { throw DumpMistake(line: 1, column: 1, "the file is empty") }
    try reader.finish(line: number - 1)
    return reader.contents
  }

  // MARK: Lines

  private mutating func header(_ line: inout DumpLine) throws(DumpMistake) {
    guard line.has("schema") else {
      throw line.mistake("this is no dump: the first line has no 'schema'")
    }
    let schema = try line.text("schema")
    guard schema == DumpFormat.schema else {
      throw line.mistake(
        in: "schema", "is '\(schema)', this version reads '\(DumpFormat.schema)'")
    }
    for fact in DumpFormat.Fact.allCases {
      if let bytes = try fact.bytes(&line) { try add("info", fact.key, bytes, line) }
    }
    for (fact, known) in [(DumpFormat.Fact.format, ["1"]), (.incompat, ["0", "null"])] {
      let json = String(decoding: try line.json(fact.rawValue), as: UTF8.self)
      if !known.contains(json) {
        throw line.mistake(in: fact.rawValue, "is \(json), this version reads \(known[0])")
      }
    }
    contents.sequence = try line.number("txn", UInt64.self)
    guard contents.sequence < CommitRecord.sequenceLimit else {
      throw line.mistake(in: "txn", "is more than a store can count")
    }
    let next = contents.info.first { $0.key == InfoKey.nextSession }?.bytes
    guard next.flatMap({ InfoKey.number($0, UInt32.self) }) ?? 1 <= SessionRecord.lastNumber + 1
    else { throw line.mistake(in: "nextSession", "leaves no number for new sessions") }
    for name in ["info", "sessions", "values", "aside"] {
      wanted[name] = Int(clamping: try line.number(name, UInt32.self))
      found[name] = 0
    }
    wanted["redacted"] = Int(clamping: try line.number("redacted", UInt32.self))
    found["redacted"] = 0
  }

  private mutating func entry(_ line: inout DumpLine) throws(DumpMistake) {
    let word = try line.text("kind")
    guard let kind = DumpFormat.Kind(rawValue: word) else {
      throw line.mistake(in: "kind", "is '\(word)', which this version does not know")
    }
    switch kind {
    case .type: try type(&line)
    case .session, .tombstone: try session(&line, kind)
    case .value: try value(&line)
    case .aside: try setAside(&line)
    case .raw: try raw(&line)
    }
  }

  private mutating func type(_ line: inout DumpLine) throws(DumpMistake) {
    let name = try line.text("name")
    typeNames.insert(name)
    try add("info", InfoKey.type(TypeName.number(of: name)), Array(name.utf8), line)
    count("info")
  }

  private mutating func session(
    _ line: inout DumpLine, _ kind: DumpFormat.Kind
  ) throws(DumpMistake) {
    let number = try line.number("session", UInt32.self)
    guard number != ValueAddress.appSession else {
      throw line.mistake(in: "session", "is 0, which is the app itself")
    }
    guard number <= SessionRecord.lastNumber else {
      throw line.mistake(in: "session", "is more than \(SessionRecord.lastNumber), the last one")
    }
    let id = try line.text("id")
    let alias = try line.text("alias")
    for (name, text) in [("id", id), ("alias", alias)] where text.utf8.count > Int(UInt16.max) {
      throw line.mistake(in: name, "is longer than \(UInt16.max) bytes")
    }
    let record = SessionRecord(
      number: number, kind: kind == .session ? .live : .tombstone,
      sequence: try commit(&line), id: id, alias: alias,
      record: try self.record(&line))
    if record.kind == .live {
      guard id.utf8.count <= SceneID.byteLimit else {
        throw line.mistake(in: "id", "is longer than \(SceneID.byteLimit) bytes")
      }
      guard !id.isEmpty, id == id.normalFormC else {
        throw line.mistake(in: "id", "is empty or not in Unicode normal form C")
      }
      try add("info", InfoKey.session(id), InfoKey.bytes(number), line, "session '\(id)'")
      ids[number] = id
    }
    if try isRedacted(&line) { contents.redactedKeys.append(record.key) }
    try add("sessions", record.key, record.bytes(), line, "session \(number)")
    count("sessions")
  }

  private func record(_ line: inout DumpLine) throws(DumpMistake) -> [UInt8] {
    let json = try line.json("record")
    if json.elementsEqual("null".utf8) { return [] }
    guard json.first == UInt8(ascii: "{") else { throw line.mistake(in: "record", "is no object") }
    return DumpText.base64Object(json) ?? json
  }

  private mutating func value(_ line: inout DumpLine) throws(DumpMistake) {
    let (address, key) = try self.address(&line)
    let coding = try line.text("coding")
    guard let tag = CodingCatalog.all.first(where: { $0.name == coding })?.tag else {
      throw line.mistake(in: "coding", "is '\(coding)', which this version does not know")
    }
    let type = try line.optionalText("type")
    var number = type.map(TypeName.number) ?? 0
    if type == nil { number = try line.number("typeNumber", UInt32.self) }
    let json = try line.json("value")
    let isHidden = try isRedacted(&line)
    var payload: [UInt8] = []
    if isHidden {
      contents.redactedKeys.append(key)
    } else if line.has("bytes") {
      payload = try line.bytes("bytes")
    } else if let read = DumpedValue.payload(tag: tag, json: json) {
      payload = read
    } else {
      throw line.mistake(in: "value", "is no \(coding)")
    }
    if let type, !typeNames.contains(type) {
      throw line.mistake(
        in: "type", "is '\(type)', of which there is no line above",
        hint: #"add {"kind":"type","name":\#(JSONText.string(type))} and count it in the header"#)
    }
    let envelope = Envelope(
      tag: tag, keyVersion: try line.number("version", UInt32.self),
      sequence: try commit(&line),
      appVersion: try line.number("app", UInt32.self), typeNumber: number,
      names: StoredKey.names(of: address), payload: payload)
    try add("values", key, envelope.bytes(forKey: key), line, "value at this address")
    count("values")
  }

  private mutating func setAside(_ line: inout DumpLine) throws(DumpMistake) {
    let (_, key) = try address(&line)
    let word = try line.text("state")
    guard let kind = SetAsideRecord.Kind(word: word) else {
      throw line.mistake(in: "state", "is '\(word)', which this version does not know")
    }
    let isHidden = try isRedacted(&line)
    let words = try line.text("words")
    guard words.utf8.count <= Int(UInt16.max) else {
      throw line.mistake(in: "words", "is longer than \(UInt16.max) bytes")
    }
    let bytes = isHidden ? [] : try line.bytes("bytes")
    if isHidden { _ = try line.json("bytes") }  // null
    let record = SetAsideRecord(
      valueKey: key, sequence: try line.number("txn", UInt64.self),
      reason: SetAsideReason(rawValue: try line.number("reason", UInt8.self)), kind: kind,
      reasonText: words, envelope: bytes)
    if isHidden { contents.redactedKeys.append(record.key) }
    try add("set-aside", record.key, record.bytes, line, "set-aside value of this transaction")
    count("aside")
  }

  private mutating func raw(_ line: inout DumpLine) throws(DumpMistake) {
    let database = try line.text("database")
    let counts = ["info": "info", "sessions": "sessions", "values": "values", "set-aside": "aside"]
    guard let name = counts[database] else {
      throw line.mistake(in: "database", "is '\(database)', which is no database of a store")
    }
    let key = try line.bytes("key")
    guard (1...511).contains(key.count) else {
      throw line.mistake(in: "key", "has \(key.count) bytes, a key has 1 to 511")
    }
    guard database != "info" || !InfoKey.isOfThisFile(key)
    else { throw line.mistake(in: "key", "is of this one file, not of what is in it") }
    let isHidden = try isRedacted(&line)
    let bytes = isHidden ? [] : try line.bytes("bytes")
    if isHidden {
      _ = try line.json("bytes")
      contents.redactedKeys.append(key)
    }
    try add(database, key, bytes, line, "entry with this key")
    count(name)
  }
}
