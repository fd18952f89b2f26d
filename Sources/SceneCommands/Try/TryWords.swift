import SceneScenarios

/// The words that a step can have where it is tried out, for the key Tab.
struct TryWords {
  /// What can stand at the start of a line.
  private let first: [String]
  /// Names that the app declares, and words of the language.
  private let names: [String]
  private var windows: [String] = []

  init(_ script: TryScript, sessionWords: [String]) {
    first = (StepCatalogue.all.map { $0.name } + sessionWords).sorted()
    names = (script.declaredNames + ScenarioLanguage.modifiers.map(\.name)).uniqued().sorted()
  }

  /// The same with the windows that are there now.
  func adding(_ script: TryScript) -> TryWords {
    var result = self
    result.windows = script.screens.flatMap { $0.windows.map(\.name) + $0.disconnected }.uniqued()
    return result
  }

  /// What can stand where a text ends.
  func complete(_ text: String) -> LineEditor.Completion {
    let typed = String(text.reversed().prefix { EditedLine.isWord($0) }.reversed())
    let before = String(text.dropLast(typed.count)).trimmingBlanks
    if typed.isEmpty, before.isEmpty { return .init(typed: "", words: first) }
    let isVerb = before.isEmpty || before == "-" || before == "{" || before == "- {"
    var words = isVerb ? first : names + windows
    if isVerb, before.hasSuffix("{") { words += names }
    if !isVerb, before.hasPrefix("help") { words = StepCatalogue.all.map { $0.name }.sorted() }
    let verb = String(before.drop { !EditedLine.isWord($0) }.prefix { EditedLine.isWord($0) })
    if !isVerb, let step = StepCatalogue.type(named: verb) { words += step.argument.keys }
    return .init(typed: typed, words: words.uniqued().filter { $0.hasPrefix(typed) })
  }
}
