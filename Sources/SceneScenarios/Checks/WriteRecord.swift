import SceneSimulator

/// Executed steps in their order, in parts: moments of a run that are kept share the full ones.
private struct WriteMarks {
  private static let partCount = 128

  private var full: [[StepMark]] = []
  private var rest: [StepMark] = []

  var byteCount: Int {
    full.count * MemoryLayout<[StepMark]>.stride + Self.partCount * MemoryLayout<StepMark>.stride
  }

  mutating func append(_ mark: StepMark) {
    rest.append(mark)
    guard rest.count == Self.partCount else { return }
    full.append(rest)
    rest = []
  }

  func last(where isMeant: (StepMark) -> Bool) -> StepMark? {
    if let found = rest.last(where: isMeant) { return found }
    for part in full.reversed() {
      if let found = part.last(where: isMeant) { return found }
    }
    return nil
  }
}

/// Which step wrote each value last, in the store and in memory; belongs to a moment of a run.
struct WriteRecord: Sendable {
  private struct Owned: Hashable {
    let device: String
    let place: StoredPlace
  }

  /// A place before its session has a number, and after that.
  private struct Named: Hashable {
    let device: String
    let window: String
    let path: [String]
    let key: String

    init(_ place: StoredPlace, on device: String) {
      (self.device, window) = (device, place.window)
      (path, key) = (place.path, place.key)
    }
  }

  private struct Window: Hashable {
    let device: String
    let name: String
  }

  /// The steps that went through, in order.
  private var marks = WriteMarks()
  /// The step that changed the store last.
  private(set) var lastChange: StepMark?
  private var origins: [Owned: Origin] = [:]
  /// Everything that was written to values outside the store: each is lost or handed over.
  private var held: [Owned: [Origin]] = [:]
  private var noted: [Named: (way: Origin.Way, isHeld: Bool)] = [:]
  /// What the app holds because the store could not write it.
  private var waiting: [Named: StepMark] = [:]
  /// What was written last and is gone, or never came to the store.
  private var losses: [Named: Loss] = [:]
  private var inner: [InnerMark] = []
  /// The step that wrote a key last where that changed nothing.
  private var unchanged: [String: StepMark] = [:]
  /// Which step found what a window had handed over too old.
  private var expiries: [Window: StepMark] = [:]
  /// Which step let another process take a window over.
  private var takeovers: [Window: StepMark] = [:]
  /// With which step a window went that nobody closed, and by which rule.
  private var gone: [Window: (mark: StepMark, rule: WindowRule)] = [:]
  /// Which step closed a window, or the app in its course.
  private var closings: [Window: StepMark] = [:]

  /// The window in front of a device, and the step that brought it there.
  private var fronts: [String: (name: String?, mark: StepMark)] = [:]

  /// How many bytes a moment that is kept has for itself, roughly.
  var byteCount: Int { marks.byteCount }

  /// Begins a step: nothing is written yet.
  mutating func begin() {
    noted = [:]
    inner = []
  }

  mutating func enter(_ mark: InnerMark) { inner.append(mark) }

  /// Whether the app takes a step itself.
  var isInApp: Bool { !inner.isEmpty }

  mutating func leave() { _ = inner.popLast() }

  /// The app writes a value, or holds one that is not in the store.
  mutating func note(
    _ place: StoredPlace, on device: String, isHeld: Bool, way: Origin.Way?
  ) {
    let named = Named(place, on: device)
    noted[named] = (inner.last.map { .handler($0) } ?? way ?? .itself, isHeld)
  }

  /// Ends a step that went through.
  mutating func end(_ mark: StepMark) { marks.append(mark) }

  /// Takes over what a step has changed on one device.
  ///
  /// - Parameters:
  ///   - changed: The places in the store.
  ///   - mark: The step.
  ///   - tab: The tab that was selected when the step began.
  ///   - simulation: The device, after the step.
  ///   - isMigrated: Whether a place that no step wrote was changed by a migration.
  mutating func take(
    _ changed: [StoredPlace], of mark: StepMark, tab: String?, in simulation: Simulation,
    isMigrated: (StoredPlace) -> Bool
  ) {
    let device = simulation.name
    let lapses = simulation.takeLapses()
    if !changed.isEmpty { lastChange = mark }
    for place in changed {
      let owned = Owned(device: device, place: place)
      let named = Named(place, on: device)
      let note = noted.removeValue(forKey: named)
      let writer = note == nil ? waiting[named] : nil
      waiting[named] = nil
      var way = note?.way ?? .itself
      if note == nil, isMigrated(place) { way = .migration(of: origins[owned]?.mark) }
      let isLost = note == nil && simulation.stored[place] == nil
      losses[named] =
        isLost
        ? origins[owned].map {
          Loss(written: $0.mark, mark: mark, way: Loss.Way(of: place, lapses))
        } : nil
      origins[owned] = Origin(mark: writer ?? mark, way: way, tab: tab)
    }
    takeExpired(lapses, by: mark, on: device)
    let front = simulation.front?.name
    if fronts[device].map({ $0.name != front }) ?? true { fronts[device] = (front, mark) }
    for case .taken(let name) in lapses { takeovers[Window(device: device, name: name)] = mark }
    if mark.verb != "clear" {
      for named in noted.keys where named.device == device { unchanged[named.key] = mark }
    }
    for (named, note) in noted where note.isHeld && named.device == device {
      let place = StoredPlace(
        session: simulation.sessionNumber(of: named.window) ?? 0, window: named.window,
        path: named.path, key: named.key)
      let origin = Origin(mark: mark, way: note.way, tab: tab)
      held[Owned(device: device, place: place), default: []].append(origin)
      (noted[named], losses[named]) = (nil, nil)
    }
    takeUncommitted(of: mark, in: simulation, lapses)
    takeDestroyed(by: mark, in: simulation, lapses)
  }

  /// What a window had handed over is of no use any more.
  private mutating func takeExpired(_ lapses: Set<Lapse>, by mark: StepMark, on device: String) {
    for case .handOver(let name) in lapses {
      expiries[Window(device: device, name: name)] = mark
      for (owned, all) in held where owned.device == device && owned.place.window == name {
        guard let last = all.last?.mark else { continue }
        losses[Named(owned.place, on: device)] = Loss(written: last, mark: mark, way: .expired)
      }
    }
  }

  /// What was written and is not in the store waits there, or is lost with its process.
  private mutating func takeUncommitted(
    of mark: StepMark, in simulation: Simulation, _ lapses: Set<Lapse>
  ) {
    if simulation.isBehind || mark.isDeadly {
      for named in noted.keys where named.device == simulation.name { waiting[named] = mark }
    }
    for (named, writer) in waiting where named.device == simulation.name {
      let isTaken = lapses.contains(.taken(named.window))
      guard isTaken || !simulation.isRunning else { continue }
      let way = isTaken ? Loss.Way.taken : .uncommitted(fault: last(["fault"]))
      losses[named] = Loss(written: writer, mark: mark, way: way)
      waiting[named] = nil
    }
  }

  /// What was in memory only is gone with its window.
  private mutating func takeDestroyed(
    by mark: StepMark, in simulation: Simulation, _ lapses: Set<Lapse>
  ) {
    for case .window(let name, let rule) in lapses {
      gone[Window(device: simulation.name, name: name)] = (mark, rule)
    }
    for case .closed(let name) in lapses {
      closings[Window(device: simulation.name, name: name)] = mark
    }
    // A window of that name that is there again has not gone.
    gone = gone.filter { window, last in
      last.mark == mark || window.device != simulation.name
        || simulation.sessionNumber(of: window.name) == nil
          && [nil, .closed].contains(simulation.phase(of: window.name))
    }
    for (owned, all) in held where owned.device == simulation.name && owned.place.session > 0 {
      let named = Named(owned.place, on: simulation.name)
      guard simulation.sessionNumber(of: named.window) != owned.place.session,
        let last = all.last?.mark
      else { continue }
      let way = Loss.Way(of: owned.place, lapses)
      losses[named] = Loss(written: last, mark: mark, way: way)
      held[owned] = nil
    }
  }

  /// Takes over what a step was to write that was refused and taken back.
  mutating func refuse(_ mark: StepMark, code: String, as refused: WriteRecord) {
    for named in refused.noted.keys {
      losses[named] = Loss(written: mark, mark: mark, way: .refused(code: code))
    }
  }

  /// The step whose value for a place could not be written yet.
  func waiting(at place: StoredPlace, on device: String) -> StepMark? {
    waiting[Named(place, on: device)]
  }

  /// What became of the last value for a place, if it is not there.
  func loss(of place: StoredPlace, on device: String) -> Loss? { losses[Named(place, on: device)] }

  /// The last window that was closed with a value of this key, at the same place in it.
  func closedElsewhere(
    _ place: StoredPlace, on device: String
  ) -> (window: String, loss: Loss)? {
    let found = losses.filter { named, loss in
      named.device == device && named.key == place.key && named.path == place.path
        && named.window != place.window && loss.mark.verb == "close" && loss.way == .destroyed
    }
    return found.max { $0.value.mark.step < $1.value.mark.step }.map { ($0.key.window, $0.value) }
  }

  /// The step at which what a window had handed over was too old.
  func expiry(of window: String, on device: String) -> StepMark? {
    expiries[Window(device: device, name: window)]
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

  /// The step that wrote this key last in whatever place where it had that value already.
  func unchanged(_ key: String) -> StepMark? { unchanged[key] }

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

  /// The executed step with this number.
  func mark(_ step: Int) -> StepMark? { marks.last { $0.step == step } }

  /// The last step with one of these verbs.
  func last(_ verbs: Set<String>, after step: Int = 0, window: String? = nil) -> StepMark? {
    marks.last { mark in
      verbs.contains(mark.verb) && mark.step > step && (window == nil || mark.window == window)
    }
  }

  /// The last step with one of these verbs that ran before another step.
  func last(_ verbs: Set<String>, before step: Int) -> StepMark? {
    marks.last { verbs.contains($0.verb) && $0.step < step }
  }

  /// Whether a step with one of these verbs ran between two others.
  func hasRun(_ verbs: Set<String>, between first: Int, and second: Int) -> Bool {
    marks.last { verbs.contains($0.verb) && $0.step > first && $0.step < second } != nil
  }

  /// The last step that ended a process.
  func lastEnd(after step: Int = 0) -> StepMark? {
    marks.last { ($0.isDeadly || Self.endings.contains($0.verb)) && $0.step > step }
  }

  /// The steps that end a process.
  static let endings: Set<String> = [
    "kill", "stop", "crash", "force-quit", "quit", "reboot", "memory-pressure",
  ]
}

extension StepContext {
  /// Notes that the app writes a value inside one of its windows.
  func noteWrite(_ place: StoredPlace, on device: String, isHeld: Bool, way: Origin.Way?) {
    writes.note(place, on: device, isHeld: isHeld, way: way)
  }

  /// Who wrote a place of the step's device last.
  func origin(of place: StoredPlace) -> Origin? {
    writes.origin(of: place, on: simulation.name)
  }

  /// Whether a change that no step of the app made is a migration's.
  func isMigrated(_ place: StoredPlace, on simulation: Simulation, by verb: String) -> Bool {
    guard !["fault", "rename-scope", "move-scope", "copy-scope", "undo-close"].contains(verb),
      simulation.stored[place] != nil, let key = declaration.key(place.key)
    else { return false }
    return !key.migration.isEmpty
  }
}
