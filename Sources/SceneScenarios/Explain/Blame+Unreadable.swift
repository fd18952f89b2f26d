import SceneSimulator
internal import SceneState
internal import StoreFormat

// What is there and cannot be read: since when, and why.
extension Explainer {
  /// What was written and is something else to the app that runs now.
  func unreadable(_ origin: Origin, _ detail: String, since cause: StepMark?) -> String {
    let since = cause.map { " since \(named($0))" } ?? ""
    return "what \(text(origin)) wrote cannot be read\(since): \(detail)"
  }

  /// Why a stored value is not shown, by what the store itself says of it.
  func unreadable(_ place: FailureReport.Place, _ stored: StoredPlace) -> Blame? {
    guard simulation.stored[stored] != nil, let origin = context.origin(of: stored),
      let problem = problem(of: place, stored, since: origin)
    else { return nil }
    if problem.code == .storeNotUsable {
      let cause = fates.lastFault().map { " since \(named($0))" } ?? ""
      return Blame(
        "what \(named(origin.mark)) wrote is there, and the store cannot be read\(cause): "
          + problem.detail, writer: origin.mark)
    }
    let since = cause(ofUnreadable: place.key, stored, origin)
    var blame = Blame(unreadable(origin, problem.detail, since: since), writer: origin)
    blame.spoiler = since?.step
    return blame
  }

  /// What went wrong with reading a value: what its window knows, or what was noticed.
  func problem(of place: FailureReport.Place, _ stored: StoredPlace, since origin: Origin)
    -> ReadingFault?
  {
    let noticed = context.log.problems.last {
      $0.code == .valueNotReadable && $0.address == "\(stored)" && $0.step >= origin.mark.step
    }
    let scene = context.shown(in: place.window)
    let isHidden = scene == nil || showsDefault(place)
    let hiding: Set<SceneProblem.Code> = [.valueNotReadable, .storeNotUsable]
    if let problem = scene?.problem(of: place.key, tab: place.tab), hiding.contains(problem.code),
      noticed != nil || isHidden
    {
      return (problem.code, problem.detail, problem.field)
    }
    return isHidden ? noticed.map { ($0.code, $0.detail, $0.at) } : nil
  }

  /// Why a part of a stored list or map is left out; nil if all of it can be read.
  func unreadPart(of stored: StoredPlace) -> String? {
    guard let origin = context.origin(of: stored) else { return nil }
    return context.log.problems.last {
      $0.code == .elementNotReadable && $0.address?.hasPrefix("\(stored)") == true
        && $0.step >= origin.mark.step
    }?.detail
  }

  typealias ReadingFault = (code: SceneProblem.Code, detail: String, field: String?)

  /// A key of the same group whose value cannot be read, and why.
  func unreadableMate(of place: FailureReport.Place, _ stored: StoredPlace) -> (
    mate: FailureReport.Place, problem: ReadingFault
  )? {
    guard simulation.stored[stored] != nil, showsDefault(place) else { return nil }
    let group = app.together.first { $0.contains(place.key.name) } ?? []
    for key in group.compactMap({ app.key($0) }) where key.name != place.key.name {
      let mate = FailureReport.Place(key: key, window: place.window, tab: place.tab)
      let stored = context.place(of: mate)
      if let origin = context.origin(of: stored),
        let problem = problem(of: mate, stored, since: origin)
      {
        return (mate, problem)
      }
    }
    return nil
  }

  /// The step since which a stored value cannot be read; nil if it never could.
  func cause(ofUnreadable key: StorageKey, _ stored: StoredPlace, _ origin: Origin) -> StepMark? {
    if simulation.isDamaged(stored) {
      return fates.lastFault(FateList.spoilers, after: origin.mark.step)
    }
    let updates = context.updates.filter { $0.mark.step > origin.mark.step }
    guard let bytes = simulation.stored[stored], let written = updates.first?.before.key(key.name)
    else { return updates.first?.mark }
    let faults = updates.map { update -> CodingProblem? in
      let read = update.after.key(key.name)
      return read.flatMap { $0.fault(reading: bytes, writtenBy: origin.mark.version, as: written) }
    }
    // What an earlier update broke elsewhere is not what is told of.
    guard let fault = faults.last ?? nil else { return nil }
    return updates[faults.lastIndex { $0?.place != fault.place }.map { $0 + 1 } ?? 0].mark
  }

  /// The first update after a step with which a value cannot be read any more.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - step: The step that wrote the value.
  ///   - canRead: Whether a later version's key reads it, beside the one that wrote it; nil if the
  ///     value is not there to be tried. The first update that changed its type counts then.
  /// - Returns: The update; nil if none is the reason.
  func update(hiding key: StorageKey, since step: Int, canRead: (StorageKey, StorageKey) -> Bool?)
    -> StepMark?
  {
    let updates = context.updates.filter { $0.mark.step > step }
    guard let written = updates.first?.before.key(key.name) else { return updates.first?.mark }
    let found = updates.first { update in
      guard let read = update.after.key(key.name) else { return false }
      return canRead(read, written).map { !$0 }
        ?? (read.type != written.type || read.version != written.version)
    }
    return found?.mark
  }
}

extension CodingProblem {
  /// The field that cannot be read; all of the value if that is not known.
  fileprivate var place: String {
    if case .undecodableField(let path, _) = self { path } else { "" }
  }
}

extension StorageKey {
  /// Why a value that an older version has stored is none of this key; nil if it is one.
  fileprivate func fault(reading value: EncodedValue, writtenBy version: Int, as former: StorageKey)
    -> CodingProblem?
  {
    if let wanted = self.version, wanted != former.version ?? 1 { return .undecodable(name) }
    do throws(CodingProblem) {
      let migrated = try migration.migrated(value, as: type, key: name, from: version)
      _ = try type.coding(key: name).decode(migrated ?? value)
      return nil
    } catch { return error }
  }
}
