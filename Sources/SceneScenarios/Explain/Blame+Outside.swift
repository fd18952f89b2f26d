import SceneLifecycle
import SceneSimulator
internal import SceneState

// What was saved and is not shown, since something from outside decided where to go.
extension Explainer {
  /// Why a value that is stored is hidden; nil if nothing hides it.
  func decidedOutside(_ place: FailureReport.Place, _ stored: StoredPlace) -> Blame? {
    guard let back = outside(hiding: place, stored), let rule = outsideRule(in: place.window) else {
      return nil
    }
    let saved =
      context.origin(of: stored).map { "what \(named($0.mark)) wrote" } ?? "what is stored"
    return Blame(
      "\(named(back)) brought \(place.window) back without \(saved): \(rule)", writer: back)
  }

  /// The step that came with something from outside, because of which a stored value is not shown.
  func outside(hiding place: FailureReport.Place, _ stored: StoredPlace) -> StepMark? {
    guard simulation.stored[stored] != nil, showsDefault(place), hides(place.key, in: place.window),
      let back = event(of: place.window, ["willConnect"])?.mark
    else { return nil }
    // What was written since then is shown.
    let written = context.origin(of: stored)?.mark.step ?? 0
    return written < back.step ? back : nil
  }

  /// Whether what came from outside hides a key of a window; one that waits hides all by itself.
  private func hides(_ key: StorageKey, in window: String) -> Bool {
    guard let scene = simulation.scene(window), !scene.awaitsRestoration else { return false }
    guard scene.scope.hidden != nil else { return false }
    switch app.externalWins {
    case .navigation:
      let keeper = app.navigator?.savesTo
      return [StorageKey.path, PlaceKind.shownKey, keeper].contains(key.name)
    // Values that belong together hide each other, whatever comes.
    case .everything: return !app.together.contains { $0.contains(key.name) }
    case .nothing: return false
    }
  }

  /// Which rule keeps what was saved in a window from being shown; nil if none does.
  func outsideRule(in window: String) -> String? {
    guard simulation.scene(window)?.scope.hidden != nil else { return nil }
    switch app.externalWins {
    case .navigation:
      return "it came with something from outside, which decides where the user is "
        + "(`external-wins: navigation`, the rule unless the app says another)"
    case .everything:
      return "it came with something from outside, which decides (`external-wins: everything`)"
    case .nothing: return nil
    }
  }
}

extension FailureHint {
  /// What would have shown a value that something from outside hides.
  func outsideHint(_ place: FailureReport.Place, _ stored: StoredPlace) -> String? {
    BlameFinder(context).outside(hiding: place, stored).map { _ in
      "`external-wins: nothing` in `app` shows what was saved, whatever comes from outside"
    }
  }
}
