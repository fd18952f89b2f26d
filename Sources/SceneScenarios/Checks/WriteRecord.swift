import SceneSimulator

/// An executed step, as messages name it.
struct StepMark: Hashable, Sendable {
  let step: Int
  /// Where its verb stands.
  let range: SourceRange
  let file: String
  let verb: String
  /// The version of the app that ran.
  let version: Int
  /// The window it acted on, if that is one.
  let window: String?
  /// The device; empty for one alone.
  let device: String
  /// The variables of the rounds around it: `book = raven`.
  let rounds: String

  var line: Int { range.start.line }
}

/// A step of the app that wrote something in the course of a step.
struct InnerMark: Hashable, Sendable {
  let line: Int
  let file: String
  let verb: String
  /// The type of the activity whose handler it stands in; nil under `on-phase`.
  let activity: String?
}

/// How a value came to be what it is.
struct Origin: Hashable, Sendable {
  /// How a step wrote it, if not by itself.
  enum Way: Hashable, Sendable {
    case itself
    case handler(InnerMark)
    case link
    /// The value came with an activity.
    case activity
    /// A migration changed what an older step had written.
    case migration(of: StepMark?)
  }

  let mark: StepMark
  let way: Way
  /// The tab that was selected then.
  let tab: String?
}

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

  /// A place before its session has a number.
  private struct Named: Hashable {
    let device: String
    let window: String
    let path: [String]
    let key: String
  }

  /// The steps that went through, in order.
  private var marks = WriteMarks()
  /// The step that changed the store last.
  private(set) var lastChange: StepMark?
  private var origins: [Owned: Origin] = [:]
  /// Everything that was written to values outside the store: each is lost or handed over.
  private var held: [Owned: [Origin]] = [:]
  private var noted: [Named: (way: Origin.Way, isHeld: Bool)] = [:]
  private var inner: [InnerMark] = []

  /// How many bytes a moment that is kept has for itself, roughly.
  var byteCount: Int { marks.byteCount }

  /// Begins a step: nothing is written yet.
  mutating func begin() {
    noted = [:]
    inner = []
  }

  mutating func enter(_ mark: InnerMark) { inner.append(mark) }

  mutating func leave() { _ = inner.popLast() }

  /// The app writes a value, or holds one that is not in the store.
  mutating func note(
    _ place: StoredPlace, on device: String, isHeld: Bool, way: Origin.Way?
  ) {
    let window = place.session == 0 && place.window.isEmpty ? "" : place.window
    let named = Named(device: device, window: window, path: place.path, key: place.key)
    noted[named] = (inner.last.map { .handler($0) } ?? way ?? .itself, isHeld)
  }

  /// Ends a step that went through.
  mutating func end(_ mark: StepMark) { marks.append(mark) }

  /// Takes over what a step has changed on one device.
  ///
  /// - Parameters:
  ///   - changed: The places in the store.
  ///   - device: The device.
  ///   - mark: The step.
  ///   - tab: The tab that was selected when the step began.
  ///   - session: The number of the session that bears a name.
  ///   - isMigrated: Whether a place that no step wrote was changed by a migration.
  mutating func take(
    _ changed: [StoredPlace], on device: String, of mark: StepMark, tab: String?,
    session: (String) -> UInt32?, isMigrated: (StoredPlace) -> Bool
  ) {
    if !changed.isEmpty { lastChange = mark }
    for place in changed {
      let owned = Owned(device: device, place: place)
      let window = place.session == 0 ? "" : place.window
      let note = noted.removeValue(
        forKey: Named(device: device, window: window, path: place.path, key: place.key))
      var way = note?.way ?? .itself
      if note == nil, isMigrated(place) { way = .migration(of: origins[owned]?.mark) }
      origins[owned] = Origin(mark: mark, way: way, tab: tab)
    }
    for (named, note) in noted where note.isHeld && named.device == device {
      let place = StoredPlace(
        session: session(named.window) ?? 0, window: named.window, path: named.path,
        key: named.key)
      let origin = Origin(mark: mark, way: note.way, tab: tab)
      held[Owned(device: device, place: place), default: []].append(origin)
      noted[named] = nil
    }
  }

  /// Who wrote what lies at a place last, or removed it.
  func origin(of place: StoredPlace, on device: String) -> Origin? {
    origins[Owned(device: device, place: place)]
  }

  /// The steps that wrote a value outside the store, in order.
  func heldOrigins(of place: StoredPlace, on device: String) -> [Origin] {
    held[Owned(device: device, place: place)] ?? []
  }

  /// The places below a window, or the app, where something ever lay, by address.
  func places(in window: String, on device: String) -> [String: StoredPlace] {
    let places = origins.keys.filter {
      $0.device == device && ($0.place.session == 0 ? window == "app" : $0.place.window == window)
    }.map(\.place)
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
