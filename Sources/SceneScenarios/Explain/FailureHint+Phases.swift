import SceneSimulator

// Where a window is in its life: who was to bring it there.
extension FailureHint {
  /// What brings a window into a phase, or why a step did not.
  func phaseHint(of name: String, _ wanted: String, _ found: String?) -> String? {
    let last = BlameFinder(context).blame(of: "phase", in: name)?.writer?.step ?? 0
    if let step = context.skippedMove(of: name, to: wanted, after: last) {
      return sentence(of: step)
    }
    if wanted == "disconnected", let hint = pressure(on: name, after: last) { return hint }
    let taken = fates.takenWindows(on: device).lazy.compactMap { takeover(of: $0) }.first
    if wanted == "disconnected", let taken, taken.writer?.step ?? 0 > last {
      return "\(taken.text), and not \(name)"
    }
    switch (wanted, found) {
    case ("active", "background"?): return "`foreground` brings \(name) back"
    case ("active", "inactive"?): return "`activate: \(name)` gives it the focus"
    case ("active", "disconnected"?):
      return takeoverHint(of: name) ?? context.brought(name)?.hint
        ?? "`reconnect: \(name)` or `launch` before"
    case ("inactive", "active"?): return "`resign: \(name)` takes the focus away"
    case ("background", "active"?), ("background", "inactive"?):
      if let left = fates.last(["background"])?.step,
        let back = fates.last(["launch", "relaunch", "reconnect"], after: left)
      {
        return "\(named(back)) brought it back on the screen: `background: \(name)` after it"
      }
      return "`background: \(name)` before"
    case ("disconnected", "background"?): return "`disconnect: \(name)` before"
    case ("closed", "disconnected"?):
      if let end = fates.ends(on: device).last, end.step >= last {
        return "\(named(end)) ended its process, which keeps its windows: `close: \(name)` before "
          + "that"
      }
      return "`close: \(name)` before"
    case ("closed", _): return "`close: \(name)` before"
    default: return nil
    }
  }

  /// The windows that the system has taken instead: those longest in the background.
  func pressure(on name: String, after step: Int) -> String? {
    guard let mark = fates.last(["memory-pressure"], after: step) else { return nil }
    let ends = context.log.heard.filter { $0.step == mark.step && $0.word == "didDisconnect" }
    let taken = Set(ends.compactMap(\.window)).sorted()
    guard !taken.isEmpty else { return nil }
    return "\(named(mark)) took \(taken.joined(separator: " and ")), longer in the "
      + "background than \(name)"
  }
}
