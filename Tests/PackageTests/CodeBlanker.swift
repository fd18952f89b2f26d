/// Replaces comments and string contents by blanks, so that rules see only code.
///
/// Keeps every line break, therefore line numbers stay right. It knows nested comments, raw and
/// multi-line strings and code inside interpolations; it does not know regex literals.
struct CodeBlanker {
  private static let open = UInt8(ascii: "(")
  private static let close = UInt8(ascii: ")")
  private static let hash = UInt8(ascii: "#")
  private static let quote = UInt8(ascii: "\"")
  private static let slash = UInt8(ascii: "/")
  private static let backslash = UInt8(ascii: "\\")
  private static let newline = UInt8(ascii: "\n")
  private static let blank = UInt8(ascii: " ")

  private enum Mode {
    case code(openParentheses: Int)
    case lineComment
    case blockComment(depth: Int)
    case string(hashes: Int, isMultiline: Bool)
  }

  private let characters: [UInt8]
  private var index = 0
  private var modes: [Mode] = [.code(openParentheses: 0)]
  private var output: [UInt8] = []

  private init(_ text: String) {
    characters = Array(text.utf8)
    output.reserveCapacity(characters.count)
  }

  static func blank(_ text: String) -> String {
    var blanker = CodeBlanker(text)
    while blanker.index < blanker.characters.count { blanker.step() }
    return String(decoding: blanker.output, as: UTF8.self)
  }

  private mutating func step() {
    switch modes[modes.count - 1] {
    case .code(let open): stepInCode(open)
    case .lineComment: stepInLineComment()
    case .blockComment(let depth): stepInBlockComment(depth)
    case .string(let hashes, let isMultiline): stepInString(hashes, isMultiline)
    }
  }

  private mutating func stepInCode(_ open: Int) {
    // Almost every byte begins nothing.
    switch characters[index] {
    case Self.slash, Self.hash, Self.quote, Self.open, Self.close: break
    default: return keep()
    }
    if starts(with: "//") {
      modes.append(.lineComment)
    } else if starts(with: "/*") {
      skip(2)
      modes.append(.blockComment(depth: 1))
    } else if let hashes = hashesOfStringStart() {
      skip(hashes)
      let isMultiline = starts(with: "\"\"\"")
      skip(isMultiline ? 3 : 1)
      modes.append(.string(hashes: hashes, isMultiline: isMultiline))
    } else if characters[index] == Self.open {
      modes[modes.count - 1] = .code(openParentheses: open + 1)
      keep()
    } else if characters[index] == Self.close {
      if open == 1, modes.count > 1 {
        modes.removeLast()
        skip(1)
      } else {
        modes[modes.count - 1] = .code(openParentheses: open - 1)
        keep()
      }
    } else {
      keep()
    }
  }

  private mutating func stepInLineComment() {
    if characters[index] == Self.newline {
      modes.removeLast()
    } else {
      skip(1)
    }
  }

  private mutating func stepInBlockComment(_ depth: Int) {
    if starts(with: "*/") {
      skip(2)
      modes.removeLast()
      if depth > 1 { modes.append(.blockComment(depth: depth - 1)) }
    } else if starts(with: "/*") {
      skip(2)
      modes[modes.count - 1] = .blockComment(depth: depth + 1)
    } else {
      skip(1)
    }
  }

  private mutating func stepInString(_ hashes: Int, _ isMultiline: Bool) {
    switch characters[index] {
    case Self.backslash, Self.quote, Self.newline: break
    default: return skip(1)
    }
    let marks = String(repeating: "#", count: hashes)
    let end = (isMultiline ? "\"\"\"" : "\"") + marks
    if starts(with: "\\" + marks + "(") {
      skip(hashes + 2)
      modes.append(.code(openParentheses: 1))
    } else if starts(with: "\\" + marks) {
      skip(hashes + 2)
    } else if starts(with: end) || (!isMultiline && characters[index] == Self.newline) {
      if characters[index] != Self.newline { skip(end.utf8.count) }
      modes.removeLast()
    } else {
      skip(1)
    }
  }

  private func hashesOfStringStart() -> Int? {
    var end = index
    while end < characters.count, characters[end] == Self.hash { end += 1 }
    return end < characters.count && characters[end] == Self.quote ? end - index : nil
  }

  private func starts(with text: String) -> Bool {
    var position = index
    for character in text.utf8 {
      guard position < characters.count, characters[position] == character else { return false }
      position += 1
    }
    return true
  }

  private mutating func keep() {
    output.append(characters[index])
    index += 1
  }

  private mutating func skip(_ count: Int) {
    for _ in 0..<count where index < characters.count {
      output.append(characters[index] == Self.newline ? Self.newline : Self.blank)
      index += 1
    }
  }
}
