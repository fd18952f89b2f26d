import SceneSimulator
internal import SceneState

// What an update or a change of data took, because of which a value is not what a check looks for.
extension BlameFinder {
  /// What the last update did to a key of which nothing is stored, as the end of a sentence; nil if
  /// it did nothing to it.
  func updated(_ place: FailureReport.Place, _ stored: StoredPlace) -> Blame? {
    let app = context.declaration
    guard context.simulation.stored[stored] == nil, context.origin(of: stored) == nil,
      let former = context.former, let mark = context.writes.last(["update"]),
      let old = former.key(place.key.name)
    else { return nil }
    func told(_ what: String) -> Blame { Blame("\(named(mark)) \(what)", writer: mark) }
    let others = context.simulation.stored.keys.filter { $0.key == stored.key && $0 != stored }
    if old.scope != place.key.scope, let other = others.min() {
      return told(
        "changed its scope: what was stored stays at `\(other)`, and only an app in Swift moves it "
          + "(`.formerly(in:)`)")
    }
    let gone = Set(former.tabs).subtracting(app.tabs)
    let lost = others.filter { other in
      other.window == stored.window && other.path.first.map(gone.contains) == true
    }
    if let other = lost.min() {
      return told("took its tab away, and `\(other)` is stored still")
    }
    guard old.initial != place.key.initial else { return nil }
    return told(
      "made it the default, which was \(old.initial.json()); nothing is stored, so the app says it")
  }

  /// Why the app let go of a part of a value that points at rows; nil if it did not.
  func rowGone(from key: StorageKey, _ stored: StoredPlace) -> String? {
    guard let row = key.row, let origin = context.origin(of: stored), case .itself = origin.way,
      context.log.problems.contains(where: {
        $0.code == .rowIsGone && $0.step == origin.mark.step && $0.address == "\(stored)"
      })
    else { return nil }
    let change = context.writes.last(["change-data", "update"])
    let since = change.map { " since \(named($0))" } ?? ""
    return "what it points at in `\(row.table)` is gone\(since), and `gone: \(row.gone.rawValue)` "
      + "(\(line(of: key))) takes it from the value"
  }

  /// The update that took away the tab which is kept as the selected one.
  func tabGone(_ place: FailureReport.Place) -> String? {
    guard place.key.name == StorageKey.selectedTab, let former = context.former,
      let mark = context.writes.last(["update"]), context.declaration.tabSource == nil
    else { return nil }
    let gone = former.tabs.filter { !context.declaration.tabs.contains($0) }
    guard !gone.isEmpty else { return nil }
    let names = gone.map { "`\($0)`" }.joined(separator: ", ")
    return "\(named(mark)) took the tab\(gone.count == 1 ? "" : "s") \(names) away"
  }

  /// The update since which a key lives elsewhere than what was written to it.
  func movedHome(of place: FailureReport.Place) -> Blame? {
    guard let former = context.former?.key(place.key.name), showsDefault(place),
      let mark = context.writes.last(["update"]), context.writes.hasWritten(place.key.name)
    else { return nil }
    func home(_ key: StorageKey) -> String {
      if key.isTransient { return "in memory alone" }
      return key.via == .store ? "in the store" : "in the window's \(key.via.rawValue)"
    }
    guard home(former) != home(place.key) else { return nil }
    return Blame(
      "since \(named(mark)) it lives \(home(place.key)), and what was written lies "
        + "\(home(former)): nothing goes from one to the other", writer: mark)
  }
}
