import SceneScenarios

/// A step with which an app in Swift ended its process: it trapped, or it hung.
///
/// A new process goes on behind it: the stream that met it plays no such step from there on.
package struct AppEnd: Sendable, Codable, Hashable {
  /// So many ends are enough of a stream; it is not gone on with.
  static let limit = 4

  /// The stream in which it was; nil if runs were made shorter, which changes nothing of the streams.
  package let stream: Int?
  /// The number of the run in its stream, and of the step in its run.
  package let run: Int
  package let step: Int
  /// What such steps have in common.
  package let kind: String
  /// Nobody waits for it once more, in no stream.
  package let isHang: Bool
  /// What Swift says of a trap; empty if it says nothing.
  package let said: String

  package init(stream: Int?, run: Int, step: Int, kind: String, isHang: Bool, said: String) {
    (self.stream, self.run, self.step) = (stream, run, step)
    (self.kind, self.isHang, self.said) = (kind, isHang, said)
  }

  /// The name of the property, which only a process beside the app can look at.
  package static let property = "alive"

  /// What is told of it once.
  package var identity: String { "\(Self.property) \(cause)" }

  /// What tells it from others: one trap that many steps run into is one.
  package var cause: String { said.isEmpty ? kind : said }

  /// What steps have in common that end an app alike: the activity that comes, by whatever way, or
  /// the step itself.
  package static func kind(of action: Action) -> String {
    if let activity = action.argument?["activity"]?.text {
      return [activity, action.text(of: "payload")].compactMap(\.self).joined(separator: " ")
    }
    let namesWindow = Action.namingWindows.contains(action.verb) || action.verb == "drop"
    return [action.verb, namesWindow ? nil : action.argument?.written].compactMap(\.self).joined(
      separator: " ")
  }
}

/// The ends that a run has to know of.
struct AppEnds {
  private let ends: [AppEnd]
  private let run: Int

  /// Chooses those of a stream, for one of its runs.
  init(_ ends: [AppEnd], stream: Int, run: Int) {
    self.ends = ends.filter { $0.isHang || $0.stream == stream }
    self.run = run
  }

  /// Chooses those that are not met while runs are made shorter.
  init(replaying ends: [AppEnd]) { (self.ends, run) = (ends, .max) }

  /// Whether the stream has had enough of them.
  var areEnough: Bool {
    let own = ends.filter { !$0.isHang }
    return own.count >= AppEnd.limit && run >= own[AppEnd.limit - 1].run
  }

  /// Whether a step is not to be played.
  func contain(_ action: Action, step: Int) -> Bool {
    if ends.isEmpty { return false }
    let kind = AppEnd.kind(of: action)
    return ends.contains {
      $0.kind == kind && ($0.isHang || $0.run < run || ($0.run == run && $0.step <= step))
    }
  }
}

/// What an exploration does next, said before it does it.
package enum StepNote: Sendable {
  case run(stream: Int, number: Int)
  /// A run is played once more, to make it shorter.
  case replay
  case step(Action)
  /// The step could not be done.
  case refused
}
