/// The state of a scene as the system sees it.
///
/// A scene starts and ends `unattached`. Between the background and the front it always passes
/// through `foregroundInactive`; every other change is an error that names both states.
public enum ActivationState: String, Hashable, Sendable, CaseIterable {
  /// No window shows the scene; only its session exists.
  case unattached
  /// Visible, but not receiving input.
  case foregroundInactive
  /// Visible and receiving input.
  case foregroundActive
  /// Connected, but not visible.
  case background
}

extension ActivationState {
  /// What asking for a state means in the present one.
  package enum Change: Hashable, Sendable {
    /// The scene is there already: nobody is told.
    case none
    /// The scene enters the state, and its delegate is told so once.
    case callback(Callback)
    /// The state cannot follow directly.
    case forbidden
  }

  /// What a delegate is told when a state has changed.
  package enum Callback: String, Hashable, Sendable {
    case willEnterForeground, didBecomeActive, willResignActive, didEnterBackground, didDisconnect
  }

  /// The one transition table: what entering `next` from this state means.
  package func change(to next: ActivationState) -> Change {
    switch (self, next) {
    case (.unattached, .unattached): .none
    case (.unattached, .foregroundInactive): .callback(.willEnterForeground)
    case (.unattached, .foregroundActive): .forbidden
    case (.unattached, .background): .forbidden
    case (.foregroundInactive, .unattached): .forbidden
    case (.foregroundInactive, .foregroundInactive): .none
    case (.foregroundInactive, .foregroundActive): .callback(.didBecomeActive)
    case (.foregroundInactive, .background): .callback(.didEnterBackground)
    case (.foregroundActive, .unattached): .forbidden
    case (.foregroundActive, .foregroundInactive): .callback(.willResignActive)
    case (.foregroundActive, .foregroundActive): .none
    case (.foregroundActive, .background): .forbidden
    case (.background, .unattached): .callback(.didDisconnect)
    case (.background, .foregroundInactive): .callback(.willEnterForeground)
    case (.background, .foregroundActive): .forbidden
    case (.background, .background): .none
    }
  }

  /// Whether the user can see the scene.
  public var isForeground: Bool {
    switch self {
    case .foregroundActive, .foregroundInactive: true
    case .background, .unattached: false
    }
  }

  /// The states on the way to `next`, which comes last; empty if this is `next` already.
  package func route(to next: ActivationState) -> [ActivationState] {
    if self == next { return [] }
    let line: [ActivationState] = [
      .foregroundActive, .foregroundInactive, .background, .unattached,
    ]
    // A fresh scene enters through the foreground, never through the background.
    if self == .unattached {
      switch next {
      case .unattached: return []
      case .foregroundInactive: return [.foregroundInactive]
      case .foregroundActive: return [.foregroundInactive, .foregroundActive]
      case .background: return [.foregroundInactive, .background]
      }
    }
    guard let from = line.firstIndex(of: self), let to = line.firstIndex(of: next) else {
      return []
    }
    return from < to ? Array(line[(from + 1)...to]) : line[to..<from].reversed()
  }
}

/// The state of an app as a whole: the highest of its scenes.
public enum AppPhase: String, Hashable, Sendable {
  /// A scene is in front and takes input.
  case active
  /// A scene is in front, none takes input.
  case inactive
  /// No scene is in front.
  case background

  /// Makes the phase out of the states of all connected scenes.
  package init(_ states: some Sequence<ActivationState>) {
    var phase = AppPhase.background
    for state in states {
      if state == .foregroundActive {
        self = .active
        return
      }
      if state == .foregroundInactive { phase = .inactive }
    }
    self = phase
  }
}
