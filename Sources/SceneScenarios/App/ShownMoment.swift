import SceneLifecycle
import SceneSimulator

/// What the windows of an app show, and which of them is in front, in apps that do something when
/// that is another one.
struct ShownMoment {
  fileprivate var tabs: [String: String?] = [:]
  fileprivate var front: UInt32?
}

// What an app does when a window shows another tab, or comes to the front.
extension StepContext {
  var shownMoment: ShownMoment {
    var moment = ShownMoment()
    if !declaration.own.front.isEmpty { moment.front = frontSession }
    guard !declaration.own.select.isEmpty else { return moment }
    for window in simulation.windows {
      guard let scene = simulation.scene(window.name)?.delegate as? ScenarioScene else { continue }
      moment.tabs[window.name] = .some(scene.selectedTab)
    }
    return moment
  }

  /// The window in front while it is on the screen.
  private var frontSession: UInt32? {
    guard let front = simulation.front, simulation.phase(of: front.name) == .active else {
      return nil
    }
    return simulation.sessionNumber(of: front.name)
  }

  /// Runs the steps under `on-phase: { front: … }` in the window that came to the front, and those
  /// under `on-select` in windows that were there before and show another tab now; that these steps
  /// bring another one about brings about no more.
  func runOwnSteps(ifOtherThan shown: ShownMoment) throws(StepError) {
    if !declaration.own.front.isEmpty, let front = frontSession, front != shown.front,
      let window = simulation.front,
      let scene = simulation.scene(window.name)?.delegate as? ScenarioScene
    {
      scene.run(declaration.own.front)
      if let innerError { throw innerError }
    }
    for window in simulation.windows {
      guard let before = shown.tabs[window.name],
        let scene = simulation.scene(window.name)?.delegate as? ScenarioScene,
        let tab = scene.selectedTab, tab != before
      else { continue }
      scene.run(declaration.own.select)
      if let innerError { throw innerError }
    }
  }
}
