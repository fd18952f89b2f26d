package import SceneState
package import StoreFormat

extension StoreEditor {
  /// What became of a load.
  package enum LoadOutcome: Sendable {
    case loaded(LoadPlan.Counts)
    /// Sessions that a process has open stand in the way; nothing was changed.
    case inUse([SessionUse])
    /// No app could use what the dump would make, for this reason; nothing was changed.
    case refused(String)
  }

  /// Loads a dump in one transaction.
  ///
  /// - Parameters:
  ///   - dump: What to load.
  ///   - policy: Who wins; in a new store everything is as it was dumped.
  ///   - isNew: Whether the store was made for it.
  /// - Returns: What was done, or who is in the way.
  /// - Throws: `store-not-usable`; nothing was changed.
  package func load(
    _ dump: StoreContents, _ policy: LoadPolicy, isNew: Bool
  ) throws(SceneProblem) -> LoadOutcome {
    // What was carried of the content before, the new one has not.
    try replaceContents(asAnother: policy == .replace) { current, uses, sequence in
      if policy == .replace, !isNew, !uses.isEmpty { return (nil, .inUse(uses)) }
      let plan =
        isNew
        ? LoadPlan(new: dump) : LoadPlan(dump, into: current, policy, sequence: sequence)
      if let fault = plan.fault { return (nil, .refused(fault)) }
      return (plan.target, .loaded(plan.counts))
    }
  }
}
