import SceneReports
import SceneScenarios

/// Gets steps from whoever types: with an editor at a terminal, else line by line.
struct TryInput {
  private let console: Console
  private var editor: LineEditor?
  /// A line that was read and begins the next step.
  private var early: String?

  init(_ console: Console) {
    self.console = console
    let canMove = console.variable("TERM") != "dumb" && !console.isPlain
    guard canMove, console.surroundings.inputIsTerminal else { return }
    editor = console.surroundings.keys.map { LineEditor(console, $0) }
  }

  /// The next step or word, of one line or several; nil at the end.
  mutating func next(_ words: TryWords) throws(CommandFailure) -> String? {
    guard let first = try line(prompt: "> ", words) else { return nil }
    var text = first.trimmingBlanks
    var goesOn = UnfinishedStep(text)
    while goesOn.isOpen {
      guard let line = try line(prompt: "· ", words) else { break }
      if line.allSatisfy(\.isWhitespace) { break }
      if !goesOn.takes(line) {
        early = line
        break
      }
      text += "\n" + line
      goesOn = UnfinishedStep(text)
    }
    // The arrows bring back a step of several lines if it can stand on one.
    if !text.contains("\n") || goesOn.canBeOneLine {
      editor?.remember(
        text.split(separator: "\n").map { String($0).trimmingBlanks }
          .joined(separator: " "))
    }
    return text
  }

  private mutating func line(
    prompt: String, _ words: TryWords
  ) throws(CommandFailure) -> String? {
    if let line = early {
      early = nil
      return line
    }
    let isTerminal = console.surroundings.inputIsTerminal
    let prompt = console.symbols == .plain && prompt != "> " ? ". " : prompt
    let line: String?
    if editor == nil {
      if isTerminal { try console.write(prompt) }
      try console.flush()
      line = console.surroundings.readLine()
      try console.checkInterruption()
      if line == nil, isTerminal { try console.write("\n") }
    } else {
      editor?.complete = words.complete
      line = try editor?.line(prompt: prompt)
      try console.checkInterruption()
    }
    return line
  }
}

/// Whether a step goes on in the next line: a bracket is open, or a block has begun.
struct UnfinishedStep {
  private var depth = 0
  private var quote: Character?
  private let isBlock: Bool
  /// Whether the step is one of a list, so that what belongs to it stands further right.
  private let isItem: Bool

  init(_ text: String) {
    var isComment = false
    var before: Character = " "
    var closed: Character?
    for character in text {
      defer { before = character }
      if character.isNewline { isComment = false }
      if isComment { continue }
      if let open = quote {
        // In double quotes a backslash takes the next character along.
        if open == "\"", before == "\\", character != "\n" {
          before = " "
          continue
        }
        if character == open { (quote, closed) = (nil, open) }
        continue
      }
      // Two of them stand for one in a text in single quotes.
      defer { closed = nil }
      switch character {
      case "'" where closed == "'": quote = "'"
      case "\"", "'": if " {[,:".contains(before) { quote = character }
      case "#" where before.isWhitespace: isComment = true
      case "{", "[": depth += 1
      case "}", "]": depth -= 1
      default: break
      }
    }
    let lines = text.split(whereSeparator: \.isNewline)
    isItem = text.hasPrefix("- ")
    let verb = String((lines.first ?? "").drop { !$0.isLetter }.prefix { $0 != ":" })
    // Steps around others are nothing without those; `include` has them in a file.
    let isFlow =
      StepCatalogue.type(named: verb) is any FlowStep.Type && verb != "include"
      && lines.first?.contains("{") == false
    isBlock =
      lines.count > 1 && depth == 0 && lines.first?.last == ":" || text.last == ":" || isFlow
  }

  var isOpen: Bool { depth > 0 || isBlock }

  /// Whether a line belongs to the step: it stands further right, or begins no step itself.
  ///
  /// So a bracket that was forgotten costs one step, and not all that follow.
  func takes(_ line: String) -> Bool {
    if quote != nil || line.first?.isWhitespace == true { return true }
    let start = line.hasPrefix("- ") ? line.dropFirst(2) : line[...]
    let beginsStep = StepCatalogue.type(named: String(start.prefix { $0 != ":" })) != nil
    return !beginsStep && (depth > 0 || !isItem)
  }

  /// Whether a blank may stand for each line end.
  var canBeOneLine: Bool { !isBlock && depth <= 0 && quote == nil }
}
