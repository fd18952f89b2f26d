import SceneSimulator
import StoreFormat

/// An executed step, as messages name it.
struct StepMark: Hashable, Sendable {
  let step: Int
  /// Where its verb stands.
  let range: SourceRange
  let file: String
  let verb: String
  /// What it names first: a tab, a place, a window, an action.
  let word: String?
  /// The version of the app that ran.
  let version: Int
  /// The window it acted on, if that is one.
  let window: String?
  /// The device; empty for one alone.
  let device: String
  /// The variables of the rounds around it: `book = raven`.
  let rounds: String
  /// Which fault it is, by the key that says so; nil for `fault: none`, which ends them.
  let fault: String?
  /// Whether a fault killed the process in its course.
  var isDeadly = false
  /// Whether the app was quit in its course, as by the close of its last window.
  var quits = false

  var line: Int { range.start.line }
}

/// A step of the app that wrote something in the course of a step.
struct InnerMark: Hashable, Sendable {
  let line: Int
  let file: String
  let verb: String
  /// The type of the activity whose handler it stands in; nil under `on-phase`.
  let activity: String?
}

/// A write of the app, as the app tells of it.
struct NotedWrite: Sendable {
  let place: StoredPlace
  /// Whether the value is in memory alone, and whether its window hands it over.
  let isHeld: Bool
  let isHandedOver: Bool
  /// The value; nil for one that is taken away, or is too long to be kept.
  let value: Origin.Value?
  /// Whether it takes the value away.
  let removes: Bool
  /// How it came; nil if a step writes it by itself.
  var way: Origin.Way?

  var inner: InnerMark? { if case .handler(let inner)? = way { inner } else { nil } }
}

/// How a value came to be what it is.
struct Origin: Sendable {
  /// How a step wrote it, if not by itself.
  enum Way: Hashable, Sendable {
    case itself
    case handler(InnerMark)
    case link
    /// The value came with an activity.
    case activity
    /// A migration changed what an older step had written.
    indirect case migration(of: StepMark?)
  }

  /// What was written, to be compared later with what is expected; long values are not kept.
  enum Value: Sendable {
    case bytes(EncodedValue)
    case value(ScenarioValue)

    /// Whether a value is what is looked for; one that is not known is not.
    typealias Test = (Value?) -> Bool

    private static let limit = 4096

    init?(_ bytes: EncodedValue) {
      if bytes.payload.count > Self.limit { return nil }
      self = .bytes(bytes)
    }

    init?(_ value: ScenarioValue) {
      if value.size > Self.limit { return nil }
      self = .value(value)
    }
  }

  let mark: StepMark
  let way: Way
  /// The tab that was selected then.
  let tab: String?
  /// The session in whose place it is.
  let session: UInt32
  let value: Value?
  /// Whether it took the value away.
  var removes = false

  /// The step of the app that wrote it.
  var inner: InnerMark? { if case .handler(let inner) = way { inner } else { nil } }

  /// The step that wrote it, also if a migration has changed it since.
  var written: StepMark {
    if case .migration(let older?) = way { return older }
    return mark
  }
}

extension ScenarioValue {
  /// How many bytes it has, roughly.
  fileprivate var size: Int {
    switch self {
    case .text(let text), .url(let text): text.utf8.count
    case .data(let data): data.count
    case .list(let list): list.reduce(8) { $0 + $1.size }
    case .map(let map): map.reduce(8) { $0 + $1.key.utf8.count + $1.value.size }
    case .null, .bool, .int, .double, .date: 8
    }
  }
}
