import SceneSimulator
internal import SceneState

/// A step that went through, on one of the devices.
struct EndedStep {
  let mark: StepMark
  /// The tab that was selected when it began.
  let tab: String?
  /// The device, after the step.
  let simulation: Simulation
  let log: SimulationLog
  /// What went by rules in its course.
  let lapses: Set<Lapse>

  init(_ mark: StepMark, tab: String?, in simulation: Simulation, _ log: SimulationLog) {
    (self.mark, self.tab, self.simulation, self.log) = (mark, tab, simulation, log)
    lapses = simulation.takeLapses()
  }

  var device: String { simulation.name }

  /// Whether a window was told something in its course.
  func has(_ word: String, in window: String) -> Bool {
    for event in log.heard.reversed() {
      guard event.step == mark.step else { break }
      if event.window == window, event.word == word { return true }
    }
    return false
  }

  /// Whether what a window handed over in its course was kept.
  func hasKept(_ window: String) -> Bool {
    !log.problems.contains {
      $0.code == .storeNotUsable && $0.window == window && $0.step == mark.step
    }
  }

  /// Why a value could not be read since a step, if that was noticed.
  func fault(at address: String, since step: Int) -> String? {
    log.problems.last {
      $0.code == .valueNotReadable && $0.address == address && $0.step >= step
    }?.detail
  }
}

// What a step has changed, after its commit.
extension FateList {
  /// Takes over what a step has changed on one device.
  ///
  /// - Parameters:
  ///   - changed: The places in the store.
  ///   - ended: The step.
  ///   - isMigrated: Whether a place that no step wrote was changed by a migration.
  ///   - isThere: Whether the app still holds a value that the store could not write.
  mutating func take(
    _ changed: [StoredPlace], of ended: EndedStep, isMigrated: (StoredPlace) -> Bool,
    isThere: (ValueName) -> Bool
  ) {
    for place in changed { takeStored(place, ended, isNew: isMigrated(place)) }
    takeWindows(ended)
    takeBack(ended)
    for (value, note) in step.notes(on: ended.device) { take(note, of: value, ended) }
    takeWaiting(ended, isThere)
    takeAlive(ended)
  }

  /// A place of the store that has another value than before the step, or none any more.
  private mutating func takeStored(
    _ place: StoredPlace, _ ended: EndedStep, isNew isMigrated: Bool
  ) {
    let value = ValueName(place, on: ended.device)
    let (note, waited) = (step.take(value), waiting.removeValue(forKey: value))
    let last = story(of: value).origin(in: place.session)
    let before = last?.removes == true ? nil : last
    if let before, let detail = ended.fault(at: "\(place)", since: before.mark.step) {
      lose(Loss(before, at: ended.mark, .notReadable(detail)), at: value)
    }
    let bytes = ended.simulation.stored[place]
    let origin = Origin(
      mark: note == nil ? waited?.mark ?? ended.mark : ended.mark,
      way: note == nil && isMigrated ? .migration(of: last?.mark) : note?.way ?? .itself,
      tab: ended.tab,
      session: place.session, value: bytes.flatMap { Origin.Value($0) }, removes: bytes == nil)
    append(
      Fate(kind: .stored, mark: ended.mark, inner: note?.inner, origin: origin),
      about: .value(value))
    // What lay there went, or what was written there in the course of the step.
    let lost = before ?? note.map { Origin($0, ended, place.session) }
    guard bytes == nil, note?.removes != true, waited?.removes != true, let lost else { return }
    lose(lost, at: place, ended, replacedBy: note?.inner, behindSince[ended.device])
  }

  /// What went with the window or the scope that it belonged to, or was taken away.
  private mutating func lose(
    _ lost: Origin, at place: StoredPlace, _ ended: EndedStep, replacedBy: InnerMark? = nil,
    _ since: StepMark?
  ) {
    let value = ValueName(place, on: ended.device)
    var (mark, way, ender) = (ended.mark, Loss.Way(of: place, ended.lapses), step.ender)
    // What is gone only now that the store can be written again was taken away before.
    if way == .destroyed, replacedBy == nil, let since, !ended.simulation.isBehind {
      let gone = departure(of: place.window, on: ended.device)
      if let gone, let departure = gone.departure, gone.mark.step >= since.step {
        (mark, way, ender) = (gone.mark, departure, gone.inner)
      } else if let last = last(Self.enders, after: since.step, before: mark.step) {
        (mark, ender) = (last, nil)
      }
      // What was written later went then, too, and was told.
      if story(of: value).loss?.mark == mark { return }
    }
    if ![.closed, .destroyed].contains(way) { ender = nil }
    lose(Loss(lost, at: mark, way, replacedBy: replacedBy, ender: ender), at: value)
  }

  /// Which windows went, which is in front, and what was handed over and is of no use any more.
  private mutating func takeWindows(_ ended: EndedStep) {
    let device = ended.device
    for case .handOver(let name) in ended.lapses {
      append(Fate(kind: .expired, mark: ended.mark), about: .window(name, on: device))
    }
    let front = ended.simulation.front?.name
    let last = self.last(.front, of: device)
    if last == nil || last?.window != front {
      append(Fate(kind: .front, mark: ended.mark, window: front), about: .device(device))
    }
    // With two of one window the order of their names decides.
    for lapse in ended.lapses.sorted(by: { "\($0)" < "\($1)" }) {
      guard let (name, kind, rule) = lapse.departure else { continue }
      append(
        Fate(kind: kind, mark: ended.mark, inner: step.ender, rule: rule),
        about: .window(name, on: device))
    }
  }

  /// What was written and is not in the store: it is in memory alone, was there already, or went
  /// with its window.
  private mutating func take(_ note: NotedWrite, of value: ValueName, _ ended: EndedStep) {
    if note.isHeld {
      _ = step.take(value)
      let origin = Origin(note, ended, ended.simulation.sessionNumber(of: value.window) ?? 0)
      alive[value, default: HeldValue(origin, note.isHandedOver)].write(origin)
      return append(
        Fate(kind: .held, mark: ended.mark, inner: note.inner, origin: origin), about: .value(value)
      )
    }
    if ended.mark.verb == ClearStep.name { return }
    let isOfTab = (step.ender?.verb ?? ended.mark.verb) == CloseTabStep.name && !value.path.isEmpty
    let isClosed = ended.lapses.contains(.closed(value.window))
    guard !note.removes, isClosed || isOfTab && note.inner != nil else {
      return append(
        Fate(kind: .repeated, mark: ended.mark, inner: note.inner), about: .value(value))
    }
    // What a window or a tab writes as it closes goes with it before anything is stored.
    let loss = Loss(
      Origin(note, ended, 0), at: ended.mark, isClosed ? .closed : .destroyed,
      replacedBy: note.inner, ender: step.ender)
    append(Fate(kind: .lost, mark: ended.mark, inner: note.inner, loss: loss), about: .value(value))
  }

  /// What was written and is not in the store waits there, or is lost with its process.
  private mutating func takeWaiting(_ ended: EndedStep, _ isThere: (ValueName) -> Bool) {
    let (device, mark, lapses) = (ended.device, ended.mark, ended.lapses)
    let since = behindSince[device]
    if ended.simulation.isBehind || mark.isDeadly || lapses.contains(.uncommitted) {
      for (value, note) in step.notes(on: device) {
        let waited = waiting.updateValue(Origin(note, ended, 0), forKey: value)
        if !note.removes {
          append(Fate(kind: .waits, mark: mark, inner: note.inner), about: .value(value))
        } else if let waited, !waited.removes {
          lose(Loss(waited, at: mark, .destroyed, ender: note.inner), at: value)
        }
      }
    }
    if lapses.contains(.uncommitted) {
      append(
        Fate(kind: .uncommitted, mark: mark, since: behindSince[device] ?? mark),
        about: .device(device))
    }
    behindSince[device] = ended.simulation.isBehind ? behindSince[device] ?? mark : nil
    for (value, last) in waiting where value.device == device {
      let isTaken = lapses.contains(.taken(value.window))
      let hasEnded = isTaken || !ended.simulation.isRunning
      guard hasEnded || !last.removes && !isThere(value) else { continue }
      waiting[value] = nil
      if last.removes { continue }
      if hasEnded {
        let fault = lastFault(before: mark.step)
        lose(Loss(last, at: mark, isTaken ? .taken : .uncommitted(fault: fault)), at: value)
      } else {
        // It went with what it belonged to before it ever was in the store.
        lose(last, at: value.place(in: ended.simulation), ended, since)
      }
    }
  }
}

extension Origin {
  fileprivate init(_ note: NotedWrite, _ ended: EndedStep, _ session: UInt32) {
    self.init(
      mark: ended.mark, way: note.way ?? .itself, tab: ended.tab, session: session,
      value: note.value, removes: note.removes)
  }
}

extension Lapse {
  /// The window that went, and what that is as a fate of it.
  fileprivate var departure: (window: String, kind: Fate.Kind, rule: WindowRule?)? {
    switch self {
    case .window(let name, let rule): (name, .gone, rule)
    case .closed(let name): (name, .closed, nil)
    case .taken(let name): (name, .taken, nil)
    case .uncommitted, .handOver, .place: nil
    }
  }
}
