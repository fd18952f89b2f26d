/// What reporters say about one case of a scenario file.
package struct RunRow: Sendable, Hashable {
  package enum Outcome: String, Sendable, Hashable {
    case passed, failed, skipped
    /// The file could not be read as a scenario; nothing ran.
    case invalid
  }

  /// The failure for programs; texts are as in the message for people.
  package struct Failure: Sendable, Hashable {
    package var code: String
    package var line: Int
    package var column: Int
    package var endColumn: Int
    package var message: String
    /// The step that failed, counted as its message counts it.
    package var step: Int?
    /// The wanted and the found value.
    package var expected: JSON?
    package var actual: JSON?
    package var cameFrom: String?
    package var hint: String?

    package init(code: String, line: Int, column: Int, endColumn: Int, message: String) {
      self.code = code
      self.line = line
      self.column = column
      self.endColumn = endColumn
      self.message = message
    }
  }

  /// The file as it was given on the command line.
  package var file: String
  /// From 1, within its file.
  package var number: Int
  /// The case's title, or the scenario's if it has no cases; empty if the file is not valid.
  package var title: String
  package var outcome: Outcome
  package var steps: Int
  /// How many steps there are, if that is known.
  package var total: Int?
  package var duration: Duration
  package var failure: Failure?
  /// The messages for people, each ending with a line end.
  package var messages: [String]

  package init(
    file: String, number: Int, title: String, outcome: Outcome, steps: Int, total: Int? = nil,
    duration: Duration = .zero, failure: Failure? = nil, messages: [String] = []
  ) {
    self.file = file
    self.number = number
    self.title = title
    self.outcome = outcome
    self.steps = steps
    self.total = total
    self.duration = duration
    self.failure = failure
    self.messages = messages
  }

  /// `01-shared-key`: the file without folders and endings.
  package static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".scene.yaml", ".yaml", ".yml"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }
}

/// Counts over all rows of a run.
package struct RunTotals: Sendable, Hashable {
  package var passed = 0
  package var failed = 0
  package var skipped = 0
  package var invalid = 0
  package var steps = 0

  package init(_ rows: [RunRow]) {
    for row in rows {
      switch row.outcome {
      case .passed: passed += 1
      case .failed: failed += 1
      case .skipped: skipped += 1
      case .invalid: invalid += 1
      }
      steps += row.steps
    }
  }

  package var runs: Int { passed + failed + skipped + invalid }
}
