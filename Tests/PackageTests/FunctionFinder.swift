/// Finds the functions of a Swift file and how many lines each has.
enum FunctionFinder {
  struct Function {
    let name: String
    /// From 1.
    let line: Int
    let lineCount: Int
  }

  static func functions(in file: SourceText) -> [Function] {
    let text = Array(file.codeLines.joined(separator: "\n"))
    var functions: [Function] = []
    var line = 1
    var index = 0
    while index < text.count {
      if text[index].isNewline { line += 1 }
      guard isWordStart(text, index) else {
        index += 1
        continue
      }
      let word = word(text, at: index)
      if ["func", "init", "deinit"].contains(word), !isMember(text, index),
        let body = body(text, after: index + word.count)
      {
        let breaks = text[index..<body].count(where: \.isNewline)
        functions.append(Function(name: word, line: line, lineCount: breaks + 1))
      }
      index += word.count
    }
    return functions
  }

  /// The index of the brace that ends the body, or nil for a declaration without one.
  private static func body(_ text: [Character], after start: Int) -> Int? {
    var depth = 0
    var index = start
    while index < text.count {
      switch text[index] {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return closingBrace(text, from: index)
      case "}" where depth == 0: return nil
      case let character where character.isNewline && depth == 0:
        guard continues(text, afterLineBreak: index) else { return nil }
      default: break
      }
      if depth < 0 { return nil }
      index += 1
    }
    return nil
  }

  private static func closingBrace(_ text: [Character], from start: Int) -> Int? {
    var depth = 0
    for index in start..<text.count {
      if text[index] == "{" { depth += 1 }
      if text[index] == "}" {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  /// Whether a declaration goes on after a line break outside parentheses.
  private static func continues(_ text: [Character], afterLineBreak index: Int) -> Bool {
    if let last = text[..<index].last(where: { !$0.isWhitespace }), ",>&".contains(last) {
      let isArrowOrList =
        last != ">"
        || text[..<index].reversed().drop(while: \.isWhitespace)
          .dropFirst().first == "-"
      if isArrowOrList { return true }
    }
    let next = text[index...].drop(while: \.isWhitespace)
    guard let first = next.first else { return false }
    if first == "{" || first == "-" { return true }
    let word = String(next.prefix(while: { $0.isLetter }))
    return ["where", "throws", "rethrows", "async"].contains(word)
  }

  private static func isWordStart(_ text: [Character], _ index: Int) -> Bool {
    isWordPart(text[index]) && (index == 0 || !isWordPart(text[index - 1]))
  }

  private static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func isMember(_ text: [Character], _ index: Int) -> Bool {
    index > 0 && (text[index - 1] == "." || text[index - 1] == "`")
  }

  private static func word(_ text: [Character], at index: Int) -> String {
    String(text[index...].prefix(while: isWordPart))
  }
}
