import SceneLifecycle
import SceneSimulator

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

  /// The key behind an address below a window, in the tab or the place that it says.
  func seen(at address: String, in window: String) -> FailureReport.Place? {
    let parts = address.split(separator: "/").map(String.init)
    guard let name = parts.last, let key = declaration.key(name) else { return nil }
    let scope = parts.dropLast()
    switch key.scope {
    case .scene, .app:
      return scope.isEmpty ? FailureReport.Place(key: key, window: window, tab: nil) : nil
    case .selectedTab:
      return scope.count == 1
        ? FailureReport.Place(key: key, window: window, tab: scope.first) : nil
    case .places(let kinds):
      let place = ValuePlace(scope.suffix(2).joined(separator: "/"))
      guard let kind = declaration.places.first(where: { $0.name == place.kind }),
        kinds.contains(kind.name)
      else { return nil }
      return FailureReport.Place(
        key: key.standing(at: place, in: declaration), window: window,
        tab: kind.home == .eachTab ? scope.first : nil)
    case .tab, .nested, .place: return FailureReport.Place(key: key, window: window, tab: nil)
    }
  }

  /// The other places, in the same window or tab, where a key has a value: `note/n1`.
  func places(beside place: StoredPlace) -> [String] {
    // A place of a kind that the app does not have any more cannot be looked at.
    let kinds = declaration.places.map(\.name) + [OpenTabs.kind]
    let others = simulation.stored.keys.filter { other in
      other.key == place.key && other.window == place.window
        && other.path.dropLast(2) == place.path.dropLast(2)
        && other.path.dropLast().last.map(kinds.contains) == true
    }
    return others.map { other in
      let inside = StoredPlace(session: 0, window: "", path: other.path.suffix(2), key: "")
      return String(inside.addressInWindow.dropLast())
    }
  }

  /// Whether the app still holds a value; of what a window has that is not shown nothing is known.
  func holds(_ value: ValueName, on simulation: Simulation) -> Bool {
    let window = value.window.isEmpty ? simulation.front?.name ?? "" : value.window
    if simulation.phase(of: window) == .closed { return false }
    let address = (value.path + [value.key]).joined(separator: "/")
    guard let seen = seen(at: address, in: window),
      ValueName(place(of: seen), on: value.device) == value,
      // A window that is not shown cannot be looked into.
      let scene = try? inside(simulation.window(window))
    else { return true }
    return scene.isStored(seen.key, tab: seen.tab)
  }

  /// The last step after another one that changed the rows which a list shows.
  func changeOfRows(ofList name: String, after step: Int = 0) -> StepMark? {
    guard let list = declaration.lists.first(where: { $0.name == name }),
      let mark = fates.last(.changed, about: .table(list.rows)), mark.step > step
    else { return nil }
    return mark
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
