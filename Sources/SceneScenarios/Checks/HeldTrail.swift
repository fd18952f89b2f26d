import SceneSimulator
internal import SceneState

/// What became of a value outside the store: who wrote what its window has, and whose was lost.
///
/// Such a value is written, handed over, lost with its process and given back, in turns. What
/// matters is the first thing that happened to a write, and not the last one that happens in a run.
struct HeldTrail {
  /// A write that went before it was of use again.
  struct Lost {
    let origin: Origin
    let way: Way
    /// The step with which it went.
    let mark: StepMark
  }

  enum Way {
    /// It was in memory alone when its process ended, or when its window left.
    case notHandedOver
    /// The step that handed it over, and whose commit never came to the disk.
    case notCommitted(StepMark)
    /// It was too old when its window came back.
    case expired
    /// It cannot be read as what the key is now.
    case notReadable(NoticedProblem)
  }

  /// Who wrote what the window has now, if what was handed over came back.
  private(set) var live: Origin?
  /// Who wrote what was handed over last.
  private(set) var saved: Origin?
  /// What was lost, in order.
  private(set) var losses: [Lost] = []
  /// The step that brought the window back last since it was written.
  private(set) var back: StepMark?

  /// What was lost of what is newer than what is there: the newest write.
  var lost: Lost? {
    let newer = losses.filter { live.map(\.mark.step) ?? 0 < $0.origin.mark.step }
    return newer.max { $0.origin.mark.step < $1.origin.mark.step }
  }

  /// The loss of the write before that, if that was to come back when the newer one was lost.
  func loss(before lost: Lost) -> Lost? {
    let older = losses.filter { $0.origin.mark.step < lost.origin.mark.step }
    return older.max { $0.origin.mark.step < $1.origin.mark.step }
  }

  /// What was lost of a list before a step went on with it.
  var beginning: Lost? {
    guard let live, live.goesOn else { return nil }
    return losses.last { $0.mark.step > anew && $0.origin.mark.step < live.mark.step }
  }

  /// The last step that wrote the whole value.
  private var anew = 0

  private enum Moment {
    case connects(StepMark)
    case writes(Origin)
    case handsOver(StepMark)
    case leaves(StepMark)
    case ends(StepMark)

    /// The number of its step, and its place among what happens in one.
    var time: (Int, Int) {
      switch self {
      case .connects(let mark): (mark.step, 0)
      case .writes(let origin): (origin.mark.step, 1)
      case .handsOver(let mark): (mark.step, 2)
      case .leaves(let mark): (mark.step, 3)
      case .ends(let mark): (mark.step, 4)
      }
    }
  }

  init(of stored: StoredPlace, isHandedOver: Bool, in context: StepContext) {
    let device = context.simulation.name
    let address = "\(stored.window)/\(stored.key)"
    var handover: StepMark?
    for moment in Self.moments(of: stored, isHandedOver, in: context) {
      switch moment {
      case .connects(let mark):
        live = saved
        back = saved == nil ? nil : mark
        guard let origin = saved else { break }
        let problem = context.log.problems.last {
          $0.code == .valueNotReadable && $0.address == address && $0.step == mark.step
        }
        if context.writes.expiries(of: stored.window, on: device).contains(mark) {
          losses.append(Lost(origin: origin, way: .expired, mark: mark))
          (live, saved, back) = (nil, nil, nil)
        } else if let problem {
          losses.append(Lost(origin: origin, way: .notReadable(problem), mark: mark))
          (live, back) = (nil, nil)
        }
      case .writes(let origin):
        (live, back, handover) = (origin, nil, nil)
        if !origin.goesOn { anew = origin.mark.step }
      case .handsOver(let mark):
        // What cannot be kept is not what comes back.
        if context.writes.uncommittedEnd(of: mark.step, on: device) == nil {
          saved = live
        } else {
          handover = mark
        }
      case .leaves(let mark), .ends(let mark):
        if let live, live.mark.step != saved?.mark.step {
          let way = handover.map { Way.notCommitted($0) } ?? .notHandedOver
          losses.append(Lost(origin: live, way: way, mark: mark))
        }
        (live, handover) = (nil, nil)
      }
    }
  }

  /// All that happened to the value, in its order.
  private static func moments(
    of stored: StoredPlace, _ isHandedOver: Bool, in context: StepContext
  ) -> [Moment] {
    let device = context.simulation.name
    var moments = context.writes.heldOrigins(of: stored, on: device).map { Moment.writes($0) }
    guard let first = moments.first?.time.0 else { return [] }
    moments += context.writes.ends(on: device).map { .ends($0) }
    if isHandedOver {
      for event in context.log.heard where event.window == stored.window && event.step >= first {
        // An event of a step that was taken back is no reason for anything.
        guard let mark = context.writes.mark(event.step) else { continue }
        switch event.text.split(separator: " ").first.map(String.init) {
        case "willConnect": moments.append(.connects(mark))
        case BlameFinder.handover: moments.append(.handsOver(mark))
        case "didDisconnect": moments.append(.leaves(mark))
        case .some, nil: break
        }
      }
    }
    return moments.sorted { $0.time < $1.time }
  }
}

extension BlameFinder {
  /// What became of a value that is not in the store.
  func trail(of key: StorageKey, _ stored: StoredPlace) -> HeldTrail {
    HeldTrail(of: stored, isHandedOver: key.via != .store, in: context)
  }
}
