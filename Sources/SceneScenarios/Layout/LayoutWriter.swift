/// Writes a document in its new layout, going through its nodes and its text side by side.
struct LayoutWriter {
  /// How much deeper what stands below a key or a dash is.
  static let step = 2

  var scanner: LayoutScanner
  private(set) var lines: [LayoutLine] = []
  /// What was read already and belongs before the next value.
  private var held = LayoutScanner.Trivia()
  private var needsBlank = false
  /// The blocks that have just ended, innermost first: a comment may still belong to them.
  private var closed: [Level] = []
  /// The indentation of lines in brackets.
  var flowBase = 0
  /// Whether the file ends inside a text that must not get a line end.
  var endsOpen = false

  init(_ file: SourceFile) { scanner = LayoutScanner(file) }

  mutating func document(_ root: Node) throws(LayoutLost) {
    var trivia = takeTrivia()
    if scanner.passesMarker("---") { trivia = trivia.followed(by: takeTrivia()) }
    place(trivia, column: 0, indent: 0)
    startLine(0)
    if isBlock(root) {
      try block(root, indent: 0)
    } else if !isNothing(root) {
      try scalarOrFlow(root, in: Level(column: 0, indent: -Self.step), Gap(count: 0))
    }
    trivia = takeTrivia()
    while scanner.passesMarker("...") { trivia = trivia.followed(by: takeTrivia()) }
    place(trivia, column: 0, indent: 0)
    guard scanner.next == nil else { throw scanner.lost }
    if lines.count == 1, lines[0].pieces.isEmpty { lines = [] }
  }

  // MARK: Blocks

  private func isBlock(_ node: Node) -> Bool {
    node.style == .block && (node.map != nil || node.list != nil)
  }

  /// A value that is not written at all.
  func isNothing(_ node: Node) -> Bool {
    node.isNull && node.style == .plain && node.range.start == node.range.end
  }

  /// A block: where it stood, counted from 1, and where it stands now, counted from 0.
  struct Level {
    var column: Int
    var indent: Int
  }

  /// Writes a map or list by indentation; its first line has been started.
  private mutating func block(_ node: Node, indent: Int) throws(LayoutLost) {
    let level = Level(column: node.range.start.column, indent: indent)
    for (index, entry) in (node.map ?? []).enumerated() {
      if index > 0 { separate(level) }
      try self.entry(entry, in: level)
    }
    for (index, item) in (node.list ?? []).enumerated() {
      if index > 0 { separate(level) }
      try scanner.pass(UInt8(ascii: "-"))
      append("-", Gap(count: 1))
      try self.item(item, in: level)
    }
    closed.append(level)
  }

  private mutating func separate(_ level: Level) {
    place(takeTrivia(), column: level.column, indent: level.indent)
    startLine(level.indent)
  }

  private mutating func entry(_ entry: Entry, in level: Level) throws(LayoutLost) {
    append(try scanner.text(to: entry.key.range.end), Gap(count: 1))
    holdBeforeMark()
    try scanner.pass(UInt8(ascii: ":"))
    glue(":")
    if isNothing(entry.value) { return }
    let trivia = takeTrivia().closeToKey
    if isBlock(entry.value) {
      let column = entry.value.range.start.column
      place(trivia, column: column, indent: level.indent + Self.step)
      startLine(level.indent + Self.step)
      return try block(entry.value, indent: level.indent + Self.step)
    }
    try value(entry.value, after: trivia, in: level, isAlignable: true)
  }

  private mutating func item(_ node: Node, in level: Level) throws(LayoutLost) {
    if isNothing(node) { return }
    let trivia = takeTrivia().closeToKey
    guard isBlock(node) else {
      return try value(node, after: trivia, in: level, isAlignable: false)
    }
    if trivia.hasComments {
      place(trivia, column: node.range.start.column, indent: level.indent + Self.step)
      startLine(level.indent + Self.step)
    }
    try block(node, indent: level.indent + Self.step)
  }

  /// Writes a scalar or what stands in brackets, in the line of its key or dash if it can.
  private mutating func value(
    _ node: Node, after trivia: LayoutScanner.Trivia, in level: Level, isAlignable: Bool
  ) throws(LayoutLost) {
    var gap = Gap(count: 1)
    if trivia.hasComments {
      place(trivia, column: node.range.start.column, indent: level.indent + Self.step)
      startLine(level.indent + Self.step)
    } else if isAlignable {
      gap = Gap(count: trivia.hasLineEnd ? 1 : max(1, trivia.blanks), isAlignable: true)
    }
    try scalarOrFlow(node, in: level, gap)
  }

  private mutating func scalarOrFlow(
    _ node: Node, in level: Level, _ gap: Gap
  ) throws(LayoutLost) {
    flowBase = level.indent + Self.step
    if node.map != nil || node.list != nil {
      try flow(node, gap)
    } else if node.style == .block {
      try blockText(node, in: level, gap)
    } else {
      try scalar(node, gap)
    }
  }

  // MARK: Lines

  /// The blanks before a piece.
  struct Gap {
    var count: Int
    var isAlignable = false
  }

  /// What stands here before the next value or mark.
  mutating func takeTrivia() -> LayoutScanner.Trivia {
    defer { held = LayoutScanner.Trivia() }
    return held.followed(by: scanner.trivia())
  }

  /// Keeps what was read for the next time.
  mutating func hold(_ trivia: LayoutScanner.Trivia) { held = trivia }

  /// Keeps what stands before a comma or colon, which moves to the value before it.
  mutating func holdBeforeMark() {
    held = takeTrivia()
    held.blanks = 0
  }

  mutating func startLine(_ indent: Int) {
    if needsBlank { lines.append(.blank) }
    needsBlank = false
    closed = []
    lines.append(LayoutLine(indent: indent))
  }

  /// Adds a piece to the line; the first one has no blanks before it.
  mutating func append(_ text: String, _ gap: Gap) {
    let isFirst = lines[lines.count - 1].pieces.isEmpty
    lines[lines.count - 1].pieces.append(
      LayoutLine.Piece(
        text: text, gap: isFirst ? 0 : gap.count, isAlignable: !isFirst && gap.isAlignable))
  }

  /// Adds a mark directly behind the last piece.
  mutating func glue(_ mark: String) {
    let line = lines.count - 1
    guard !lines[line].pieces.isEmpty else { return append(mark, Gap(count: 0)) }
    lines[line].pieces[lines[line].pieces.count - 1].text += mark
  }

  /// Adds a line as a whole.
  mutating func appendLine(_ line: LayoutLine) { lines.append(line) }

  /// Takes back the blank behind a colon without a value.
  mutating func trimLine() {
    guard let line = lines.indices.last, let piece = lines[line].pieces.indices.last,
      lines[line].pieces[piece].text.hasSuffix(": ")
    else { return }
    lines[line].pieces[piece].text.removeLast()
  }

  /// Writes comments and empty lines.
  ///
  /// - Parameters:
  ///   - trivia: What to write.
  ///   - column: Where the block that goes on now stood.
  ///   - indent: Where it stands now.
  mutating func place(_ trivia: LayoutScanner.Trivia, column: Int, indent: Int) {
    for part in trivia.parts {
      switch part {
      case .blankLine: needsBlank = !lines.isEmpty
      case .comment(let text, let place, let gap, let isOwnLine):
        let comment = LayoutLine.Comment(text: text, column: place, gap: gap)
        if let last = lines.last, !needsBlank, !isOwnLine, last.comment == nil, !last.isComment {
          lines[lines.count - 1].comment = comment
        } else if let last = lines.last, !needsBlank, last.comment?.column == place {
          lines.append(LayoutLine(indent: 0, comment: comment))
        } else {
          if needsBlank { lines.append(.blank) }
          needsBlank = false
          let ended = closed.filter { $0.column > column && $0.column <= place }
          let level = ended.max { $0.column < $1.column }?.indent ?? indent
          lines.append(LayoutLine(indent: level, pieces: [LayoutLine.Piece(text: text)]))
        }
      }
    }
  }
}
