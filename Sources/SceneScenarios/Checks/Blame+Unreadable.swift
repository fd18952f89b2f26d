import SceneSimulator
internal import SceneState
internal import StoreFormat

// What is there and cannot be read: since when, and why.
extension BlameFinder {
  /// What was written and is something else to the app that runs now.
  func unreadable(_ origin: Origin, _ detail: String, since cause: StepMark?) -> String {
    let since = cause.map { " since \(named($0))" } ?? ""
    return "what \(text(origin)) wrote cannot be read\(since): \(detail)"
  }

  /// Why a stored value is not shown, by what the store itself says of it.
  func unreadable(
    _ place: FailureReport.Place, _ stored: StoredPlace, _ target: String
  ) -> Blame? {
    guard context.simulation.stored[stored] != nil, let origin = context.origin(of: stored),
      let problem = problem(of: place, stored, since: origin)
    else { return nil }
    let initial = "the default of \(target), \(line(of: place.key))"
    if problem.code == .storeNotUsable {
      let cause = context.writes.last(["fault"]).map { " since \(named($0))" } ?? ""
      return Blame(
        "\(initial): what \(named(origin.mark)) wrote is there, and the store cannot be "
          + "read\(cause): \(problem.detail)", writer: origin.mark)
    }
    let since = cause(ofUnreadable: place.key, stored, origin)
    return Blame(
      "\(initial): \(unreadable(origin, problem.detail, since: since))", writer: writer(origin))
  }

  /// What went wrong with reading a value: what its window knows, or what was noticed.
  func problem(
    of place: FailureReport.Place, _ stored: StoredPlace, since origin: Origin
  ) -> (code: SceneProblem.Code, detail: String, field: String?)? {
    let noticed = context.log.problems.last {
      $0.code == .valueNotReadable && $0.address == "\(stored)" && $0.step >= origin.mark.step
    }
    // A window that shows nothing has nothing to say.
    let scene = try? context.inside(context.simulation.window(place.window))
    let isHidden = scene == nil || showsDefault(place)
    let hiding: Set<SceneProblem.Code> = [.valueNotReadable, .storeNotUsable]
    if let problem = scene?.problem(of: place.key, tab: place.tab), hiding.contains(problem.code),
      noticed != nil || isHidden
    {
      return (problem.code, problem.detail, problem.field)
    }
    return isHidden ? noticed.map { ($0.code, $0.detail, $0.at) } : nil
  }

  /// The step since which a stored value cannot be read; nil if it never could.
  func cause(
    ofUnreadable key: StorageKey, _ stored: StoredPlace, _ origin: Origin
  ) -> StepMark? {
    if context.simulation.isDamaged(stored) {
      return context.writes.last(["fault"], after: origin.mark.step)
    }
    let bytes = context.simulation.stored[stored]
    return update(hiding: key, since: origin.mark.step) { key, former in
      bytes.map { key.canRead($0, writtenBy: origin.mark.version, as: former) }
    }
  }

  /// The first update after a step with which a value cannot be read any more.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - step: The step that wrote the value.
  ///   - canRead: Whether a later version's key reads it, beside the one that wrote it; nil if the
  ///     value is not there to be tried. The first update that changed its type counts then.
  /// - Returns: The update; nil if none is the reason.
  func update(
    hiding key: StorageKey, since step: Int, canRead: (StorageKey, StorageKey) -> Bool?
  ) -> StepMark? {
    let updates = context.updates.filter { $0.mark.step > step }
    guard let written = updates.first?.before.key(key.name) else { return updates.first?.mark }
    let found = updates.first { update in
      guard let read = update.after.key(key.name) else { return false }
      return canRead(read, written).map { !$0 } ?? (read.type != written.type)
    }
    return found?.mark
  }
}

extension StorageKey {
  /// Whether a value that an older version has stored is one of this key.
  func canRead(_ value: EncodedValue, writtenBy version: Int, as former: StorageKey) -> Bool {
    if let wanted = self.version, wanted != former.version ?? 1 { return false }
    do throws(CodingProblem) {
      let migrated = try migration.migrated(value, as: type, key: name, from: version)
      _ = try type.coding.decode(migrated ?? value)
      return true
    } catch {
      return false
    }
  }
}
