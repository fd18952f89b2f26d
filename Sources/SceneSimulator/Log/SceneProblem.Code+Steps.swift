package import SceneState

// Why a step of a simulation is refused, beside what the lifecycle says.
extension SceneProblem.Code {
  package static let appNotRunning = Self(rawValue: "app-not-running")
  package static let appRunning = Self(rawValue: "app-running")
  package static let alreadyRunning = Self(rawValue: "already-running")
  package static let appInForeground = Self(rawValue: "app-in-foreground")
  package static let noQuitHere = Self(rawValue: "no-quit-here")
  package static let quitRefused = Self(rawValue: "quit-refused")
  package static let nothingHeld = Self(rawValue: "nothing-held")
  package static let dragHeld = Self(rawValue: "drag-held")
  package static let nothingToRestore = Self(rawValue: "nothing-to-restore")
  package static let nothingAdvertised = Self(rawValue: "nothing-advertised")
  package static let noSnapshot = Self(rawValue: "no-snapshot")
  package static let noSuchAction = Self(rawValue: "no-such-action")
  package static let noSuchKey = Self(rawValue: "no-such-key")
  package static let wrongKind = Self(rawValue: "wrong-kind")
}
