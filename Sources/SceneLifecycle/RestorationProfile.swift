/// Which platform's rules decide what comes back after the end of a process.
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
}
