import SceneScenarios
internal import SceneState

/// Says what can stand at the last of some words, for the shells' completion scripts.
struct Completer {
  /// A word that fits, with what it means.
  struct Candidate: Hashable {
    let word: String
    let summary: String

    init(_ word: String, _ summary: String = "") {
      self.word = word
      self.summary = summary
    }
  }

  /// What fits: words, or whatever the shell knows of files.
  struct Answer: Equatable {
    var candidates: [Candidate] = []
    var takesFiles = false
    var takesFolders = false
  }

  let commands: [Command]
  /// The titles of the cases of a scenario file; none if it cannot be read.
  let titles: (String) -> [String]
  /// What is in stores; nothing if it cannot be read.
  var stores = StoreCompletion()

  /// The words with `--format`, `=`, `json` made one again: bash takes them apart.
  private static func whole(_ words: [String]) -> [String] {
    var whole: [String] = []
    for (index, word) in words.enumerated() {
      let isBehind = index > 1 && words[index - 1] == "=" && words[index - 2].hasPrefix("--")
      let isMark = word == "=" && index > 0 && words[index - 1].hasPrefix("--")
      if isBehind || isMark { whole[whole.count - 1] += word } else { whole.append(word) }
    }
    return whole
  }

  /// What fits the last of the words after `scenesim`, which is being typed and may be empty.
  func answer(for words: [String]) -> Answer {
    let words = Self.whole(words)
    let typed = words.last ?? ""
    let line = Line(Array(words.dropLast()), commands: commands)
    if let option = line.openOption {
      return answer(option.source, line, typed: typed)
    }
    if !line.isLiteral, typed.hasPrefix("--"), let end = typed.firstIndex(of: "=") {
      let name = typed[typed.index(typed.startIndex, offsetBy: 2)..<end]
      guard let option = line.options.first(where: { $0.name == name }) else { return Answer() }
      return answer(option.source, line, typed: typed, before: String(typed[...end]))
    }
    if !line.isLiteral, typed.hasPrefix("-") {
      return Answer(
        candidates: line.options.filter { !line.given.contains($0.name) }
          .map { Candidate("--\($0.name)", $0.help) }.filter { $0.word.hasPrefix(typed) })
    }
    guard let command = line.command else { return Answer(candidates: names(line, typed)) }
    return answer(command.source(ofOperand: line.operands.count), line, typed: typed)
  }

  /// The next word of the names of commands.
  private func names(_ line: Line, _ typed: String) -> [Candidate] {
    let begun = line.words
    let next = commands.filter { $0.words.starts(with: begun) && $0.words.count > begun.count }
    let words = next.map { command in
      let isGroup = command.words.count > begun.count + 1
      return Candidate(command.words[begun.count], isGroup ? "" : command.abstract)
    }
    return words.uniqued().filter { $0.word.hasPrefix(typed) }
  }

  private func answer(
    _ source: ValueSource, _ line: Line, typed: String, before: String = ""
  ) -> Answer {
    let found: [Candidate]
    switch source {
    case .nothing: found = []
    case .files: return Answer(takesFiles: true)
    case .folders: return Answer(takesFolders: true)
    case .words(let words): found = words.map { Candidate($0) }
    case .steps: found = StepCatalogue.all.map { Candidate($0.name, $0.summary) }
    case .codes:
      found = CommandCodes.everyCode.map { Candidate($0.code.rawValue, $0.sentence) }
    case .help:
      let groups = commands.filter { $0.words.count > 1 }.map { Candidate($0.words[0]) }
      found =
        commands.filter { $0.words.count == 1 }.map { Candidate($0.name, $0.abstract) }
        + groups.uniqued() + HelpTopic.allCases.map { Candidate($0.rawValue, $0.abstract) }
    case .storeOrAddress:
      // Without an operand the store may be known all the same.
      guard let store = stores.directory(of: line.store, line.operands) else {
        return Answer(takesFolders: true)
      }
      return Answer(
        candidates: stores.addresses(store, typed: typed), takesFolders: line.store == nil)
    case .addresses:
      guard let store = stores.directory(of: line.store, line.operands) else { return Answer() }
      return Answer(candidates: stores.addresses(store, typed: typed))
    case .keys:
      found = stores.directory(of: line.store, line.operands).map(stores.keys) ?? []
    case .cases: found = line.operands.flatMap(titles).uniqued().map { Candidate($0) }
    }
    return Answer(
      candidates: found.map { Candidate(before + $0.word, $0.summary) }
        .filter { $0.word.hasPrefix(typed) })
  }
}

/// The words before the one that is typed.
private struct Line {
  private(set) var command: Command?
  /// What stands where the names of commands stand.
  private(set) var words: [String] = []
  private(set) var operands: [String] = []
  private(set) var given: Set<String> = []
  /// The folder that `--store` names.
  private(set) var store: String?
  /// The option that waits for its value.
  private(set) var openOption: CommandOption?
  /// Whether `--` was there.
  private(set) var isLiteral = false
  private let known: [CommandOption]

  var options: [CommandOption] { (command?.options ?? []) + GlobalOptions.all }

  init(_ line: [String], commands: [Command]) {
    known = GlobalOptions.all + commands.flatMap(\.options)
    for word in line {
      if let option = openOption {
        if option.name == "store" { store = word }
        openOption = nil
      } else if !isLiteral, word == "--" {
        isLiteral = true
      } else if !isLiteral, word.hasPrefix("-"), word != "-" {
        take(option: word)
      } else if command == nil {
        words.append(word)
        command = commands.first { $0.words == words }
      } else {
        operands.append(word)
      }
    }
  }

  private mutating func take(option word: String) {
    let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
    let options = self.options + known
    let found = options.first { option in
      word.hasPrefix("--") ? option.name == name : option.short.map { word == "-\($0)" } ?? false
    }
    guard let found else { return }
    given.insert(found.name)
    let needsValue = found.valueName != nil && found.alone == nil
    if needsValue, !word.contains("=") { openOption = found }
    if found.name == "store", let value = word.firstIndex(of: "=") {
      store = String(word[word.index(after: value)...])
    }
  }
}
