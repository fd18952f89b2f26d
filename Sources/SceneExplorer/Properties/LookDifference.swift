import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// What a window shows otherwise than it should: the first such thing.
struct LookDifference {
  /// What it is: `tab`, `path`, or the name of a key.
  let what: String
  /// What an `expect` says that fails.
  let expectation: String

  /// Looks for a difference.
  ///
  /// - Parameters:
  ///   - wanted: The window as it should be.
  ///   - shown: The window as it is.
  ///   - facts: The app.
  ///   - counts: Whether a key is looked at.
  init?(
    _ wanted: StageLook.Window, _ shown: StageLook.Window, _ facts: AppFacts,
    counts: (AppFacts.Keeper) -> Bool = { _ in true }
  ) {
    let name = wanted.name
    if wanted.tab != shown.tab, !facts.phaseWrites.contains("tab"), counts(facts.tab) {
      self.init("tab", "{ \(name): { tab: \((wanted.tab ?? "~").flowScalar) } }")
      return
    }
    let place = facts.place(of: shown.tab)
    if wanted.tab == shown.tab, wanted.paths[place] != shown.paths[place],
      !facts.phaseWrites.contains("path"), counts(facts.path)
    {
      let screens = wanted.paths[place].map(\.flowScalar).joined(separator: ", ")
      self.init("path", "{ \(name): { path: [\(screens)] } }")
      return
    }
    for (index, key) in facts.valueKeys
    where !facts.phaseWrites.contains(key.name) && counts(.key(key)) {
      for place in facts.places(of: key) {
        let value = wanted.values[index][place]
        if value == shown.values[index][place] { continue }
        self.init(key.name, Self.expectation(of: key, value, place, in: shown, facts))
        return
      }
    }
    return nil
  }

  private init(_ what: String, _ expectation: String) {
    (self.what, self.expectation) = (what, expectation)
  }

  static func expectation(
    of key: StorageKey, _ value: ScenarioValue, _ place: Int, in shown: StageLook.Window,
    _ facts: AppFacts
  ) -> String {
    let values = "values: { \(key.name.flowScalar): \(value.flow(as: key.type)) }"
    guard !facts.tabs.isEmpty, place != facts.place(of: shown.tab) else {
      return "{ \(shown.name): { \(values) } }"
    }
    return "{ \(shown.name): { tabs: { \(facts.tabs[place].flowScalar): { \(values) } } } }"
  }
}
