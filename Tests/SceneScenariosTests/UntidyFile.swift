/// A random YAML file of the profile as no tidy person writes it.
///
/// Indentation, blanks and empty lines are odd, and comments stand everywhere, each with a number
/// of its own.
struct UntidyFile {
  private var state: UInt64
  private var comments = 0
  private(set) var text = ""

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
    emptyLines(at: 0)
    if chance(4) { text += "---\n" }
    map(at: 0, depth: 0)
    emptyLines(at: 0)
    if chance(5) { text += "...\n" }
    if chance(6) { text.removeLast() }
  }

  // MARK: Chance

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return range.lowerBound + Int((mixed ^ (mixed >> 31)) % UInt64(range.count))
  }

  private mutating func chance(_ oneIn: Int) -> Bool { number(1...oneIn) == 1 }

  private mutating func blanks(_ range: ClosedRange<Int>) -> String {
    String(repeating: " ", count: number(range))
  }

  // MARK: Between

  private mutating func comment() -> String {
    comments += 1
    return "#c\(comments)" + blanks(0...2)
  }

  /// Empty lines and comments; comments are no deeper than what follows.
  private mutating func emptyLines(at indent: Int) {
    for _ in 0..<number(0...3) where chance(2) {
      text += chance(2) ? blanks(0...4) + "\n" : blanks(0...indent) + comment() + "\n"
    }
  }

  private mutating func endLine() {
    if chance(4) { text += blanks(1...5) + comment() } else if chance(4) { text += blanks(1...3) }
    text += "\n"
  }

  // MARK: Blocks

  private mutating func map(at indent: Int, depth: Int) {
    for index in 0..<number(1...4) {
      if index > 0 {
        emptyLines(at: indent)
        text += String(repeating: " ", count: indent)
      }
      text += key(index) + blanks(0...1) + ":"
      value(below: indent, depth: depth, isItem: false)
    }
  }

  private mutating func list(at indent: Int, depth: Int) {
    for index in 0..<number(1...4) {
      if index > 0 {
        emptyLines(at: indent)
        text += String(repeating: " ", count: indent)
      }
      text += "-"
      value(below: indent, depth: depth, isItem: true)
    }
  }

  private mutating func key(_ index: Int) -> String {
    switch number(1...4) {
    case 1: "\"k \(index)\""
    case 2: "'ké\(index)'"
    default: "k\(index)"
    }
  }

  private mutating func value(below indent: Int, depth: Int, isItem: Bool) {
    let inner = indent + number(1...4)
    switch number(1...(depth < 4 ? 12 : 8)) {
    case 1: endLine()
    case 2: blockText(at: inner)
    case 3:
      text += blanks(1...3) + "\"two \n" + String(repeating: " ", count: inner) + "  lines\""
      endLine()
    case 4, 5:
      text += blanks(1...6)
      flow(at: inner, depth: depth)
      endLine()
    case 6...8:
      text += blanks(1...6) + scalar(isInFlow: false)
      endLine()
    case 9...10: block(at: inner, depth: depth, isItem) { $0.map(at: $1, depth: depth + 1) }
    default:
      // A list may stand right below its key.
      let place = isItem || chance(2) ? inner : indent
      block(at: place, depth: depth, isItem) { $0.list(at: $1, depth: depth + 1) }
    }
  }

  private mutating func block(
    at indent: Int, depth: Int, _ isItem: Bool, _ body: (inout UntidyFile, Int) -> Void
  ) {
    if isItem, chance(2) {
      let line = text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
      let gap = blanks(1...3)
      text += gap
      return body(&self, line.unicodeScalars.count + gap.unicodeScalars.count)
    }
    endLine()
    emptyLines(at: indent)
    text += String(repeating: " ", count: indent)
    body(&self, indent)
  }

  private mutating func blockText(at indent: Int) {
    let blank = String(repeating: " ", count: indent)
    text += " " + ["|", ">", "|-", ">-"][number(0...3)]
    endLine()
    for _ in 0..<number(1...3) {
      text += blank + blanks(0...0) + "text #no \(number(1...9))\n"
      if chance(3) { text += "\n" + blank + "  more\n" }
    }
  }

  // MARK: Scalars and brackets

  private mutating func scalar(isInFlow: Bool) -> String {
    let texts = [
      "word", "two words", "12", "-3.5e2", "true", "~", "null", "\"q # no\"", "'it''s'",
      "\"\\n\\\"\"",
      "a#b", "http://x/y", "2026-01-01", "grün", "\"\"", "''",
    ]
    return texts[number(0...(texts.count - 1))]
  }

  private mutating func flow(at indent: Int, depth: Int) {
    let isMap = chance(2)
    text += isMap ? "{" : "["
    let count = number(0...4)
    for index in 0..<count {
      gap(at: indent)
      if isMap { text += key(index) + blanks(0...1) + ": " + blanks(0...2) }
      if depth < 4, chance(4) {
        flow(at: indent, depth: depth + 1)
      } else if !isMap || !chance(6) {
        text += scalar(isInFlow: true)
      }
      gap(at: indent)
      if index < count - 1 || chance(4) { text += "," }
    }
    gap(at: indent)
    text += isMap ? "}" : "]"
  }

  private mutating func gap(at indent: Int) {
    if !chance(8) { return text += blanks(0...2) }
    endLine()
    emptyLines(at: indent)
    text += String(repeating: " ", count: indent) + blanks(0...3)
  }
}
