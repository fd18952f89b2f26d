import FoundationEssentials

/// What is done about golden traces that differ or are missing.
package enum GoldenMode: Sendable, Hashable {
  /// A difference is a failure, and so is a missing trace. Nothing is written.
  case compare
  /// Answers to `expect: "?"` are written; a difference is a failure, and no trace is made.
  case fillOnly
  /// What differs or is missing is written.
  case update
  /// What is missing is written; a difference is a failure.
  case updateMissing
  /// Nothing is written; whatever would be is a failure, with the whole difference.
  case check

  fileprivate var writesChanges: Bool { self == .update }
}

/// Why a case is to have a golden trace.
enum GoldenNeed: Hashable {
  /// Nothing asks for one.
  case none
  /// The scenario has one, with the parts of other cases.
  case otherCases
  /// Another scenario of the folder has the one of this name.
  case folder(String)
}

/// The golden trace of one scenario file: read once, compared case by case, written when needed.
package struct GoldenFile {
  package enum Verdict {
    /// Nothing differs, or nothing was to be compared.
    case fine
    /// The golden trace was written; a sentence for whoever runs it.
    case written(String)
    case failed(Diagnostic)
  }

  private let scenario: SourceFile
  private let mode: GoldenMode
  /// Where the golden trace lies; nil if there is no place for one.
  private let path: String?
  /// The titles of all cases of the scenario, in order; one nil for a scenario without cases.
  private let titles: [String?]
  /// What is golden now; nil if there is no such file.
  private var golden: GoldenTrace?
  /// Parts for cases that the scenario no longer has, until they were told or removed.
  private var stale: [GoldenTrace.Part] = []
  /// Why there is to be one.
  private let need: GoldenNeed

  /// Reads the golden trace beside a scenario.
  ///
  /// One is wanted where it is there. It is missing, if a case has no part in it, or if other
  /// scenarios of the folder have theirs; elsewhere a scenario is played without.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - titles: The titles of all its cases; one nil for a scenario without cases.
  ///   - mode: What is done about differences.
  ///   - folders: What is known of the folders of other scenarios.
  /// - Throws: That there is such a file, but not as a text that is a trace.
  package init(
    beside scenario: SourceFile, titles: [String?], mode: GoldenMode,
    _ folders: inout GoldenFolders
  ) throws(GoldenFailure) {
    self.scenario = scenario
    self.titles = titles.map(GoldenTrace.shown)
    self.mode = mode
    path = GoldenTrace.path(beside: scenario.path)
    guard let path else {
      need = .none
      return
    }
    if let bytes = try Self.bytes(of: path) {
      guard let text = String(validating: bytes, as: UTF8.self), let trace = GoldenTrace(text)
      else { throw .notATrace(path) }
      golden = trace
      need = .otherCases
      stale = parts(of: trace).stale
    } else {
      need = folders.golden(besides: path).map(GoldenNeed.folder) ?? .none
    }
  }

  /// Compares the trace of a case that went through to its end, and writes it if it is to be.
  ///
  /// - Parameters:
  ///   - trace: The text of the trace of this case alone.
  ///   - number: The number of the case, from 1.
  ///   - steps: The steps that were played, for the place of a difference.
  /// - Throws: That the golden trace is to be written but cannot.
  /// - Returns: What the comparison says.
  package mutating func judge(
    _ trace: String, ofCase number: Int, steps: [PlayedStep]
  ) throws(FileEdit.Failure) -> Verdict {
    guard let path, let part = GoldenTrace(trace)?.parts.first ?? emptyPart(number) else {
      return .fine
    }
    let message = GoldenMessage(
      scenario: scenario, path: path, caseNumber: titles.count > 1 ? number : nil, steps: steps,
      isWhole: mode == .check)
    let index = number - 1
    let old = golden.map { parts(of: $0).known[index] } ?? nil
    if let old, old.isSame(as: part) { return try judgeStale(message) }
    if old == nil {
      if need == .none, mode == .compare { return .fine }
      if mode == .fillOnly { return .fine }
      return try judgeMissing(part, at: index, to: path, message)
    }
    guard mode.writesChanges else {
      return .failed(message.differs(old ?? part, part))
    }
    try write(part, at: index, to: path)
    return .written(message.written(isNew: false))
  }

  private mutating func judgeMissing(
    _ part: GoldenTrace.Part, at index: Int, to path: String, _ message: GoldenMessage
  ) throws(FileEdit.Failure) -> Verdict {
    switch mode {
    case .check, .fillOnly, .compare: return .failed(message.missing(part, need))
    case .update, .updateMissing:
      try write(part, at: index, to: path)
      return .written(message.written(isNew: true, need))
    }
  }

  // MARK: Parts

  /// The part of a skipped case without a title is nothing at all.
  private func emptyPart(_ number: Int) -> GoldenTrace.Part? {
    titles.indices.contains(number - 1)
      ? GoldenTrace.Part(title: titles[number - 1], lines: []) : nil
  }

  /// The parts of a golden trace by case, and those that belong to none.
  private func parts(
    of trace: GoldenTrace
  ) -> (known: [GoldenTrace.Part?], stale: [GoldenTrace.Part]) {
    var rest = trace.parts
    // A case without a line of its own: nothing happened in it.
    if rest.isEmpty, titles == [nil] { return ([GoldenTrace.Part(title: nil, lines: [])], []) }
    let known = titles.map { title -> GoldenTrace.Part? in
      rest.firstIndex { $0.title == title }.map { rest.remove(at: $0) }
    }
    return (known, rest)
  }

  /// Tells once of parts without a case, or removes them.
  private mutating func judgeStale(_ message: GoldenMessage) throws(FileEdit.Failure) -> Verdict {
    guard let first = stale.first, let path else { return .fine }
    stale = []
    guard mode.writesChanges else { return .failed(message.stale(first)) }
    try write(nil, at: 0, to: path)
    return .written(message.written(isNew: false))
  }

  /// Writes all parts, one of them anew; those without a case only stay if changes are refused.
  private mutating func write(
    _ part: GoldenTrace.Part?, at index: Int, to path: String
  ) throws(FileEdit.Failure) {
    var (known, rest) = golden.map(parts) ?? (titles.map { _ in nil }, [])
    if let part { known[index] = part }
    if mode.writesChanges {
      rest = []
      stale = []
    }
    let new = GoldenTrace(known.compactMap { $0 } + rest)
    try FileEdit(path: path).replace(with: Array(new.text.utf8))
    golden = GoldenTrace(new.text)
  }

  // MARK: Files

  private static func bytes(of path: String) throws(GoldenFailure) -> [UInt8]? {
    do {
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch {
      let code = (error as? CocoaError)?.code
      if code == .fileReadNoSuchFile || code == .fileNoSuchFile { return nil }
      throw .notRead(path, error)
    }
  }
}

/// Why a golden trace cannot be compared.
package enum GoldenFailure: Error {
  case notATrace(String)
  case notRead(String, any Error)

  /// What is wrong, without the system's reason.
  package var message: String {
    switch self {
    case .notATrace(let path): "'\(path)' is no trace: it is left as it is"
    case .notRead(let path, _): "cannot read '\(path)'"
    }
  }
}
