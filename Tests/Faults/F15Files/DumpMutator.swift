/// Changes a dump by hand, as somebody does who mends one: numbers, texts, lines.
///
/// The counts of the header are made right again, or nothing else would ever be looked at.
struct DumpMutator {
  private static let numbers = [
    "0", "1", "2", "58", "65535", "65536", "2147483648", "4294967294", "4294967295", "4294967296",
    "4611686018427387903", "4611686018427387904", "9223372036854775807", "9223372036854775808",
    "18446744073709551614", "18446744073709551615", "18446744073709551616", "-1", "null",
  ]
  private static let texts = [
    #""""#, #""A""#, #""app""#, ##""#1""##, #""é""#, #""\u0000""#, #""json""#, #""string""#,
    #""text""#, #""none""#, #""[string]""#, "[]", #"["t"]"#, #"["t","u","v"]"#, #"[["note","1"]]"#,
    "{}", "true", "3.5",
  ]

  private var lines: [String]
  private var random: SeededRandom

  init(_ text: String, _ random: SeededRandom) {
    lines = text.split(separator: "\n").map(String.init)
    self.random = random
  }

  /// The dump after one or two changes.
  mutating func mutated() -> String {
    for _ in 0...random.number(below: 2) { change() }
    count()
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func change() {
    let line = random.number(below: lines.count)
    switch random.number(below: 10) {
    case 0 where line > 0 && lines.count > 2: lines.remove(at: line)
    case 1 where line > 0: lines.append(lines[line])
    case 2 where line > 0: lines.swapAt(line, 1 + random.number(below: lines.count - 1))
    case 3: takeMember(line, from: random.number(below: lines.count))
    case 4: replaceMember(line, random.pick(Self.texts)) { _ in true }
    case 5, 6: renumber(random.pick(["session", "session", "txn", "app", "version"]))
    default: replaceMember(line, random.pick(Self.numbers)) { $0.last?.isNumber == true }
    }
  }

  /// Where the members of a line begin and end: `"name":value` without a member of a member.
  private static func members(_ line: String) -> [Range<String.Index>] {
    var members: [Range<String.Index>] = []
    var (depth, isText, isEscaped) = (0, false, false)
    var start = line.startIndex
    for index in line.indices {
      let letter = line[index]
      if isText {
        if isEscaped {
          isEscaped = false
        } else if letter == "\\" {
          isEscaped = true
        } else if letter == "\"" {
          isText = false
        }
        continue
      }
      switch letter {
      case "\"": isText = true
      case "{", "[":
        depth += 1
        if depth == 1 { start = line.index(after: index) }
      case "}", "]":
        depth -= 1
        if depth == 0 { members.append(start..<index) }
      case "," where depth == 1:
        members.append(start..<index)
        start = line.index(after: index)
      default: break
      }
    }
    return members
  }

  /// Replaces what a member of a line says, if it is one of the right kind.
  private mutating func replaceMember(
    _ number: Int, _ value: String, where isMeant: (Substring) -> Bool
  ) {
    let line = lines[number]
    // Not the name of the format, nor what a line is about.
    let members = Self.members(line).dropFirst().filter { isMeant(line[$0]) }
    guard !members.isEmpty else { return }
    let member = random.pick(members)
    guard let colon = line[member].firstIndex(of: ":") else { return }
    lines[number].replaceSubrange(line.index(after: colon)..<member.upperBound, with: value)
  }

  /// Puts the value of another line's member there.
  private mutating func takeMember(_ number: Int, from other: Int) {
    let line = lines[other]
    let members = Array(Self.members(line).dropFirst())
    guard !members.isEmpty else { return }
    let member = random.pick(members)
    guard let colon = line[member].firstIndex(of: ":") else { return }
    let name = line[member][..<colon]
    replaceMember(number, String(line[line.index(after: colon)..<member.upperBound])) {
      $0.hasPrefix(name)
    }
  }

  /// Gives one number of a kind another value wherever it stands.
  private mutating func renumber(_ name: String) {
    let mark = "\"\(name)\":"
    let numbers = Set(
      lines.compactMap { line in
        line.firstRange(of: mark).map { line[$0.upperBound...].prefix { $0.isNumber } }
      })
    guard !numbers.isEmpty else { return }
    let (old, new) = (random.pick(numbers.sorted()), random.pick(Self.numbers))
    for index in lines.indices {
      lines[index].replace("\(mark)\(old),", with: "\(mark)\(new),")
    }
  }

  private mutating func count() {
    var counts: [String: Int] = [:]
    let names = [
      "type": "info", "session": "sessions", "tombstone": "sessions", "value": "values",
      "set-aside": "aside",
    ]
    for line in lines.dropFirst() {
      // `{"kind":"value",…` and `{"kind":"raw","database":"info",…`
      let words = line.split(separator: "\"", maxSplits: 9).map(String.init)
      guard words.count > 7 else { continue }
      let name = words[3] == "raw" ? words[7] : words[3]
      counts[names[name] ?? name, default: 0] += 1
    }
    for name in ["info", "sessions", "values", "aside"] {
      guard let start = lines[0].firstRange(of: "\"\(name)\":")?.upperBound else { continue }
      let end = lines[0][start...].firstIndex { $0 == "," || $0 == "}" } ?? start
      lines[0].replaceSubrange(start..<end, with: "\(counts[name] ?? 0)")
    }
  }
}
