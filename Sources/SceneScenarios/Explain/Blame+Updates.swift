import SceneSimulator
internal import SceneState

// What an update or a change of data took, because of which a value is not what a check looks for.
extension Explainer {
  /// What an update did to a key of which nothing is stored, as the end of a sentence; nil if none
  /// did anything to it.
  func updated(_ place: FailureReport.Place, _ stored: StoredPlace) -> Blame? {
    guard simulation.stored[stored] == nil, context.origin(of: stored) == nil else { return nil }
    return context.updates.reversed().lazy.compactMap { changed(place.key, stored, by: $0) }.first
  }

  private func changed(_ key: StorageKey, _ stored: StoredPlace, by update: StepContext.Update)
    -> Blame?
  {
    guard let old = update.before.key(key.name), let new = update.after.key(key.name) else {
      return nil
    }
    func told(_ what: String) -> Blame {
      Blame("\(named(update.mark)) \(what)", writer: update.mark)
    }
    let others = simulation.stored.keys.filter { $0.key == stored.key && $0 != stored }
    let nearest = others.filter { $0.window == stored.window }.min() ?? others.min()
    if old.scope != new.scope, let other = nearest {
      return told(
        "changed its scope: what was stored stays at `\(other)`, and only an app in Swift moves it "
          + "(`.formerly(in:)`)")
    }
    let gone = Set(update.before.tabs).subtracting(update.after.tabs)
    let lost = others.filter { other in
      guard other.window == stored.window, other.path.first.map(gone.contains) == true,
        let expected = context.expected, expected.asksForValue
      else { return false }
      return meaning(expected, at: other)(simulation.stored[other].flatMap { Origin.Value($0) })
    }
    if let other = lost.min() { return told("took its tab away, and `\(other)` is stored still") }
    guard old.initial != new.initial else { return nil }
    return told(
      "made it the default, which was \(old.initial.json()); nothing is stored, so the app says it")
  }

  /// Why the app let go of a part of a value that points at rows; nil if it did not.
  func rowGone(from key: StorageKey, _ stored: StoredPlace) -> String? {
    guard let row = key.row, let origin = context.origin(of: stored), case .itself = origin.way,
      let problem = context.log.problems.last(where: {
        $0.code == .rowIsGone && $0.step == origin.mark.step && $0.address == "\(stored)"
      })
    else { return nil }
    let change = fates.last(["change-data", "update"])
    let since = change.map { " at \(named($0))" } ?? ""
    return "\(problem.detail)\(since), and `gone: \(row.gone.rawValue)` "
      + "(\(line(of: key))) takes it from the value"
  }

  /// The migration that took a field away which was expected, of a value that one has changed.
  func dropped(_ origin: Origin) -> String? {
    guard case .migration = origin.way, let expected = context.expected else { return nil }
    let name = expected.path.split { ".[]".contains($0) }.last.map(String.init)
    let inside = (expected.node["$contains"] ?? expected.node).map?.map(\.key.name) ?? []
    func isMeant(_ field: String) -> Bool { field == name || inside.contains(field) }
    for migration in app.migrations {
      if let rename = migration.rename.first(where: { isMeant($0.from) }) {
        return "`rename: { \(rename.from): \(rename.to) }` of the migration to version "
          + "\(migration.to) gave `\(rename.from)` to `\(rename.to)`"
      }
      guard let field = migration.drop.first(where: isMeant), let range = migration.dropRange else {
        continue
      }
      return "`drop` (\(line(of: range))) of the migration to version \(migration.to) took "
        + "`\(field)` away"
    }
    return nil
  }

  /// The stored word that the type of the key does not have: another one is read for it.
  func wordGone(_ key: StorageKey, _ stored: StoredPlace) -> String? {
    guard case .oneOf(let name, let words, let otherwise?) = key.type.required,
      let json = simulation.stored[stored]?.jsonText,
      let word = ScenarioValue(json: json)?.plainText, !words.contains(word)
    else { return nil }
    let written = context.origin(of: stored)?.written.step ?? 0
    let update = context.updates.first { update in
      guard update.mark.step > written,
        case .oneOf(_, let words, _)? = update.after.key(key.name)?.type.required
      else { return false }
      return !words.contains(word)
    }
    let since = update.map { " since \(named($0.mark))" } ?? ""
    return "`\(word)` is stored, which is no word of `\(name)`\(since): `else: \(otherwise)`"
  }

  /// The update that took away the tab which is kept as the selected one.
  func tabGone(_ place: FailureReport.Place) -> String? {
    guard place.key.name == StorageKey.selectedTab, app.tabSource == nil else { return nil }
    for update in context.updates.reversed() {
      let gone = update.before.tabs.filter { !update.after.tabs.contains($0) }
      if gone.isEmpty { continue }
      let names = gone.map { "`\($0)`" }.joined(separator: ", ")
      return "\(named(update.mark)) took the tab\(gone.count == 1 ? "" : "s") \(names) away"
    }
    return nil
  }

  /// The update since which a key lives elsewhere than what was written to it.
  func movedHome(of place: FailureReport.Place) -> Blame? {
    guard showsDefault(place), fates.hasWritten(place.key.name) else { return nil }
    func home(_ key: StorageKey) -> String {
      if key.isTransient { return "in memory alone" }
      return key.via == .store ? "in the store" : "in the window's \(key.via.rawValue)"
    }
    let written = context.story(of: context.place(of: place)).written?.mark.step ?? 0
    for update in context.updates.reversed() where update.mark.step > written || written == 0 {
      guard let old = update.before.key(place.key.name), let new = update.after.key(place.key.name),
        home(old) != home(new)
      else { continue }
      return Blame(
        "since \(named(update.mark)) it lives \(home(new)), and what was written lies "
          + "\(home(old)): nothing goes from one to the other", writer: update.mark)
    }
    return nil
  }
}
