import SceneScenarios
import SceneState

/// Reads lines that a person edits, with the lines before at the arrows.
struct LineEditor {
  /// What can stand where the cursor is.
  struct Completion {
    /// The beginning of the word that is completed.
    let typed: String
    let words: [String]
  }

  private let console: Console
  private let terminal: KeyTerminal
  private var history = LineHistory()
  private var keys = EditorKeys()
  /// Keys that came with a line before, as when several lines are pasted.
  private var waiting: [EditorKey] = []
  var complete: (String) -> Completion = { _ in Completion(typed: "", words: []) }

  init(_ console: Console, _ terminal: KeyTerminal) {
    self.console = console
    self.terminal = terminal
  }

  /// The next line; nil at the end and after an interruption.
  ///
  /// The terminal is as it was before whenever this returns.
  mutating func line(prompt: String) throws(CommandFailure) -> String? {
    guard terminal.begin() else { return console.surroundings.readLine() }
    defer { terminal.end() }
    var line = EditedLine()
    try draw(line, prompt)
    while true {
      if waiting.isEmpty {
        let bytes = terminal.read()
        if bytes.isEmpty {
          try say("\r\n")
          return nil
        }
        waiting = keys.keys(after: bytes)
      }
      while !waiting.isEmpty {
        let key = waiting.removeFirst()
        switch key {
        case .enter:
          line.moveToEnd()
          try draw(line, prompt)
          try say("\r\n")
          return line.text
        case .interrupt:
          try say("^C\r\n")
          terminal.end()
          terminal.interrupt()
          return nil
        case .endOrDelete where line.isEmpty:
          try say("\r\n")
          return nil
        case .suspend:
          try say("\r\n")
          terminal.end()
          terminal.suspend()
          guard terminal.begin() else { return nil }
        case .tab: try completeWord(&line)
        case .clearScreen: try say("\u{1B}[H\u{1B}[2J")
        default: edit(&line, key)
        }
      }
      try draw(line, prompt)
    }
  }

  /// Keeps a line for the arrows.
  mutating func remember(_ line: String) { history.add(line) }

  private mutating func edit(_ line: inout EditedLine, _ key: EditorKey) {
    switch key {
    case .text(let text): line.insert(text)
    case .left: line.move(by: -1)
    case .right: line.move(by: 1)
    case .home: line.moveToStart()
    case .end: line.moveToEnd()
    case .wordLeft: line.moveToWord(by: -1)
    case .wordRight: line.moveToWord(by: 1)
    case .backspace: line.deleteBackward()
    case .delete, .endOrDelete: line.deleteForward()
    case .cutToEnd: line.cutToEnd()
    case .cutToStart: line.cutToStart()
    case .cutWord: line.cutWord()
    case .paste: line.paste()
    case .up, .down:
      if let other = history.line(by: key == .up ? -1 : 1, from: line.text) {
        line.replace(with: other)
      }
    case .tab, .enter, .interrupt, .suspend, .clearScreen: break
    }
  }

  // MARK: Completion

  /// Adds what all words that fit have in common; if that is nothing, shows them.
  private func completeWord(_ line: inout EditedLine) throws(CommandFailure) {
    let completion = complete(line.beforeCursor)
    let words = completion.words.filter { $0.hasPrefix(completion.typed) }.uniqued()
    guard var common = words.first else { return }
    for word in words { common = String(zip(common, word).prefix { $0 == $1 }.map(\.0)) }
    if common.count > completion.typed.count {
      line.insert(String(common.dropFirst(completion.typed.count)))
    } else if words.count > 1 {
      try say("\r\n\(words.map { SafeText.escaped($0) }.joined(separator: "  "))\r\n")
    }
  }

  // MARK: Drawing

  /// Draws the part of the line around the cursor that fits; it never wraps.
  private func draw(_ line: EditedLine, _ prompt: String) throws(CommandFailure) {
    let columns = max((terminal.width() ?? 80) - DisplayWidth.of(prompt) - 1, 1)
    let shown = LineView(line, columns: columns)
    var text = "\r\(prompt)\(shown.text)\u{1B}[K"
    let place = DisplayWidth.of(prompt) + shown.cursor
    text += place > 0 ? "\r\u{1B}[\(place)C" : "\r"
    try say(text)
  }

  private func say(_ text: String) throws(CommandFailure) {
    try console.write(text)
    try console.flush()
  }
}

/// The part of a line that a terminal shows, in columns.
struct LineView: Hashable {
  let text: String
  let cursor: Int

  init(_ line: EditedLine, columns: Int) {
    let shown = line.characters.map { SafeText.escaped(String($0)) }
    let widths = shown.map { DisplayWidth.of($0) }
    // As much before the cursor as fits, then as much behind it.
    var start = line.cursor
    var before = 0
    while start > 0, before + widths[start - 1] <= columns - 1 {
      start -= 1
      before += widths[start]
    }
    var end = line.cursor
    var used = before
    while end < shown.count, used + widths[end] <= columns {
      used += widths[end]
      end += 1
    }
    text = shown[start..<end].joined()
    cursor = before
  }
}
