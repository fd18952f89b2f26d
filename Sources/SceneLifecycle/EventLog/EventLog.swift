public import FoundationEssentials

/// Where a host writes what happens to an app, a line of JSON for each event.
///
/// A person attaches the lines to a bug report; `scenesim record` makes a scenario of them that
/// shows the same windows with the same values. A line has the name of the event, the window, and
/// what came from outside; values are written when the store commits them. Nothing else of the app
/// is in it. Without a log a host does no work for one.
///
/// The lines of one process begin with a header, so that a file can be added to launch after
/// launch. Each line ends with a newline and comes whole, from the host's thread or the store's:
/// what takes them must be quick and must not use the store. A value that is written and not
/// committed when the process is killed is lost to the log as it is to the app.
///
/// ```swift
/// let log = EventLog(name: "Hawk Notes", redacting: ["draft"]) { line in file.append(line) }
/// let host = SceneHost(HawkNotes(), store: store, log: log)
/// ```
public struct EventLog: Sendable {
  /// The name of the app, for people.
  public var name: String
  /// The version of the app.
  public var version: Int
  /// What the app runs on: `ipad`, `iphone` or `mac`; nil leaves it open.
  public var device: String?
  /// Names of keys and of entries of activities whose values are left out.
  ///
  /// That there is a value, and how long it is, stays in the log. Keys that were declared
  /// `redacted` need not be named.
  public var redacted: Set<String>
  let clock: @Sendable () -> Date
  let write: @Sendable (String) -> Void

  /// Makes a log.
  ///
  /// - Parameters:
  ///   - name: The name of the app, for people.
  ///   - version: The version of the app.
  ///   - device: What the app runs on: `ipad`, `iphone` or `mac`.
  ///   - redacted: Names of keys and of entries of activities whose values are left out.
  ///   - clock: What time it is.
  ///   - write: Takes each line with its newline.
  public init(
    name: String, version: Int = 1, device: String? = nil, redacting redacted: Set<String> = [],
    clock: @escaping @Sendable () -> Date = { .now }, write: @escaping @Sendable (String) -> Void
  ) {
    self.name = name
    self.version = version
    self.device = device
    self.redacted = redacted
    self.clock = clock
    self.write = write
  }

  /// What the header of a log names.
  package static let schema = "scenesim.events/1"
}
