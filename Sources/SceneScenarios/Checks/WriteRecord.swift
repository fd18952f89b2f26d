import SceneSimulator
internal import SceneState

/// Which step wrote each value last, in the store and in memory; belongs to a moment of a run.
struct WriteRecord: Sendable {
  /// What the step that runs writes at a place.
  private struct Note {
    let way: Origin.Way
    let isHeld: Bool
    let removes: Bool

    var inner: InnerMark? { if case .handler(let inner) = way { inner } else { nil } }
  }

  /// The steps that went through, in order.
  private(set) var marks = WriteMarks()
  /// The step that changed the store last.
  private(set) var lastChange: StepMark?
  private(set) var origins: [Owned: Origin] = [:]
  /// What the last `rewind` took back.
  private(set) var takenBack: [Owned: StepMark] = [:]
  /// Everything that was written to values outside the store: each is lost or handed over.
  private(set) var held: [Owned: [Origin]] = [:]
  private var noted: [Named: Note] = [:]
  /// What the app holds because the store could not write it.
  private(set) var waiting: [Named: StepMark] = [:]
  /// What was written last and is gone, or never came to the store.
  private(set) var losses: [Named: Loss] = [:]
  /// What was lost of a list before a step went on with it.
  private(set) var beginnings: [Named: Loss] = [:]
  private var inner: [InnerMark] = []
  /// The step of the app that closed a window or a tab, or moved one, in the course of the step.
  private var ender: InnerMark?
  /// The step that wrote a key last where that changed nothing, and the one of the app that did.
  private(set) var unchanged: [String: (mark: StepMark, inner: InnerMark?)] = [:]
  /// In which window a step of the app wrote a value last, and in the course of which step.
  private(set) var runs: [InnerMark: (window: String, mark: StepMark)] = [:]
  /// What steps did because of which others do nothing.
  var causes = StepCauses()
  /// Which step found what a window had handed over too old.
  private(set) var expiries: [Window: [StepMark]] = [:]
  /// Since which step the store of a device could not write.
  private var behindSince: [String: StepMark] = [:]
  /// The steps from the one since which a store could not write to the end of its process.
  private(set) var uncommitted: [(device: String, from: StepMark, end: StepMark)] = []
  /// Which step let another process take a window over.
  private(set) var takeovers: [Window: StepMark] = [:]
  /// With which step a window went that nobody closed, and by which rule.
  private(set) var gone: [Window: (mark: StepMark, rule: WindowRule)] = [:]
  /// With which step a window's session ended last, and how; also if it is there again.
  private(set) var departures: [Window: (mark: StepMark, way: Loss.Way)] = [:]
  /// Which step closed a window, or the app in its course.
  private(set) var closings: [Window: StepMark] = [:]

  /// What steps of the app have put off, by the action; those that came are left out.
  private var putOffs: [String: PutOff] = [:]
  /// Which step has called one of them off, and the one of the app in its course.
  private var callOffs: [String: (step: Int, inner: InnerMark?)] = [:]
  /// The window in front of a device, and the step that brought it there.
  private(set) var fronts: [String: (name: String?, mark: StepMark)] = [:]

  /// How many bytes a moment that is kept has for itself, roughly.
  var byteCount: Int { marks.byteCount }

  /// Begins a step: nothing is written yet.
  mutating func begin() {
    noted = [:]
    inner = []
    ender = nil
  }

  mutating func enter(_ mark: InnerMark) {
    inner.append(mark)
    if Self.enders.contains(mark.verb) { ender = mark }
  }

  private static let enders = BlameFinder.transfers.union([
    CloseStep.name, CloseTabStep.name, DiscardStateStep.name,
  ])

  /// Whether the app takes a step itself.
  var isInApp: Bool { !inner.isEmpty }

  mutating func leave() { _ = inner.popLast() }

  /// The app writes a value, holds one that is not in the store, or takes one away.
  mutating func note(_ write: NotedWrite, on device: String) {
    noted[Named(write.place, on: device)] = Note(
      way: inner.last.map { .handler($0) } ?? write.way ?? .itself, isHeld: write.isHeld,
      removes: write.removes)
  }

  /// The app puts an action off, or takes one that it had put off.
  mutating func putOff(_ action: String, as put: PutOff?) {
    (putOffs[action], callOffs[action]) = (put, nil)
  }

  /// The app calls off what it had put off.
  mutating func callOff(_ action: String, in step: Int) {
    if putOffs.removeValue(forKey: action) != nil { callOffs[action] = (step, inner.last) }
  }

  /// The step that has called off an action which was put off.
  func callOff(_ action: String) -> (step: Int, inner: InnerMark?)? { callOffs[action] }

  /// When an action was put off that has not had its turn.
  func putOff(_ action: String) -> PutOff? { putOffs[action] }

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
  ///   - fault: Why what was written at a place before could not be read.
  mutating func take(
    _ changed: [StoredPlace], of mark: StepMark, tab: String?, in simulation: Simulation,
    isMigrated: (StoredPlace) -> Bool, fault: (StoredPlace, Origin) -> String?
  ) {
    let device = simulation.name
    let lapses = simulation.takeLapses()
    if !changed.isEmpty { lastChange = mark }
    let notes = self.notes(on: device)
    for (named, note) in notes {
      if let inner = note.inner { runs[inner] = (named.window, mark) }
    }
    for place in changed {
      let owned = Owned(device: device, place: place)
      let named = Named(place, on: device)
      let note = noted.removeValue(forKey: named)
      let writer = note == nil ? waiting[named] : nil
      waiting[named] = nil
      var way = note?.way ?? .itself
      if note == nil, isMigrated(place) { way = .migration(of: origins[owned]?.mark) }
      let isGone = simulation.stored[place] == nil
      let origin = Origin(mark: writer ?? mark, way: way, tab: tab, removes: isGone)
      begin(named, with: origin, after: origins[owned]) { fault(place, $0) }
      losses[named] =
        isGone && note?.removes != true ? loss(at: owned, by: mark, note, lapses) : nil
      origins[owned] = origin
    }
    takeExpired(lapses, by: mark, on: device)
    let front = simulation.front?.name
    if fronts[device].map({ $0.name != front }) ?? true { fronts[device] = (front, mark) }
    for case .taken(let name) in lapses { takeovers[Window(device: device, name: name)] = mark }
    if mark.verb != "clear" {
      for (named, note) in notes where noted[named] != nil {
        let isOfTab = (ender?.verb ?? mark.verb) == CloseTabStep.name && !named.path.isEmpty
        let isClosed = lapses.contains(.closed(named.window))
        guard !note.removes, isClosed || isOfTab && note.inner != nil else {
          unchanged[named.key] = (mark, note.inner)
          continue
        }
        // What a window or a tab writes as it closes goes with it before anything is stored.
        losses[named] = Loss(
          written: mark, mark: mark, way: isClosed ? .closed : .destroyed, replacedBy: note.inner,
          ender: ender)
      }
    }
    for (named, note) in noted where note.isHeld && named.device == device {
      let place = StoredPlace(
        session: simulation.sessionNumber(of: named.window) ?? 0, window: named.window,
        path: named.path, key: named.key)
      let origin = Origin(mark: mark, way: note.way, tab: tab)
      held[Owned(device: device, place: place), default: []].append(origin)
      begin(named, with: origin, after: nil) { _ in nil }
      (noted[named], losses[named]) = (nil, nil)
    }
    takeUncommitted(of: mark, in: simulation, lapses)
    takeDestroyed(by: mark, in: simulation, lapses)
  }

  /// What the step writes on a device, in the order of the places.
  private func notes(on device: String) -> [(Named, Note)] {
    noted.filter { $0.key.device == device }.sorted { one, other in
      (one.key.window, one.key.path.joined(separator: "/"))
        < (other.key.window, other.key.path.joined(separator: "/"))
    }
  }

  /// A list that a step goes on with begins with what was left of it.
  private mutating func begin(
    _ named: Named, with origin: Origin, after before: Origin?, fault: (Origin) -> String?
  ) {
    guard origin.goesOn, !origin.removes else {
      beginnings[named] = nil
      return
    }
    if let loss = losses[named] {
      beginnings[named] = loss
    } else if let before, !before.removes, let detail = fault(before) {
      beginnings[named] = Loss(
        written: before.written, mark: origin.mark, way: .notReadable(detail))
    }
  }

  /// What became of what lay at a place, or was written there in the course of the step.
  private func loss(
    at owned: Owned, by mark: StepMark, _ note: Note?, _ lapses: Set<Lapse>
  ) -> Loss? {
    let before = origins[owned].flatMap { $0.removes ? nil : $0.mark }
    guard let written = before ?? (note == nil ? nil : mark) else { return nil }
    var loss = Loss(written: written, mark: mark, way: Loss.Way(of: owned.place, lapses))
    loss.replacedBy = note?.inner
    if [.closed, .destroyed].contains(loss.way) { loss.ender = ender }
    return loss
  }

  /// What a window had handed over is of no use any more.
  private mutating func takeExpired(_ lapses: Set<Lapse>, by mark: StepMark, on device: String) {
    for case .handOver(let name) in lapses {
      expiries[Window(device: device, name: name), default: []].append(mark)
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
    let device = simulation.name
    let hasFailed = mark.isDeadly || lapses.contains(.uncommitted)
    if simulation.isBehind || hasFailed {
      for named in noted.keys where named.device == device { waiting[named] = mark }
    }
    if lapses.contains(.uncommitted) {
      uncommitted.append((device, behindSince[device] ?? mark, mark))
    }
    behindSince[device] = simulation.isBehind ? behindSince[device] ?? mark : nil
    for (named, writer) in waiting where named.device == simulation.name {
      let isTaken = lapses.contains(.taken(named.window))
      guard isTaken || !simulation.isRunning else { continue }
      let way = isTaken ? Loss.Way.taken : .uncommitted(fault: last(["fault"], before: mark.step))
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
    // With two of one window the order of their names decides.
    for lapse in lapses.sorted(by: { "\($0)" < "\($1)" }) {
      guard let (name, way) = lapse.departure else { continue }
      departures[Window(device: simulation.name, name: name)] = (mark, way)
    }
    // A window of that name that is there again has not gone; without a process none is.
    gone = gone.filter { window, last in
      last.mark == mark || window.device != simulation.name || !simulation.isRunning
        || simulation.sessionNumber(of: window.name) == nil
          && [nil, .closed].contains(simulation.phase(of: window.name))
    }
    for (owned, all) in held where owned.device == simulation.name && owned.place.session > 0 {
      let named = Named(owned.place, on: simulation.name)
      guard simulation.sessionNumber(of: named.window) != owned.place.session,
        let last = all.last?.mark
      else { continue }
      var loss = Loss(written: last, mark: mark, way: Loss.Way(of: owned.place, lapses))
      if loss.way == .closed { loss.ender = ender }
      losses[named] = loss
      held[owned] = nil
    }
  }

  /// Notes what was written after the moment to which a run goes back.
  mutating func takeBack(from left: WriteRecord) {
    takenBack = left.origins.filter { origins[$0.key]?.written != $0.value.written }
      .mapValues(\.written)
    for (owned, all) in left.held {
      guard let last = all.last?.written, held[owned]?.last?.written != last else { continue }
      takenBack[owned] = last
    }
  }

  /// Takes over what a step was to write that was refused and taken back.
  ///
  /// - Parameters:
  ///   - mark: The step.
  ///   - code: Why it was refused.
  ///   - refused: What it had written before it was.
  ///   - places: Where it was to write.
  ///   - device: The device on which it acted.
  mutating func refuse(
    _ mark: StepMark, code: String, as refused: WriteRecord, _ places: [StoredPlace],
    on device: String
  ) {
    let meant = Set(places.map { Named($0, on: device) })
    for named in meant.union(refused.noted.keys) {
      var loss = Loss(written: mark, mark: mark, way: .refused(code: code))
      if code == SceneProblem.Code.valueNotEncodable.rawValue {
        loss.fault = causes.encodingFaults[named.key].flatMap(self.mark)
      }
      losses[named] = loss
    }
  }
}
