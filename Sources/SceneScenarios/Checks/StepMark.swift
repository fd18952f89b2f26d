import SceneSimulator

/// An executed step, as messages name it.
struct StepMark: Hashable, Sendable {
  let step: Int
  /// Where its verb stands.
  let range: SourceRange
  let file: String
  let verb: String
  /// The version of the app that ran.
  let version: Int
  /// The window it acted on, if that is one.
  let window: String?
  /// The device; empty for one alone.
  let device: String
  /// The variables of the rounds around it: `book = raven`.
  let rounds: String
  /// Whether a fault killed the process in its course.
  var isDeadly = false

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
struct NotedWrite {
  let place: StoredPlace
  /// Whether the value is in memory alone.
  let isHeld: Bool
  /// Whether it takes the value away.
  let removes: Bool
  /// How it came; nil if a step writes it by itself.
  let way: Origin.Way?
}

/// How a value came to be what it is.
struct Origin: Hashable, Sendable {
  /// How a step wrote it, if not by itself.
  enum Way: Hashable, Sendable {
    case itself
    case handler(InnerMark)
    case link
    /// The value came with an activity.
    case activity
    /// A migration changed what an older step had written.
    case migration(of: StepMark?)
  }

  let mark: StepMark
  let way: Way
  /// The tab that was selected then.
  let tab: String?
  /// Whether it took the value away.
  var removes = false

  /// Whether it adds to what was there, or takes a part of it: what was lost before stays lost.
  var goesOn: Bool {
    switch way {
    case .itself: Self.parts.contains(mark.verb)
    case .handler(let inner): Self.parts.contains(inner.verb)
    case .migration: true
    case .link, .activity: false
    }
  }

  private static let parts: Set = [AppendStep.name, PrependStep.name, RemoveStep.name]

  /// The step that wrote it, also if a migration has changed it since.
  var written: StepMark {
    if case .migration(let older?) = way { return older }
    return mark
  }
}
