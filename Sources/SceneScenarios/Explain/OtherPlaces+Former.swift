import SceneSimulator
internal import SceneState

// The value that a check looked for, under a key that another one was before.
extension OtherPlaces {
  /// Why the field of another key did not become the first value of this one.
  func formerField(of place: FailureReport.Place) -> String? {
    let here = context.place(of: place)
    let formers = place.key.formers
    let found = formers.first { former in
      var other = here
      other.key = former.key
      return simulation.stored[other] != nil
    }
    guard let former = found ?? formers.first else { return nil }
    let line = line(of: former.range)
    let updates = context.updates.reversed()
    let older = app.key(former.key) ?? updates.lazy.compactMap { $0.before.key(former.key) }.first
    if let older, older.scope != place.key.scope {
      return
        "`was` (\(line)) looks where `\(place.key.name)` is kept, and `\(former.key)` is kept in "
        + "another scope: give both the same"
    }
    var other = here
    other.key = former.key
    let value = simulation.stored[other].flatMap { ScenarioValue(json: $0.jsonText) }
    if former.isWhole, let word = value.flatMap(former.untranslated) {
      return "`was` (\(line)) found in `\(former.key)` what `convert` does not have: \(word)"
    }
    let fault = former.isWhole ? fault(of: other, as: place.key) : nil
    return "`was` (\(line)) found nothing in `\(former.key)` that is a `\(place.key.type)`"
      + (fault.map { ": \($0); \(Self.twoUpdates)" } ?? "")
  }

  /// The migration or the update that dropped a field whose value is expected of another one, or
  /// gave it to a third one.
  func droppedField(of place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let path = mismatch.path.split(separator: ".").map(String.init)
    let stored = context.place(of: place)
    guard path.count == 1, let field = path.first, let origin = context.origin(of: stored),
      let type = FormerLook.structure(place.key.type),
      case .map(let values)? = simulation.stored[stored].flatMap({
        ScenarioValue(json: $0.jsonText)
      })
    else { return nil }
    func isMeant(_ name: String) -> Bool {
      name != field && values[name].map { Matcher.mismatch(mismatch.node, $0) == nil } == true
    }
    for migration in app.migrations where migration.type == type {
      if let rename = migration.rename.first(where: { isMeant($0.to) && values[$0.from] == nil }) {
        return "`rename: { \(rename.from): \(rename.to) }` of the migration to version "
          + "\(migration.to) gave it to `\(rename.to)`, and not to `\(field)`"
      }
      // What a launch has migrated already has only the new field.
      let fill = migration.fill.first { $0.field == field }?.value
      let old = migration.drop.first { old in
        isMeant(old)
          || old != field && migration.drop.count == 1 && fill != nil && fill == mismatch.actual
      }
      guard migration.to > origin.written.version, let old, let range = migration.dropRange else {
        continue
      }
      return "`drop` (\(line(of: range))) took `\(old)` away: "
        + "`rename: { \(old): \(field) }` keeps its value as `\(field)`"
    }
    func fields(_ app: AppDeclaration) -> [String] {
      app.key(place.key.name)?.type.required.unfolded.fields?.map(\.name) ?? []
    }
    let known = fields(app)
    let update = context.updates.last { $0.mark.step > origin.written.step }
    guard let update, mismatch.actual == nil || mismatch.actual == .null,
      let old = fields(update.before).first(where: { !known.contains($0) && isMeant($0) })
    else { return nil }
    return "\(named(update.mark)) took field `\(old)` of `\(type)` away, which has this value: "
      + "`rename: { \(old): \(field) }` in a migration keeps it as `\(field)`"
  }

  /// The key that had the value before an update took it away.
  func formerKey(of place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let here = context.place(of: place)
    let former = simulation.stored.keys.filter { other in
      other.window == here.window && other.path == here.path && app.key(other.key) == nil
    }.sorted()
    if let other = former.first(where: { has(mismatch, at: $0) }), let update = taking(other.key) {
      let found = "`\(other.key)`, which \(named(update.mark)) took away, has this value"
      return !place.key.isDerived
        ? found + ": `was: \(other.key)` at `\(here.key)` takes it over" : found
    }
    guard !place.key.isDerived else { return nil }
    if let hint = neighbour(of: here, mismatch) { return hint }
    // The one key that went when this one came is most likely what it was called.
    let renamed = former.filter { taking($0.key)?.before.key(here.key) == nil }
    guard renamed.count == 1, let other = renamed.first, let update = taking(other.key),
      update.after.key(here.key) != nil
    else { return nil }
    let told = "\(named(update.mark)) took `\(other.key)` away, which has a value here still"
    let was = "`was: \(other.key)` at `\(here.key)`"
    guard let fault = fault(of: other, as: place.key) else {
      return "\(told): \(was) takes it over"
    }
    return "\(told), and \(was) alone cannot take it over: \(fault); \(Self.twoUpdates)"
  }

  /// The key beside one that an update brought which has the value that was expected of it.
  private func neighbour(of here: StoredPlace, _ mismatch: Mismatch) -> String? {
    let update = context.updates.last { $0.before.key(here.key) == nil }
    guard let update, update.after.key(here.key) != nil else { return nil }
    let others = simulation.stored.keys.filter {
      $0.window == here.window && $0.path == here.path && has(mismatch, at: $0)
    }
    return others.min().map { other in
      "\(named(update.mark)) brought `\(here.key)`, and `\(other.key)` has this value: "
        + "`was: \(other.key)` at `\(here.key)` takes it over"
    }
  }

  /// Migrations are about the values of a key itself, and `was` takes what it finds.
  private static let twoUpdates =
    "an update that only renames, and a launch, come before the one that changes the type"

  /// The update that took a key away.
  private func taking(_ key: String) -> StepContext.Update? {
    context.updates.last { $0.before.key(key) != nil && $0.after.key(key) == nil }
  }

  /// Why the value of a former key is none of this one; nil if it is one.
  private func fault(of former: StoredPlace, as key: StorageKey) -> String? {
    guard let value = simulation.stored[former], let json = ScenarioValue(json: value.jsonText)
    else { return nil }
    do throws(ValueFault) {
      _ = try key.type.value(from: json)
      return nil
    } catch { return error.text(key: former.key) }
  }
}
