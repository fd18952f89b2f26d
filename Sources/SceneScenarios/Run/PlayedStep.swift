package import SceneSimulator

/// A step that was executed, with what there was to see after it if the run was to keep that.
package struct PlayedStep: Sendable, Hashable, Codable {
  package enum Outcome: String, Sendable, Hashable, Codable {
    case passed, failed
    /// Refused with its `code`, as its `fails` says.
    case refused
  }

  package let number: Int
  package let verb: String
  /// The step in words: verb and argument, as the trace has it.
  package internal(set) var text: String
  /// The same for people, if that differs: with texts in quotes where the file has them.
  private var quoted: String?
  /// What it carries, where that ends its words.
  package internal(set) var cargo: String?
  /// The step as it is written, its variables not replaced.
  package private(set) var written = ""
  /// The file in which it stands: the scenario, or one it includes.
  package let file: String
  package let line: Int
  package private(set) var column = 1
  /// The last line of the step in its file.
  package let endLine: Int
  package internal(set) var outcome: Outcome
  /// The code with which it was refused, as it should be.
  package internal(set) var code: String?
  package let isCheck: Bool

  /// The titles of the groups around the step, the outermost first.
  package internal(set) var groups: [String] = []
  /// The variables of the rounds around the step: `book = raven`.
  package internal(set) var rounds = ""
  package internal(set) var version = 1
  package internal(set) var events: [Event] = []
  package internal(set) var checks: [Check] = []
  package internal(set) var drag: Drag?
  /// Where things from outside went and why: for each decision some lines.
  package internal(set) var routes: [String] = []
  package var screens: [ScreenState] = []
  /// The values of all devices, each device in the order of its store.
  package var stored: [Stored] = []

  /// What a saved run keeps of each step; what is seen and stored stands beside it.
  private enum CodingKeys: String, CodingKey {
    case number, verb, text, file, line, endLine, outcome, code, isCheck, groups, rounds, version
    case events, checks, drag, routes, cargo, quoted
  }

  package init(
    number: Int, verb: String, text: String, file: String, line: Int, column: Int = 1,
    endLine: Int? = nil, outcome: Outcome = .passed
  ) {
    (self.number, self.verb, self.text, written) = (number, verb, text, text)
    (self.file, self.line, self.column, self.endLine) = (file, line, column, endLine ?? line)
    (self.outcome, isCheck) = (outcome, verb == ExpectStep.name)
  }

  init(_ number: Int, _ step: ParsedStep) {
    let start = step.verb.range.start
    let end = step.argument.map { $0.range.end }
    self.init(
      number: number, verb: step.verb.name, text: StepText.written(step), file: step.source.path,
      line: start.line, column: start.column,
      endLine: end.map { max(start.line, $0.column == 1 ? $0.line - 1 : $0.line) })
    name(text, StepText.written(step, hasQuotes: true), cargo: nil)
  }
}

extension PlayedStep {
  /// The step in words for people: texts are in quotes where the file has them.
  package var words: String { quoted ?? text }

  /// Gives it its words: as the trace has them, for people, and what it carries.
  mutating func name(_ text: String, _ words: String, cargo: String?) {
    (self.text, self.cargo) = (text, cargo)
    quoted = words == text ? nil : words
  }

  /// Something that was told to the app or a window, or noticed.
  package struct Event: Sendable, Hashable, Codable {
    package let who: String
    package let text: String
    package let detail: String?

    /// What is neither a title nor a change of the store, which is told elsewhere.
    package init?(_ event: TraceEvent) {
      switch event.kind {
      case .scenarioCase, .group, .step, .storePut, .storeGone: return nil
      case .app(let app): (who, text, detail) = ("app", app.text, app.detail)
      case .window(let name, let window): (who, text, detail) = (name, window.text, window.detail)
      case .valueIsShown(let name):
        (who, text, detail) = (name, TraceEvent.Kind.valueIsShownText, nil)
      case .moved(let name, let display):
        (who, text, detail) = (name, "on display \(display)", nil)
      case .device(let name, let text): (who, self.text, detail) = (name, text, nil)
      case .refused(let code): (who, text, detail) = ("refused", code, nil)
      case .problem(let code, let window):
        (who, text, detail) = ("problem", code, window.isEmpty ? nil : window)
      case .storeAside(let place): (who, text, detail) = ("store", "set aside", "\(place)")
      case .storeBack(let place): (who, text, detail) = ("store", "back again", "\(place)")
      }
    }
  }

  package struct Stored: Sendable, Hashable, Codable {
    /// The device; empty if there is only one.
    package let device: String
    /// The place, as `store ls` writes it.
    package let address: String
    /// The value as one line of JSON.
    package let json: String
    /// Whether the app has not been able to read it since it was written; nil if it was.
    private var unreadable: Bool?

    package init(
      device: String = "", address: String, json: String, isUnreadable: Bool = false
    ) {
      (self.device, self.address, self.json) = (device, address, json)
      unreadable = isUnreadable ? true : nil
    }

    package var isUnreadable: Bool { unreadable == true }
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
    package internal(set) var expected: String
    package internal(set) var outcome = Outcome.passed
    /// What was found, if that is not what was expected.
    package internal(set) var actual: String?

    init(_ subject: String, _ expected: String) {
      (self.subject, self.expected) = (subject, expected)
    }
  }

  /// Something that was dragged out of a window.
  package struct Drag: Sendable, Hashable, Codable {
    package enum Place: String, Sendable, Hashable, Codable {
      case leftEdge = "left-edge"
      case rightEdge = "right-edge"
      case newWindow = "new-window"
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
  }
}

extension PlayedStep {
  /// How many bytes are kept of it and its mark, roughly: a list that grows has as much room again.
  var byteCount: Int {
    2 * MemoryLayout<PlayedStep>.stride + MemoryLayout<StepMark>.stride + text.utf8.count + 32
  }

  /// How many bytes are kept of what there was to see: values that stay as they are have one text
  /// for all.
  var viewByteCount: Int {
    let windows = screens.flatMap(\.windows)
    let rows = windows.reduce(0) { $0 + 200 + $1.lists.reduce(0) { $0 + 100 + 32 * $1.rows.count } }
    let values = windows.reduce(0) { $0 + $1.values.reduce(0) { $0 + 64 + $1.json.utf8.count } }
    let texts = checks.reduce(0) { $0 + 100 + $1.expected.utf8.count }
    return 512 + rows + values + texts + 160 * stored.count
  }
}
