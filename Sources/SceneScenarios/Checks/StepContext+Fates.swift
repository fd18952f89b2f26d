import SceneSimulator
internal import SceneState

// What happened to what a check looks at.
extension StepContext {
  /// Notes that the app writes a value inside one of its windows.
  func noteWrite(_ write: NotedWrite, on device: String) { fates.note(write, on: device) }

  /// Where a value that is looked at lies.
  func place(of seen: FailureReport.Place) -> StoredPlace {
    place(of: seen.key, window: seen.window, tab: seen.tab)
  }

  /// What happened to a place of the step's device.
  func story(of place: StoredPlace) -> [Fate] {
    fates.story(of: ValueName(place, on: simulation.name))
  }

  /// Who wrote a place of the step's device last, or removed it.
  func origin(of place: StoredPlace) -> Origin? { story(of: place).origin(in: place.session) }

  /// The number of the step that wrote a value last, in the store; 0 if none did.
  func lastWrite(of seen: FailureReport.Place) -> Int {
    origin(of: place(of: seen))?.mark.step ?? 0
  }

  /// Whether a change that no step of the app made is a migration's.
  func isMigrated(_ place: StoredPlace, on simulation: Simulation, by verb: String) -> Bool {
    guard !["fault", "rename-scope", "move-scope", "copy-scope", "undo-close"].contains(verb),
      simulation.stored[place] != nil, let key = declaration.key(place.key)
    else { return false }
    return !key.migration.isEmpty
  }

  /// The places below a window, or the app, where something ever lay, by address.
  func placesEver(in window: String) -> [String: StoredPlace] {
    let name = window == "app" ? "" : window
    let stories = fates.stories { $0.device == simulation.name && $0.window == name }
    let places = stories.compactMap { value, story -> StoredPlace? in
      guard story.isChanged, !story.contains(where: { $0.kind == .held }) else { return nil }
      let session = story.origin()?.session ?? (name.isEmpty ? 0 : 1)
      return StoredPlace(session: session, window: name, path: value.path, key: value.key)
    }
    return Dictionary(places.map { ($0.addressInWindow, $0) }) { first, _ in first }
  }

  /// With which step a window went that nobody closed, and by which rule; nil if one of that name
  /// came since.
  func gone(_ window: String) -> (mark: StepMark, rule: WindowRule)? {
    guard let last = fates.departure(of: window, on: simulation.name), let rule = last.rule else {
      return nil
    }
    let isThere =
      simulation.isRunning && last.mark != fates.marks.newest
      && (simulation.sessionNumber(of: window) != nil
        || ![nil, .closed].contains(simulation.phase(of: window)))
    let came = log.heard.last { $0.window == window && $0.word == "willConnect" }
    return isThere || (came?.step ?? 0) > last.mark.step ? nil : (last.mark, rule)
  }
}
