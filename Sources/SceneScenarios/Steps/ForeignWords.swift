/// Words for steps in other tools, such as Maestro, Playwright and XCUITest, and what is said here.
package enum ForeignWords {
  /// What to write in place of a word of another tool; nil for a word that none of them has.
  package static func hint(for word: String) -> String? {
    let hints = OtherWords.steps
    let letters = word.lowercased().filter { $0.isLetter }
    if let hint = hints[letters] ?? (letters.hasPrefix("xctassert") ? hints["assert"] : nil) {
      return hint
    }
    // `set(draft: …)` calls a step as if it were a function.
    if let open = word.firstIndex(of: "("),
      let step = StepCatalogue.type(named: String(word[..<open]))
    {
      return "it is written like `\(step.syntax)`"
    }
    // `app.terminate()` and `A.tap`: what is called stands last.
    guard word.contains(where: { ".(".contains($0) }) else { return nil }
    let called = word.split { !$0.isLetter }.last { hints[$0.lowercased()] != nil }
    return called.flatMap { hints[$0.lowercased()] }
  }

  /// Whether a word is meant as a step although something that is looked at has its name.
  static func comesFirst(_ word: String) -> Bool { word == "url" }
}
