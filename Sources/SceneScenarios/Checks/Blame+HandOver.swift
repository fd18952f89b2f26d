import SceneLifecycle
import SceneSimulator

// What became of what a window had handed over.
extension BlameFinder {
  /// What destroyed what a window handed over last; nil if that is there still.
  func handOverLost(of window: String) -> Blame? {
    lostHandOver(of: window).map { loss in
      Blame(text(of: loss, window), writer: loss.mark)
    }
  }

  /// The same as a loss, for what would have kept it.
  func lostHandOver(of window: String) -> Loss? {
    let device = context.simulation.name
    guard context.simulation.session(window)?.record.activity == nil,
      let given = event(of: window, [Self.handover])?.mark
    else { return nil }
    if let end = context.writes.uncommittedEnd(of: given.step, on: device) {
      let fault = context.writes.last(["fault"], before: end.step)
      return Loss(written: given, mark: end, way: .uncommitted(fault: fault))
    }
    guard let (mark, way) = context.writes.departure(of: window, on: device),
      mark.step >= given.step
    else { return nil }
    return Loss(written: given, mark: mark, way: way)
  }

  private func text(of loss: Loss, _ window: String) -> String {
    let what = "what \(named(loss.written)) handed over"
    switch loss.way {
    case .gone(let rule): return going(what, by: loss.mark, rule)
    case .taken:
      return "\(named(loss.mark)) let another process take \(window) over, and \(what) with it"
    case .uncommitted(let fault):
      let cause = fault.map { ", because of \(named($0))," } ?? ""
      return "\(what) was not committed\(cause) when \(named(loss.mark)) came"
    case .destroyed, .closed, .refused, .forgotten, .expired, .notReadable:
      return "\(named(loss.mark)) destroyed \(what)"
    }
  }
}

extension Lapse {
  /// The window whose session ended, and how.
  var departure: (window: String, way: Loss.Way)? {
    switch self {
    case .window(let name, let rule): (name, .gone(rule))
    case .closed(let name): (name, .closed)
    case .taken(let name): (name, .taken)
    case .uncommitted, .handOver, .place: nil
    }
  }
}
