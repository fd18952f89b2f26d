import SceneState

/// One line of a dump: a JSON object whose members know where they stand.
struct DumpLine {
  struct Member {
    let name: String
    /// The member's value.
    let json: Range<Int>
    let nameStart: Int
  }

  /// Deeper than any value that a store may hold.
  private static let depthLimit = 160

  let number: Int
  private let bytes: [UInt8]
  private let start: Int
  private let end: Int
  private(set) var members: [Member] = []
  private var names: Set<String> = []
  private var taken: Set<String> = []
  private var index: Int

  /// Reads the line that these bytes of a file are.
  init(_ bytes: [UInt8], _ range: Range<Int>, number: Int) throws(DumpMistake) {
    self.bytes = bytes
    self.number = number
    (start, end, index) = (range.lowerBound, range.upperBound, range.lowerBound)
    guard String(validating: bytes[range], as: UTF8.self) != nil else {
      throw DumpMistake(line: number, column: 1, "the line is not UTF-8")
    }
    try readMembers()
  }

  // MARK: Members

  /// Whether there is such a member, null or not.
  func has(_ name: String) -> Bool { names.contains(name) }

  /// The JSON text of a member that must be there.
  mutating func json(_ name: String) throws(DumpMistake) -> [UInt8] {
    taken.insert(name)
    guard let member = members.first(where: { $0.name == name }) else {
      throw mistake(at: start, "'\(name)' is missing")
    }
    return Array(bytes[member.json])
  }

  /// A text; nil for null.
  mutating func optionalText(_ name: String) throws(DumpMistake) -> String? {
    let json = try json(name)
    if isNull(json) { return nil }
    guard let text = DumpText.string(json) else { throw mistake(in: name, "is no text") }
    return text
  }

  mutating func text(_ name: String) throws(DumpMistake) -> String {
    guard let text = try optionalText(name) else { throw mistake(in: name, "is no text") }
    return text
  }

  /// A whole number; nil for null.
  mutating func optionalNumber<T: FixedWidthInteger>(
    _ name: String, _: T.Type
  ) throws(DumpMistake) -> T? {
    let json = try json(name)
    if isNull(json) { return nil }
    guard let number = T(String(decoding: json, as: UTF8.self)) else {
      throw mistake(in: name, "is no whole number from 0 to \(T.max)")
    }
    return number
  }

  mutating func number<T: FixedWidthInteger>(
    _ name: String, _ type: T.Type
  ) throws(DumpMistake) -> T {
    guard let number = try optionalNumber(name, type) else {
      throw mistake(in: name, "is no whole number from 0 to \(T.max)")
    }
    return number
  }

  /// Bytes written in base64.
  mutating func bytes(_ name: String) throws(DumpMistake) -> [UInt8] {
    let text = try text(name)
    guard let bytes = DumpText.bytes(base64: text) else { throw mistake(in: name, "is no base64") }
    return bytes
  }

  /// The items of a list that is a member, or a part of one.
  func items(_ json: [UInt8], in name: String) throws(DumpMistake) -> [[UInt8]] {
    guard json.first == UInt8(ascii: "["), json.last == UInt8(ascii: "]") else {
      throw mistake(in: name, "is no list")
    }
    var items: [[UInt8]] = [[]]
    var (depth, isInText, isEscaped) = (0, false, false)
    for byte in json.dropFirst().dropLast() {
      if isInText {
        isInText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ",") where depth == 0:
          items.append([])
          continue
        case 0x20, 0x09, 0x0D: continue
        default: break
        }
      }
      items[items.count - 1].append(byte)
    }
    return items == [[]] ? [] : items
  }

  /// A misspelt member would be lost without a word, so one that nobody asked for is a mistake.
  func finish() throws(DumpMistake) {
    guard let other = members.first(where: { !taken.contains($0.name) }) else { return }
    throw mistake(
      at: other.nameStart, "'\(other.name)' is not known here",
      hint: "the file may be written by a newer version")
  }

  func mistake(in name: String, _ what: String, hint: String? = nil) -> DumpMistake {
    let place = members.first { $0.name == name }?.json.lowerBound ?? start
    return mistake(at: place, "'\(name)' \(what)", hint: hint)
  }

  func mistake(_ message: String, hint: String? = nil) -> DumpMistake {
    mistake(at: start, message, hint: hint)
  }

  private func mistake(at offset: Int, _ message: String, hint: String? = nil) -> DumpMistake {
    let characters = bytes[start..<min(offset, end)].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return DumpMistake(line: number, column: characters + 1, message, hint: hint)
  }

  private func isNull(_ json: [UInt8]) -> Bool { json.elementsEqual("null".utf8) }
}

// MARK: Syntax

extension DumpLine {
  private mutating func readMembers() throws(DumpMistake) {
    skipBlanks()
    try expect("{", "a line is a JSON object")
    skipBlanks()
    if !take("}") {
      repeat { try readMember() } while take(",")
      try expect("}", "',' or '}' is missing")
    }
    skipBlanks()
    if index < end { throw mistake(at: index, "the line goes on after its object") }
  }

  private mutating func readMember() throws(DumpMistake) {
    skipBlanks()
    let nameStart = index
    try skipString()
    guard let name = DumpText.string(Array(bytes[nameStart..<index])) else {
      throw mistake(at: nameStart, "this is no JSON string")
    }
    skipBlanks()
    try expect(":", "':' is missing")
    skipBlanks()
    let valueStart = index
    try skipValue(depth: 0)
    guard names.insert(name).inserted else {
      throw mistake(at: nameStart, "'\(name)' stands here twice")
    }
    members.append(Member(name: name, json: valueStart..<index, nameStart: nameStart))
    skipBlanks()
  }

  private mutating func skipValue(depth: Int) throws(DumpMistake) {
    guard depth < Self.depthLimit else {
      throw mistake(at: index, "nested deeper than \(Self.depthLimit) levels")
    }
    guard index < end else { throw mistake(at: index, "a value is missing") }
    switch bytes[index] {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "["), UInt8(ascii: "{"): try skipList(depth: depth)
    default: try skipWord()
    }
  }

  private mutating func skipList(depth: Int) throws(DumpMistake) {
    let isObject = bytes[index] == UInt8(ascii: "{")
    let close: Unicode.Scalar = isObject ? "}" : "]"
    index += 1
    skipBlanks()
    if take(close) { return }
    repeat {
      skipBlanks()
      if isObject {
        try skipString()
        skipBlanks()
        try expect(":", "':' is missing")
        skipBlanks()
      }
      try skipValue(depth: depth + 1)
      skipBlanks()
    } while take(",")
    try expect(close, "',' or '\(close)' is missing")
  }

  private mutating func skipString() throws(DumpMistake) {
    let opening = index
    try expect("\"", "a text in quotes is missing")
    while index < end {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") {
        guard JSONField.isDocument(Array(bytes[opening..<index])) else {
          throw mistake(at: opening, "this is no JSON string")
        }
        return
      }
      if byte == UInt8(ascii: "\\") { index += 1 }
    }
    index = end
    throw mistake(at: opening, "the text has no end")
  }

  /// A number, true, false or null.
  private mutating func skipWord() throws(DumpMistake) {
    let first = index
    let ends = Array(" \t\r,]}:".utf8)
    while index < end, !ends.contains(bytes[index]) { index += 1 }
    guard JSONField.isDocument(Array(bytes[first..<index])) else {
      throw mistake(at: first, "this is no JSON value")
    }
  }

  private mutating func skipBlanks() {
    while index < end, [0x20, 0x09, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < end, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func expect(
    _ character: Unicode.Scalar, _ message: String
  ) throws(DumpMistake) {
    guard take(character) else { throw mistake(at: index, message) }
  }
}
