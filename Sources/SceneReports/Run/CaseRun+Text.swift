package import SceneScenarios

extension CaseRun {
  /// How many of its steps ran: `26 steps`, or `5 of 17` if something stopped it.
  package var stepsText: String {
    if outcome == .invalid { return "not valid" }
    if outcome == .failed, let total { return "\(steps) of \(total)" }
    return Amount.count(steps, "step")
  }

  /// `01-shared-key · one key per scene`.
  package func heading(_ symbols: Symbols = .unicode) -> String {
    title.isEmpty ? Self.stem(of: file) : "\(Self.stem(of: file)) \(symbols.dot) \(title)"
  }

  /// The step that matters most: the one that failed, else the first.
  var firstStep: Int { (played.first { $0.outcome == .failed } ?? played.first)?.number ?? 1 }

  /// What became of the store in each step.
  var changes: [[StoredValueChange]] {
    played.indices.map { index in
      StoredValueChange.all(
        from: index == 0 ? [] : played[index - 1].stored, to: played[index].stored)
    }
  }
}
