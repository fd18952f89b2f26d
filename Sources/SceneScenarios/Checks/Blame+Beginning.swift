import SceneSimulator

// What a list lost before it went on: what wrote it last is not why a part of it is missing.
extension BlameFinder {
  /// What became of the part of a list that is missing in it; nil if nothing of it was lost.
  func beginning(of place: FailureReport.Place, _ mismatch: Mismatch) -> Blame? {
    guard !mismatch.missing.isEmpty else { return nil }
    let stored = context.place(of: place.key, window: place.window, tab: place.tab)
    if isHeld(place), let lost = trail(of: place.key, stored).beginning {
      return Blame(text(lost, of: place, stored), writer: lost.mark)
    }
    return context.writes.beginning(of: stored, on: context.simulation.name).map {
      Blame(text($0, of: stored), writer: $0.mark)
    }
  }

  /// Whether a value is in memory, and comes back with its window if anything does.
  func isHeld(_ place: FailureReport.Place) -> Bool {
    place.key.via != .store || isOfMemory(place)
  }

  /// Whether a value never leaves memory.
  func isOfMemory(_ place: FailureReport.Place) -> Bool {
    place.key.isTransient || isPrivate(place.window) && !place.key.isOfApp
  }
}

extension FailureHint {
  /// What would have kept the part of a list that is missing in it.
  func beginningHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard !mismatch.missing.isEmpty else { return nil }
    let finder = BlameFinder(context)
    let stored = context.place(of: place.key, window: place.window, tab: place.tab)
    if finder.isHeld(place), let lost = finder.trail(of: place.key, stored).beginning {
      if case .expired = lost.way {
        return hint(for: Loss(written: lost.origin.mark, mark: lost.mark, way: .expired))
      }
      return handoverHint(place.key, stored, lost)
    }
    return context.writes.beginning(of: stored, on: context.simulation.name).flatMap(hint)
  }
}
