import SceneSimulator
internal import SceneState

// What an update changed, because of which a value is not where a check looks for it.
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
}
