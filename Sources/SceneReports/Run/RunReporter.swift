package import SceneScenarios

/// Turns the results of a run into the text of one kind of report.
///
/// To add a kind: a file with such a type, and its line in `RunReporterCatalogue`. A reporter gets
/// the cases in the order of the plan, however many were played at the same time, and says nothing
/// that differs between two equal runs.
package protocol RunReporter: SendableMetatype {
  /// The word for `--report KIND=FILE`.
  static var kind: String { get }

  /// Whether the steps of its rows must tell what there was to see.
  static var needsMoments: Bool { get }

  /// Makes a reporter for a run of which only file, number and title of each case are known; a file
  /// that is not valid is one case without a title.
  init(_ style: ReportStyle, _ outline: [CaseRun])

  /// A case is finished; returns what can be said already.
  mutating func add(_ row: CaseRun) -> String

  /// The run is over; returns the rest.
  mutating func end(after duration: Duration) -> String
}

extension RunReporter {
  package static var needsMoments: Bool { false }
}

/// Every kind of report of a run.
package enum RunReporterCatalogue {
  package static let all: [any RunReporter.Type] = [
    ConsoleRunReporter.self,
    JSONRunReporter.self,
    JSONLinesRunReporter.self,
    JUnitRunReporter.self,
    TAPRunReporter.self,
    GitHubRunReporter.self,
    MarkdownRunReporter.self,
    HTMLRunReporter.self,
  ]

  package static func type(named kind: String) -> (any RunReporter.Type)? {
    all.first { $0.kind == kind }
  }
}

/// How a report looks; files have neither colours nor a width.
package struct ReportStyle: Sendable, Hashable {
  package var symbols = Symbols.unicode
  package var paint = Paint(isOn: false)
  /// Columns the lines should fit in; nil if nothing limits them.
  package var width: Int?
  /// Whether durations are shown: to people, because they differ from run to run, or on request.
  package var showsTimes = false
  /// Whether whoever reads it cannot see anything but ASCII.
  package var isASCII = false
  /// Whether columns stand between tabs, for programs that take lines apart.
  package var hasTabs = false
  /// Whether only what went wrong is said.
  package var isQuiet = false
  /// Whether what happened in each step is shown.
  package var isVerbose = false
  /// Whether long values are shown whole.
  package var isFull = false

  package init() {}

  /// The text as the reader can see it.
  package func shown(_ text: String) -> String { isASCII ? ASCIIText.of(text) : text }
}
