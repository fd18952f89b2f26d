/// Which platform's rules decide what comes back after the end of a process, and what is destroyed.
public enum RestorationProfile: String, Sendable, Hashable, CaseIterable {
  /// A launch brings back the windows that were on screen; the others wait until chosen.
  case iPadOS = "ipados"
  /// A launch brings back every window.
  case macOS = "macos"
  /// As `macOS`, for apps that do not keep windows when they quit.
  case macOSDiscard = "macos-discard"
  /// A launch brings back every window; nothing is ever thrown away by the system.
  case wayland

  /// Whether a launch connects every session instead of those that were on screen.
  package var reconnectsEverySession: Bool { self != .iPadOS }

  /// Whether an app can be quit; on a tablet nobody does.
  package var canQuit: Bool { self != .iPadOS }

  /// How a process ended, or what went wrong in it.
  package enum End: String, Sendable, Hashable, CaseIterable {
    case kill, stop, crash, crashOnLaunch, forceQuit, quit
  }

  /// What is left of the scenes.
  package enum Fate: Sendable, Hashable { case kept, destroyed, setAside }

  /// What is left of all scenes after the end of a process.
  package func fate(after end: End) -> Fate {
    switch (end, self) {
    case (.kill, _), (.stop, _), (.crash, _): .kept
    case (.crashOnLaunch, .iPadOS): .destroyed
    case (.crashOnLaunch, _): .kept
    case (.forceQuit, .iPadOS), (.forceQuit, .macOSDiscard): .destroyed
    case (.forceQuit, .macOS), (.forceQuit, .wayland): .kept
    case (.quit, .macOSDiscard): .destroyed
    case (.quit, _): .kept
    }
  }

  /// The same after its user has quit the app, and may have said what becomes of its windows.
  package func fate(afterQuit keepsWindows: Bool?) -> Fate {
    keepsWindows.map { $0 ? .kept : .destroyed } ?? fate(after: .quit)
  }

  /// What is left of a scene whose restoration failed.
  package var fateAfterFailedRestoration: Fate { self == .iPadOS ? .destroyed : .setAside }
}
