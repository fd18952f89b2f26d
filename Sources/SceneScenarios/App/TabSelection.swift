import SceneLifecycle
import SceneSimulator

// What an app does when a window shows another tab.
extension StepContext {
  /// The tab that each window of each device shows, in apps that do something when it is another one.
  var shownTabs: [String: [String: String?]] {
    guard !declaration.own[.select].isEmpty else { return [:] }
    var tabs: [String: [String: String?]] = [:]
    for device in allDevices {
      for window in device.windows {
        guard let scene = device.scene(window.name)?.delegate as? ScenarioScene else { continue }
        tabs[device.name, default: [:]][window.name] = .some(scene.selectedTab)
      }
    }
    return tabs
  }

  /// Runs the steps under `on-select` in windows that show another tab now than before, or than they
  /// began with if they are new; that these steps select another one brings about no more.
  func runOwnSteps(ofTabsOtherThan shown: [String: [String: String?]]) throws(StepError) {
    if declaration.own[.select].isEmpty { return }
    for device in allDevices {
      let shown = shown[device.name] ?? [:]
      for window in device.windows {
        guard let scene = device.scene(window.name)?.delegate as? ScenarioScene,
          let tab = scene.selectedTab
        else { continue }
        // One that comes back shows what it showed.
        let isBack = shown[window.name] == nil && device.wasRestored(window.name) != false
        guard !isBack, tab != shown[window.name] ?? scene.memory.firstTab else { continue }
        scene.run(declaration.own[.select])
        if let error = course.innerError { throw error }
      }
    }
  }
}
