import SceneLifecycle
import SceneSimulator

// What an app does when a window shows another tab.
extension StepContext {
  /// The tab that each window shows, in apps that do something when it is another one.
  var shownTabs: [String: String?] {
    guard !declaration.own.select.isEmpty else { return [:] }
    var tabs: [String: String?] = [:]
    for window in simulation.windows {
      guard let scene = simulation.scene(window.name)?.delegate as? ScenarioScene else { continue }
      tabs[window.name] = .some(scene.selectedTab)
    }
    return tabs
  }

  /// Runs the steps under `on-select` in windows that were there before and show another tab now;
  /// that these steps select another one brings about no more.
  func runOwnSteps(ofTabsOtherThan shown: [String: String?]) throws(StepError) {
    for window in simulation.windows {
      guard let before = shown[window.name],
        let scene = simulation.scene(window.name)?.delegate as? ScenarioScene,
        let tab = scene.selectedTab, tab != before
      else { continue }
      scene.run(declaration.own.select)
      if let innerError { throw innerError }
    }
  }
}
