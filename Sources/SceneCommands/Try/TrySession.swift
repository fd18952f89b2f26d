import SceneState
import SceneReports
import SceneScenarios
import SceneSimulator

/// The prompt of `scenesim try`: a line is a step, or one of a few words.
struct TrySession {
  private let console: Console
  private var script: TryScript
  /// What `undo` goes back to.
  private var earlier: [TryScript] = []

  private static let words: [(word: String, does: String)] = [
    ("undo", "takes the last step back"),
    ("history", "lists the steps so far"),
    ("save FILE", "writes them as a scenario"),
    ("app", "shows the app"),
    ("store", "shows what is stored"),
    ("trace", "shows what happened in each step"),
    ("help [STEP]", "shows this, or how a step is written"),
    ("exit", "ends, as the end of the input does"),
  ]
  private static let names = words.map { String($0.word.prefix { $0 != " " }) }

  private var input: TryInput
  /// Whether a step was refused, or is not as it should be.
  private var hasFailed = false

  init(_ script: TryScript, console: Console) {
    self.script = script
    self.console = console
    input = TryInput(console)
  }

  /// Answers line by line; where nobody types, a step that was refused is the answer *no*.
  mutating func run() throws(CommandFailure) -> ExitCode {
    let isTerminal = console.surroundings.inputIsTerminal
    if isTerminal { try console.write("Type a step, such as `launch: A`, or help.\n") }
    let words = TryWords(script, sessionWords: Self.names)
    while let text = try input.next(words.adding(script)) {
      if text == "exit" { break }
      if !text.isEmpty, !text.hasPrefix("#") { try act(on: text) }
    }
    return hasFailed && !isTerminal ? .no : .success
  }

  private mutating func act(on text: String) throws(CommandFailure) {
    let word = String(text.prefix { $0 != " " })
    let rest = String(text.dropFirst(word.count)).trimmingBlanks
    switch word {
    case "undo" where rest.isEmpty: try undo()
    case "history" where rest.isEmpty: try history()
    case "save": try save(rest)
    case "app" where rest.isEmpty: try show(script.app)
    case "store" where rest.isEmpty: try showStore()
    case "trace" where rest.isEmpty: try console.write(script.run?.trace.description ?? "")
    case "help": try help(rest)
    default: try step(text)
    }
  }

  private mutating func step(_ text: String) throws(CommandFailure) {
    switch script.adding(text) {
    case .accepted(let next, let isLook):
      earlier.append(script)
      script = next
      if isLook { try console.write("\(console.symbols.passed)\n") } else { try draw() }
    case .refused(let diagnostics, let source):
      hasFailed = true
      for var diagnostic in diagnostics {
        // There is no file yet that could be run.
        diagnostic.next = nil
        try console.writeWords(
          DiagnosticRenderer.text(
            diagnostic, source: source,
            layout: .init(color: console.paint.isOn, width: console.width)))
      }
      let word = String(text.prefix { $0.isLetter })
      if diagnostics.contains(where: { $0.code == .noSuchStep }),
        let near = ErrorText.suggestion(for: word, among: Self.names)
      {
        try console.write("  here   \(near)\n")
      }
    }
  }

  private func draw() throws(CommandFailure) {
    let drawing = WindowDrawing(width: console.width ?? 80, symbols: console.symbols)
    try console.write(lines: script.screens.flatMap { drawing.lines($0) })
  }

  private mutating func undo() throws(CommandFailure) {
    guard let last = earlier.popLast() else { return try console.write("there is no step yet\n") }
    let gone = script.steps.last ?? ""
    script = last
    let shown = gone.replacing("\n", with: " ")
    try console.write("took back  \(SafeText.escaped(shown))\n")
    try draw()
  }

  private func history() throws(CommandFailure) {
    for (index, step) in script.steps.enumerated() {
      var number = DisplayWidth.rightAligned(String(index + 1), to: 3)
      for line in step.split(separator: "\n") {
        try console.write("\(number)  \(SafeText.escaped(String(line)))\n")
        number = "   "
      }
    }
  }

  private func show(_ lines: [String]) throws(CommandFailure) {
    for line in lines { try console.write(SafeText.escaped(line) + "\n") }
  }

  private func showStore() throws(CommandFailure) {
    let stored = script.run?.played.last?.stored ?? []
    if stored.isEmpty { try console.write("nothing is stored\n") }
    let places = stored.map { $0.device.isEmpty ? $0.address : "\($0.device) \($0.address)" }
    let width = places.map(DisplayWidth.of).max() ?? 0
    try show(
      zip(places, stored).map { "\(DisplayWidth.padded($0, to: width))  \($1.json)" })
  }

  private mutating func save(_ name: String) throws(CommandFailure) {
    let path = name.hasSuffix(".yaml") ? name : name + ScenarioFiles.ending
    let shown = SafeText.escaped(path)
    let isRefused =
      if name.isEmpty {
        "save needs the name of a file"
      } else if script.steps.isEmpty {
        "there is no step to save yet"
      } else if OutputFile.exists(path) {
        "there is a file '\(shown)' already"
      } else {
        String?.none
      }
    if let isRefused {
      hasFailed = true
      return try console.write("\(isRefused)\n")
    }
    do throws(CommandFailure) {
      guard try console.save(Array(script.text.utf8), to: path, .creating) else { return }
    } catch {
      hasFailed = true
      return try console.write(ErrorText.lines(error, paint: console.paint))
    }
    try console.write("saved \(shown)\nnext  scenesim run \(shown)\n")
  }

  private func help(_ name: String) throws(CommandFailure) {
    if let step = StepCatalogue.type(named: name) {
      return try console.writeWords(StepPage(step: step).terminal)
    }
    if !name.isEmpty {
      let near = ErrorText.suggestion(for: name, among: StepCatalogue.all.map { $0.name })
      return try console.write("there is no step '\(name)'\(near.map { "; \($0)" } ?? "")\n")
    }
    try console.write("A line is a step: `launch: A`, `set: {draft: x}`, `{in: B, select: tab}`.\n")
    try console.write(
      "It may go on in the next lines: until its brackets close, or an empty line.\n")
    for (word, does) in Self.words {
      try console.write("  \(DisplayWidth.padded(word, to: 12))  \(does)\n")
    }
    var line = "steps:"
    for step in StepCatalogue.all {
      // A terminal would break the line inside a word.
      if DisplayWidth.of(line) + step.name.count >= console.width ?? 80 {
        try console.write(line + "\n")
        line = ""
      }
      line += " \(step.name)"
    }
    try console.write(line + "\n")
  }
}
