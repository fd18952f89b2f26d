package import SceneScenarios

/// Counts over all rows of a run.
package struct RunTotals: Sendable, Hashable {
  package private(set) var passed = 0
  package private(set) var failed = 0
  package private(set) var skipped = 0
  package private(set) var invalid = 0
  package private(set) var steps = 0

  package init(_ rows: [CaseRun] = []) {
    for row in rows { add(row) }
  }

  package mutating func add(_ row: CaseRun) {
    switch row.outcome {
    case .passed: passed += 1
    case .failed: failed += 1
    case .skipped: skipped += 1
    case .invalid: invalid += 1
    }
    steps += row.steps
  }

  package var runs: Int { passed + failed + skipped + invalid }

  /// `9 runs`, `8 passed`, `1 failed`: what is zero is left out.
  package var facts: [String] {
    var facts = [Amount.count(runs, "run")]
    if passed > 0 { facts.append("\(passed) passed") }
    if failed > 0 { facts.append("\(failed) failed") }
    if invalid > 0 { facts.append("\(invalid) not valid") }
    if skipped > 0 { facts.append("\(skipped) skipped") }
    return facts
  }
}
