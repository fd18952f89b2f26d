import SceneScenarios
import SceneSimulator

// What a window has to show though nothing that it showed before says so by itself.
extension WindowComparison {
  /// What an action was to take that the app had put off, and that nobody else has.
  func awaited() -> Violation? {
    for awaited in asleep.awaited {
      guard let (index, key) = facts.setKeys.first(where: { $0.key.name == awaited.key }),
        key.isTransient, let column = facts.shownColumn(of: key, in: now),
        now.values[index][column] != awaited.value
      else { continue }
      return Violation(
        property: Restores.name, cause: "\(key.name) \(awaited.action)",
        sentence: "`\(key.name)`, which `\(awaited.action)` was to take later, is lost \(way): it "
          + "lives in memory alone (`transient`)",
        expectation: facts.expectation(of: key, awaited.value, column, in: now),
        lookedAt: "\(name).")
    }
    return nil
  }

  /// What users had in an older version, and a key of this one has not.
  ///
  /// - Parameter told: The keys of which a problem was told.
  /// - Returns: What is lost.
  func debts(besides told: [String]) -> Violation? {
    for debt in asleep.debts where !told.contains(debt.key) && !isSetAnew(debt.key) {
      guard let (index, key) = facts.valueKeys.first(where: { $0.key.name == debt.key }),
        facts.columns(of: key, in: now).contains(debt.column), !facts.forgets(key),
        case let shown = now.values[index][debt.column], !debt.isPaid(by: shown, of: key)
      else { continue }
      let rows = RowModel(facts: facts, stage: stage)
      if let value = debt.value, rows.kept(value, of: key, at: debt.column) != value { continue }
      let look = facts.expectation(of: key, debt.value ?? key.initial, debt.column, in: now)
      return Violation(
        property: Restores.name, cause: "update \(key.name)",
        sentence: (debt.origin == key.name
          ? "`\(key.name)` is lost" : "what `\(debt.origin)` had is not in `\(key.name)`")
          + " after an update\(debt.reason)",
        expectation: debt.value == nil ? Self.other(look, than: key) : look, lookedAt: "\(name).")
    }
    return nil
  }

  /// An `expect` of anything but the default of a key.
  private static func other(_ look: String, than key: StorageKey) -> String {
    let value = key.initial.flow(as: key.type)
    return look.replacing(
      "\(key.name.flowScalar): \(value)", with: "\(key.name.flowScalar): { $not: \(value) }")
  }
}
