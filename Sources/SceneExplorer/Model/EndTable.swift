import SceneLifecycle
import SceneScenarios

/// The table *What ends a process, and what is left*, as the page has it.
enum EndTable {
  /// Whether windows come back with what they showed.
  static func keeps(_ end: RestorationProfile.End, _ profile: RestorationProfile) -> Bool {
    switch (end, profile) {
    case (.forceQuit, .iPadOS), (.forceQuit, .macOSDiscard): false
    case (.crashOnLaunch, .iPadOS), (.quit, .macOSDiscard): false
    default: true
    }
  }

  /// The same of a step that ends a process, which may say it itself.
  static func keeps(
    _ end: RestorationProfile.End, by action: Action, _ profile: RestorationProfile
  ) -> Bool {
    let asked = end == .quit ? action.argument?["keeps-windows"]?.bool : nil
    return asked ?? keeps(end, profile)
  }
}
