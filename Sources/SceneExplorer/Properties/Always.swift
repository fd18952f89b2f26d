import SceneScenarios

/// What the app itself says has to hold after each step (`explore: { always: … }`).
enum Always: Property {
  static let name = "always"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    for (index, always) in moment.facts.app.explore.always.enumerated() {
      if let when = always.when, moment.mismatch(when) { continue }
      guard moment.mismatch(always.expect) else { continue }
      return found(
        "rule \(index + 1)", "rule \(index + 1) of `always` does not hold: \(words(of: always))",
        Expected(always.expect.written, at: ""))
    }
    return nil
  }

  private static func words(of always: ExploreDeclaration.Always) -> String {
    let words = (always.when.map { "when \($0.written), " } ?? "") + always.expect.written
    return words.count > limit ? words.prefix(limit) + "…" : words
  }

  /// What is longer is cut: the scenario has it all.
  private static let limit = 120
}
