import FoundationEssentials
import SceneScenarios
import SceneSimulator

// What is remembered of windows, of what came to them, and of what the app has put off.
extension History {
  /// A window that is not connected and is to come back as it was.
  struct Asleep {
    /// What it showed last.
    var shown: StageLook.Window
    /// What it showed when it handed over its activity last.
    var handedOver: StageLook.Window?
    /// When that was.
    let handedOverAt: Date?
    /// The step with which it went.
    let end: String
    /// Whether its process ended without asking.
    let isCrashed: Bool
    /// Whether it came for something from outside, which decided where it went: what it had kept of
    /// that stays hidden until it is written.
    let isLed: Bool
    /// What is not compared, since a new version of the app has it otherwise.
    var unlike: Set<String> = []
    /// Whether a new version of the app took over: what it does with tabs and lists is not compared.
    var isOfOtherVersion = false
    /// What keys that a new version has otherwise owe all the same.
    var debts: [Debt] = []
    /// What an action that was put off was to take, and what lived in memory alone.
    var awaited: [Awaited] = []
    /// Which lists somebody has scrolled.
    let scrolled: Set<String>
    /// What another process wrote meanwhile, by key, tab by tab.
    var written: [String: [Int: ScenarioValue]] = [:]
  }

  /// A value that an action was to take when its time came.
  struct Awaited {
    let action: String
    let key: String
    let value: ScenarioValue
  }

  /// An action that the app has put off.
  struct Pending {
    let order: OwnWrites.Order
    let due: Date
    /// What the window showed that put it off.
    let shown: StageLook.Window
  }

  /// What was to be seen before the step in which the process was killed, and what would have been
  /// there after it.
  struct Torn {
    let before: StageLook
    let after: StageLook
  }

  /// Where an activity was shown.
  struct Landing {
    let window: String
    let tab: String?
    let path: [String]
    /// The place that comes and goes, in an app with such places.
    let place: String?

    /// Whether a user sees the same of both; what lies below is of how users came there.
    func isLike(_ other: Landing) -> Bool {
      tab == other.tab && path.last == other.path.last && place == other.place
    }
  }

  /// An activity that a window took.
  struct Arrival {
    let activity: String
    let target: String?
    let identity: String?
    let landing: Landing
  }

  /// What came back at a launch.
  struct Restart {
    let look: StageLook
    let stored: StoredValues
  }
}
