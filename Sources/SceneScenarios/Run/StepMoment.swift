/// What there was to see after a step: all that a report of it shows.
package struct StepMoment: Sendable, Hashable {
  /// A stored value.
  package struct Stored: Sendable, Hashable, Codable {
    /// The device; empty if there is only one.
    package let device: String
    /// The place, as `store ls` writes it.
    package let address: String
    /// The value as one line of JSON.
    package let json: String

    package init(device: String = "", address: String, json: String) {
      (self.device, self.address, self.json) = (device, address, json)
    }
  }

  /// One thing that a step compared.
  package struct Check: Sendable, Hashable, Codable {
    package enum Outcome: String, Sendable, Hashable, Codable {
      case passed, failed
      /// A check before it failed.
      case unknown
    }

    /// What was looked at, such as `A.values.draft`.
    package let subject: String
    package let expected: String
    package internal(set) var outcome = Outcome.passed
    /// What was found, if that is not what was expected.
    package internal(set) var actual: String?

    package init(
      _ subject: String, _ expected: String, outcome: Outcome = .passed, actual: String? = nil
    ) {
      (self.subject, self.expected) = (subject, expected)
      (self.outcome, self.actual) = (outcome, actual)
    }
  }

  /// Something that was dragged out of a window.
  package struct Drag: Sendable, Hashable, Codable {
    package enum Place: String, Sendable, Hashable, Codable {
      case leftEdge = "left-edge"
      case rightEdge = "right-edge"
      case newWindow = "new-window"
      /// On a window.
      case window
      /// It is still held.
      case hold
      case cancelled
    }

    package let from: String
    package let place: Place
    /// The window that took it: the one it was dropped on, or the one that opened.
    package let to: String?
    /// What it is, in few words.
    package let item: String
    /// Whether nobody took it.
    package internal(set) var isRefused = false

    package init(from: String, place: Place, to: String?, item: String) {
      (self.from, self.place, self.to, self.item) = (from, place, to, item)
    }
  }

  /// The last line of the step in its file.
  package var endLine: Int
  /// The titles of the groups around the step, the outermost first.
  package var groups: [String] = []
  /// The variables of the rounds around the step: `book = raven`.
  package var rounds = ""
  /// The version of the app.
  package var version = 1
  package var screens: [ScreenState] = []
  /// The values of all devices, each device in the order of its store.
  package var stored: [Stored] = []
  package var checks: [Check] = []
  package var drag: Drag?
  /// Where things from outside went and why: for each decision some lines.
  package var routes: [String] = []
  /// The file in which the step stands.
  package var source: SourceFile

  package init(endLine: Int, source: SourceFile) {
    (self.endLine, self.source) = (endLine, source)
  }

  /// How many bytes are kept of it, roughly: values that stay as they are have one text for all.
  var byteCount: Int {
    let windows = screens.flatMap(\.windows)
    let rows = windows.reduce(0) { $0 + 200 + $1.lists.reduce(0) { $0 + 100 + 32 * $1.rows.count } }
    let values = windows.reduce(0) { $0 + $1.values.reduce(0) { $0 + 64 + $1.json.utf8.count } }
    let texts = checks.reduce(0) { $0 + 100 + $1.expected.utf8.count }
    return 512 + rows + values + texts + 160 * stored.count
  }
}
