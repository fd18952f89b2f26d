package import SceneState
package import StoreFormat

/// Writes what a store holds as the lines of a dump.
///
/// Equal contents give equal lines: nothing in them depends on the file, the clock or the machine.
package struct DumpWriter {
  /// Whether a value is left out, by its scene (nil for the app) and its address.
  package typealias Redaction = (SceneID?, ValueAddress) -> Bool

  private let contents: StoreContents
  private let types: [UInt32: String]
  let ids: [UInt32: String]
  /// The names of addresses whose keys had to shorten one, by key.
  private let names: [[UInt8]: [String]]
  private let isRedacted: Redaction?
  private let hidesRecords: Bool

  /// Prepares the lines.
  ///
  /// - Parameters:
  ///   - contents: What to write.
  ///   - hidesRecords: Whether session records, with the activities in them, are left out.
  ///   - isRedacted: Whose values are left out; their addresses and facts are not.
  package init(
    _ contents: StoreContents, hidesRecords: Bool = false,
    isRedacted: Redaction? = nil
  ) {
    self.contents = contents
    self.isRedacted = isRedacted
    self.hidesRecords = hidesRecords
    types = contents.types
    var ids: [UInt32: String] = [:]
    for record in contents.sessionRecords where record.kind == .live {
      ids[record.number] = record.id
    }
    self.ids = ids
    var names: [[UInt8]: [String]] = [:]
    for row in contents.values {
      if let known = Envelope(readable: row.bytes, key: row.key)?.names { names[row.key] = known }
    }
    self.names = names
  }

  /// The whole dump.
  package var text: String {
    var text = ""
    forEachLine { text += $0 + "\n" }
    return text
  }

  /// Hands over line after line, the header first, without their ends.
  package func forEachLine<Failure: Error>(
    _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let info = infoLines
    let values = contents.values.map(line(value:))
    let setAside = contents.setAside.map(line(setAside:))
    let sessions = contents.sessions.map(line(session:))
    let hidden = (sessions + values + setAside).count { $0.isHidden }
    try body(header(types: info.count, hidden: hidden))
    for line in info { try body(line) }
    for line in sessions + values + setAside { try body(line.text) }
  }

  /// A line, and whether something in it is left out.
  private struct Line {
    let text: String
    var isHidden = false
  }

  // MARK: Header and types

  private func header(types: Int, hidden: Int) -> String {
    var members = [("schema", JSONText.string(DumpFormat.schema))]
    for fact in DumpFormat.Fact.allCases {
      let bytes = contents.info.first { $0.key == fact.key }?.bytes
      members.append((fact.rawValue, bytes.flatMap(fact.json) ?? "null"))
    }
    members += [
      ("txn", String(contents.sequence)), ("info", String(types)),
      ("sessions", String(contents.sessions.count)), ("values", String(contents.values.count)),
      ("aside", String(contents.setAside.count)), ("redacted", String(hidden)),
    ]
    return Self.object(members)
  }

  /// Names of types, and what is neither in the header nor follows from the sessions.
  private var infoLines: [String] {
    let facts = Dictionary(
      DumpFormat.Fact.allCases.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let index = Dictionary(
      ids.map { (InfoKey.session($0.value), InfoKey.bytes($0.key)) },
      uniquingKeysWith: { first, _ in first })
    var names: [String] = []
    let others = contents.info.compactMap { row -> String? in
      if let fact = facts[row.key], fact.json(row.bytes) != nil { return nil }
      if index[row.key] == row.bytes { return nil }
      if let number = InfoKey.typeNumber(of: row.key),
        let name = String(validating: row.bytes, as: UTF8.self), TypeName.number(of: name) == number
      {
        names.append(name)
        return nil
      }
      return Self.raw("info", row)
    }
    let types = names.sorted().map {
      Self.object([("kind", "\"type\""), ("name", JSONText.string($0))])
    }
    return types + others
  }

  // MARK: Sessions

  private func line(session row: StoreContents.Row) -> Line {
    guard let record = SessionRecord(readable: row.bytes, key: row.key),
      record.bytes() == row.bytes
    else { return Line(text: Self.raw("sessions", row)) }
    let isHidden = hidesRecords && !record.record.isEmpty
    let kind: DumpFormat.Kind = record.kind == .live ? .session : .tombstone
    let json = Self.record(record.record)
    return Line(
      text: Self.object(
        [
          ("kind", "\"\(kind.rawValue)\""), ("session", String(record.number)),
          ("id", JSONText.string(record.id)), ("alias", JSONText.string(record.alias)),
          ("txn", String(record.sequence)), ("record", isHidden ? "null" : json),
        ] + (isHidden ? [("redacted", "true")] : [])), isHidden: isHidden)
  }

  /// JSON as it is if it can stand in a line, else base64.
  private static func record(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "null" }
    if bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}"),
      let json = JSONText.document(bytes), json.utf8.elementsEqual(bytes), isOneLine(bytes),
      DumpText.base64Object(bytes) == nil
    {
      return json
    }
    return base64Object(bytes)
  }

  // MARK: Values

  private func line(value row: StoreContents.Row) -> Line {
    guard let envelope = Envelope(readable: row.bytes, key: row.key),
      envelope.bytes(forKey: row.key) == row.bytes,
      let address = StoredKey.address(of: row.key, names: envelope.names),
      envelope.names == StoredKey.names(of: address),
      let coding = CodingCatalog.name(tag: envelope.tag)
    else { return rawValue("values", row, row.key) }
    let isHidden = isRedacted?(scene(address), address) == true
    var members = [("kind", "\"value\"")] + place(address)
    members += [("coding", "\"\(coding)\"")] + type(envelope.typeNumber)
    members += [
      ("version", String(envelope.keyVersion)), ("app", String(envelope.appVersion)),
      ("txn", String(envelope.sequence)),
    ]
    if isHidden {
      members += [("value", "null"), ("redacted", "true")]
    } else {
      members += value(envelope.value)
    }
    return Line(text: Self.object(members), isHidden: isHidden)
  }

  /// The value for people, and its bytes unless they follow from that.
  private func value(_ value: EncodedValue) -> [(String, String)] {
    var json = value.jsonText
    let isSafe = Self.isOneLine(Array(json.utf8))
    if !isSafe { json = Self.base64Object(value.payload) }
    let isWhole =
      DumpedValue.payload(tag: value.tag, json: Array(json.utf8)) == value.payload
    let bytes = ("bytes", JSONText.string(DumpText.base64(value.payload)))
    return [("value", json)] + (isWhole && isSafe ? [] : [bytes])
  }

  private func type(_ number: UInt32) -> [(String, String)] {
    guard let name = types[number], TypeName.number(of: name) == number else {
      return [("type", "null"), ("typeNumber", String(number))]
    }
    return [("type", JSONText.string(name))]
  }

  // MARK: Set-aside values

  private func line(setAside row: StoreContents.Row) -> Line {
    guard let record = SetAsideRecord(key: row.key, bytes: row.bytes), record.bytes == row.bytes,
      record.key == row.key
    else { return rawValue("set-aside", row, Array(row.key.dropLast(10))) }
    let envelope = Envelope(readable: record.envelope, key: record.valueKey)
    let known = envelope?.names ?? names[record.valueKey]
    guard let address = StoredKey.address(of: record.valueKey, names: known) else {
      return rawValue("set-aside", row, record.valueKey)
    }
    let isHidden =
      !record.envelope.isEmpty && isRedacted?(scene(address), address) == true
    var members = [("kind", "\"aside\"")] + place(address)
    members += [
      ("txn", String(record.sequence)), ("state", JSONText.string(record.kind.word)),
      ("reason", String(record.reason.rawValue)), ("words", JSONText.string(record.reasonText)),
      ("bytes", isHidden ? "null" : JSONText.string(DumpText.base64(record.envelope))),
    ]
    if isHidden { members.append(("redacted", "true")) }
    return Line(text: Self.object(members), isHidden: isHidden)
  }

  /// An entry that can't be shown as a value; it is hidden with the values of its key.
  private func rawValue(_ database: String, _ row: StoreContents.Row, _ key: [UInt8]) -> Line {
    guard let isRedacted else { return Line(text: Self.raw(database, row)) }
    // Without an address nobody can say that it may be shown.
    let address = StoredKey.address(of: key, names: names[key])
    guard address.map({ isRedacted(scene($0), $0) }) != false else {
      return Line(text: Self.raw(database, row))
    }
    return Line(text: Self.raw(database, row, isHidden: true), isHidden: true)
  }
}
