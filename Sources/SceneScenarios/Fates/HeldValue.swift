import SceneSimulator

/// A value outside the store.
///
/// It is written, handed over, lost with its process and given back, in turns. What matters is the
/// first thing that happens to a write.
struct HeldValue: Sendable {
  /// Whether its window hands it over.
  let isHandedOver: Bool
  /// Who wrote it last, whatever became of that.
  private(set) var last: Origin
  /// Who wrote what the window has now.
  fileprivate var live: Origin?
  /// What was handed over: the last time, and while the store could not write, each time.
  fileprivate var saved: [(origin: Origin?, mark: StepMark)] = []
  /// The step that handed over what is there, and whose commit never came to the disk.
  fileprivate var uncommitted: StepMark?
  /// The fault because of which the last hand-over came to nothing.
  fileprivate var fault: StepMark?

  init(_ origin: Origin, _ isHandedOver: Bool) {
    (last, self.isHandedOver) = (origin, isHandedOver)
  }

  mutating func write(_ origin: Origin) { (last, live, uncommitted) = (origin, origin, nil) }
}

// What becomes of values outside the store in the course of a step.
extension FateList {
  /// What was handed over is back with its window, or of no use.
  mutating func takeBack(_ ended: EndedStep) {
    for (value, held) in alive where value.device == ended.device && held.isHandedOver {
      // What was written in the course of the same step is newer.
      guard ended.has("willConnect", in: value.window), held.last.mark.step != ended.mark.step
      else {
        continue
      }
      let saved = held.saved.last?.origin
      alive[value]?.live = saved
      guard let saved else { continue }
      let isExpired = ended.lapses.contains(.handOver(value.window))
      let problem = ended.fault(at: "\(value.window)/\(value.key)", since: ended.mark.step)
      if isExpired { alive[value]?.saved = [] }
      if let way = isExpired ? .expired : problem.map({ Loss.Way.notUnderstood($0) }) {
        alive[value]?.live = nil
        lose(Loss(saved, at: ended.mark, way), at: value)
      } else {
        append(Fate(kind: .back, mark: ended.mark, origin: saved), about: .value(value))
      }
    }
  }

  /// What is handed over, and what goes with its process or its window.
  mutating func takeAlive(_ ended: EndedStep) {
    let (device, mark) = (ended.device, ended.mark)
    let lost = ended.lapses.contains(.uncommitted) ? last(.uncommitted, of: device)?.since : nil
    let isBehind = behindSince[device] != nil
    // The system may take some windows, and leave the process.
    let hasEnded =
      mark.endsProcess && (mark.device.isEmpty || mark.device == device)
      && (mark.verb != MemoryPressureStep.name || !ended.simulation.isRunning)
    for (value, held) in alive where value.device == device {
      guard !takeDestroyed(value, held, ended) else { continue }
      var held = held
      if held.isHandedOver, ended.has(BlameFinder.handover, in: value.window) {
        held.fault = ended.hasKept(value.window) ? nil : lastFault(before: mark.step)
        if held.fault == nil {
          if !isBehind { held.saved = [] }
          held.saved.append((held.live, mark))
        }
      }
      if let lost, let last = held.saved.last, last.mark.step >= lost.step {
        held.saved.removeAll { $0.mark.step >= lost.step }
        held.uncommitted = last.mark
        if held.live == nil, let origin = last.origin {
          lose(Loss(origin, at: mark, .notCommitted(last.mark)), at: value)
        }
      }
      if hasEnded || held.isHandedOver && ended.has("didDisconnect", in: value.window) {
        leave(&held, value, mark)
      }
      alive[value] = held
    }
  }

  private mutating func leave(
    _ held: inout HeldValue, _ value: ValueName, _ mark: StepMark, _ way: Loss.Way = .notHandedOver
  ) {
    if let live = held.live {
      if live.mark.step != held.saved.last?.origin?.mark.step {
        let way = held.uncommitted.map { .notCommitted($0) } ?? way
        lose(Loss(live, at: mark, way, fault: held.fault), at: value)
      } else {
        append(Fate(kind: .away, mark: mark), about: .value(value))
      }
    }
    (held.live, held.uncommitted) = (nil, nil)
  }

  /// What was in memory only is gone with its window.
  private mutating func takeDestroyed(
    _ value: ValueName, _ held: HeldValue, _ ended: EndedStep
  ) -> Bool {
    let session = held.last.session
    guard session > 0, ended.simulation.sessionNumber(of: value.window) != session else {
      return false
    }
    let place = StoredPlace(
      session: session, window: value.window, path: value.path, key: value.key)
    let way = Loss.Way(of: place, ended.lapses)
    if held.isHandedOver, ended.simulation.isTaken(value.window) {
      // What was handed over goes to another process, and comes back with its window.
      var held = held
      leave(&held, value, ended.mark, .taken)
      alive[value] = held
      return true
    }
    if let lost = held.live ?? held.saved.last?.origin {
      lose(Loss(lost, at: ended.mark, way, ender: way == .closed ? step.ender : nil), at: value)
    }
    alive[value] = nil
    return true
  }
}
