import SceneLifecycle

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
}
