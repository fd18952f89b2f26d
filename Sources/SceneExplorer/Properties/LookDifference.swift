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
  ///   - rows: What is left of what points at rows; nil if all rows are there.
  ///   - counts: Whether a key is looked at.
  init?(
    _ wanted: StageLook.Window, _ shown: StageLook.Window, _ facts: AppFacts,
    rows: RowModel? = nil, counts: (AppFacts.Keeper) -> Bool = { _ in true }
  ) {
    let name = wanted.name
    let tabs = rows?.kept(tabs: wanted.tabs) ?? wanted.tabs
    if tabs != shown.tabs, facts.keepsTabs, !facts.phaseWrites.contains("tabs") {
      let tabs = tabs.map(\.flowScalar).joined(separator: ", ")
      self.init("tabs", "{ \(name): { open-tabs: [\(tabs)] } }")
      return
    }
    // A tab that is about a row that went has gone with it.
    let hasTab = wanted.tab.map { rows?.kept(tabs: [$0]) ?? [$0] } != []
    if wanted.tab != shown.tab, hasTab, facts.keepsTabs, !facts.phaseWrites.contains("tab"),
      counts(facts.tab)
    {
      self.init("tab", "{ \(name): { tab: \((wanted.tab ?? "~").flowScalar) } }")
      return
    }
    let place = facts.place(of: shown.tab)
    let path = rows?.kept(wanted.paths[place]) ?? wanted.paths[place]
    if wanted.tab == shown.tab, path != shown.paths[place],
      !facts.phaseWrites.contains("path"), counts(facts.path)
    {
      let screens = path.map(\.flowScalar).joined(separator: ", ")
      self.init("path", "{ \(name): { path: [\(screens)] } }")
      return
    }
    for (index, key) in facts.valueKeys
    where !facts.phaseWrites.contains(key.name) && counts(.key(key))
      && facts.areSeen(key, in: wanted, shown)
    {
      for place in facts.columns(of: key, in: shown)
      where facts.columns(of: key, in: wanted).contains(place) {
        let all = wanted.values[index][place]
        guard all != shown.values[index][place],
          all != key.initial || !facts.readsAnother(key)
        else { continue }
        guard let value = rows.map({ $0.kept(all, of: key, at: place) }) ?? all,
          value != shown.values[index][place],
          rows?.goesWithOthers(key, in: wanted, at: place) != true
        else { continue }
        self.init(key.name, facts.expectation(of: key, value, place, in: shown))
        return
      }
    }
    return nil
  }

  private init(_ what: String, _ expectation: String) {
    (self.what, self.expectation) = (what, expectation)
  }
}
