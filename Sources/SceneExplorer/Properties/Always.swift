import SceneScenarios

/// What the app itself says has to hold after each step (`explore: { always: … }`).
enum Always: Property {
  static let name = "always"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    for (index, always) in moment.facts.app.explore.always.enumerated() {
      if let when = always.when, moment.mismatch(when) { continue }
      guard moment.mismatch(always.expect) else { continue }
      return Violation(
        property: name, cause: "rule \(index + 1)",
        sentence: "rule \(index + 1) of `always` does not hold",
        expectation: always.expect.written, lookedAt: "")
    }
    return nil
  }
}
