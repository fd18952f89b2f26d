import SceneSimulator
internal import SceneState

// What is known of the last writer of each value, and of what is gone.
extension WriteRecord {
  /// The step whose value for a place could not be written yet.
  func waiting(at place: StoredPlace, on device: String) -> StepMark? {
    waiting[Named(place, on: device)]
  }

  /// What became of the last value for a place, if it is not there.
  func loss(of place: StoredPlace, on device: String) -> Loss? { losses[Named(place, on: device)] }

  /// What was lost of a list before a step went on with it.
  func beginning(of place: StoredPlace, on device: String) -> Loss? {
    beginnings[Named(place, on: device)]
  }

  /// The last window that was closed, or went by a rule, with a value of this key at the same
  /// place in it.
  func closedElsewhere(
    _ place: StoredPlace, on device: String
  ) -> (window: String, loss: Loss)? {
    let found = losses.filter { named, loss in
      named.device == device && named.key == place.key && named.path == place.path
        && named.window != place.window && loss.way.isOfWindow
    }
    return found.max { $0.value.mark.step < $1.value.mark.step }.map { ($0.key.window, $0.value) }
  }

  /// The step at which what a window had handed over was too old, the last time.
  func expiry(of window: String, on device: String) -> StepMark? {
    expiries[Window(device: device, name: window)]?.last
  }

  /// The steps at which what a window had handed over was too old.
  func expiries(of window: String, on device: String) -> [StepMark] {
    expiries[Window(device: device, name: window)] ?? []
  }

  /// The end of the process before which the commit of a step never came to the disk; nil if it did.
  func uncommittedEnd(of step: Int, on device: String) -> StepMark? {
    uncommitted.last { $0.device == device && $0.from.step <= step && step <= $0.end.step }?.end
  }

  /// The step in which another process took a window over.
  func takeover(of window: String, on device: String) -> StepMark? {
    takeovers[Window(device: device, name: window)]
  }

  /// The windows that another process took over, by name.
  func takenWindows(on device: String) -> [String] {
    takeovers.keys.filter { $0.device == device }.map(\.name).sorted()
  }

  /// The step with which a window went that nobody closed, and by which rule.
  func gone(_ window: String, on device: String) -> (mark: StepMark, rule: WindowRule)? {
    gone[Window(device: device, name: window)]
  }

  /// With which step a window's session ended last, and how; also if it is there again.
  func departure(of window: String, on device: String) -> (mark: StepMark, way: Loss.Way)? {
    departures[Window(device: device, name: window)]
  }

  /// The step with which a window came to the front of a device, or the last one left it.
  func frontChange(on device: String) -> StepMark? { fronts[device]?.mark }

  /// The step in whose course a window was closed last.
  func closing(of window: String, on device: String) -> StepMark? {
    closings[Window(device: device, name: window)]
  }

  /// Who wrote what lies at a place last, or removed it.
  func origin(of place: StoredPlace, on device: String) -> Origin? {
    origins[Owned(device: device, place: place)]
  }

  /// Whether any step wrote this key, in whatever place.
  func hasWritten(_ key: String) -> Bool {
    origins.keys.contains { $0.place.key == key } || held.keys.contains { $0.place.key == key }
      || losses.keys.contains { $0.key == key } || waiting.keys.contains { $0.key == key }
  }

  /// The step that wrote a place last before the last `rewind` took that back.
  func takenBack(at place: StoredPlace, on device: String) -> StepMark? {
    takenBack[Owned(device: device, place: place)]
  }

  /// The step that wrote this key last in whatever place where it had that value already.
  func unchanged(_ key: String) -> (mark: StepMark, inner: InnerMark?)? { unchanged[key] }

  /// The window in which a step of the app wrote a value last, and the step in whose course.
  func run(of step: ParsedStep) -> (window: String, mark: StepMark)? {
    runs.first { inner, _ in
      (inner.line, inner.file) == (step.verb.range.start.line, step.source.path)
        && inner.verb == step.verb.name
    }?.value
  }

  /// The steps that wrote a value outside the store, in order.
  func heldOrigins(of place: StoredPlace, on device: String) -> [Origin] {
    held[Owned(device: device, place: place)] ?? []
  }

  /// The step that wrote a value outside the store last, on another device.
  func lastHeld(_ place: StoredPlace, notOn device: String) -> StepMark? {
    let marks = held.filter { owned, _ in
      owned.device != device && owned.place.window == place.window
        && owned.place.path == place.path && owned.place.key == place.key
    }.compactMap { $0.value.last?.mark }
    return marks.max { $0.step < $1.step }
  }

  /// The places below a window, or the app, where something ever lay, by address.
  func places(in window: String, on device: String) -> [String: StoredPlace] {
    let named = Array(losses.keys) + Array(waiting.keys)
    let neverStored = named.filter { $0.device == device }.map {
      StoredPlace(session: $0.window.isEmpty ? 0 : 1, window: $0.window, path: $0.path, key: $0.key)
    }
    let stored = origins.keys.filter { $0.device == device }.map(\.place)
    let places = (neverStored + stored).filter {
      $0.session == 0 ? window == "app" : $0.window == window
    }
    // Of windows with one name the last one counts.
    return Dictionary(places.map { ($0.addressInWindow, $0) }) { $0.session < $1.session ? $1 : $0 }
  }
}

extension StepContext {
  /// Notes that the app writes a value inside one of its windows.
  func noteWrite(_ write: NotedWrite, on device: String) { writes.note(write, on: device) }

  /// Who wrote a place of the step's device last.
  func origin(of place: StoredPlace) -> Origin? {
    writes.origin(of: place, on: simulation.name)
  }

  /// Why a value could not be read since a step wrote it, if that was noticed.
  func fault(of place: StoredPlace, since origin: Origin) -> String? {
    log.problems.last {
      $0.code == .valueNotReadable && $0.address == "\(place)" && $0.step >= origin.mark.step
    }?.detail
  }

  /// Whether a change that no step of the app made is a migration's.
  func isMigrated(_ place: StoredPlace, on simulation: Simulation, by verb: String) -> Bool {
    guard !["fault", "rename-scope", "move-scope", "copy-scope", "undo-close"].contains(verb),
      simulation.stored[place] != nil, let key = declaration.key(place.key)
    else { return false }
    return !key.migration.isEmpty
  }
}
