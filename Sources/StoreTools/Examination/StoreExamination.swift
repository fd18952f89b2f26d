/// What a look at every page and every record of a store has shown.
///
/// For `scenesim store check`: print ``lines``; the answer is *no* if ``isSound`` is false.
package struct StoreExamination: Hashable, Sendable {
  /// What a finding is about, in the order in which findings are shown.
  package enum Area: String, CaseIterable, Sendable {
    case structure, commit, sessions, values, orphans
    case setAside = "set-aside"
    case backups, readers
  }

  /// How bad it is.
  package enum Severity: Int, CaseIterable, Comparable, Sendable {
    /// Worth knowing, nothing is wrong.
    case note
    /// Nothing is lost, and somebody should do something.
    case warning
    /// Something that was stored cannot be read, or might be lost.
    case damage

    package static func < (left: Severity, right: Severity) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// What helps.
  package enum Repair: Hashable, Sendable {
    /// Opening the store with the app, which recovers what it can; or a repair into a new store.
    case recover
    /// Making a new store of a backup or a dump: its place in the folder.
    case load(backup: String)
    /// Making a new store of a dump in another form: its place in the folder.
    case makeStore(of: String)
    /// Making a new store of a dump or a backup that lies somewhere else.
    case loadElsewhere
    /// Removing what is at the address.
    case remove(address: String)
    /// Looking at the value at the address, which only the app can mend.
    case show(address: String)
    /// Looking at what was set aside at the address.
    case showSetAside(address: String)
    /// Freeing the slots of readers that are gone.
    case clearStaleReaders
    /// Looking at the folder and its permissions.
    case showFolder
    /// Using the version that wrote it.
    case useNewerVersion
  }

  /// One thing that is not as it should be.
  package struct Finding: Hashable, Sendable {
    package let severity: Severity
    package let area: Area
    /// What it is, as part of a sentence.
    package let words: String
    /// The address as the inspector writes it, if it is about one.
    package var address: String?
    /// The page of the file, if it is about one.
    package var page: UInt64?
    package var repair: Repair?

    package init(
      _ severity: Severity, _ area: Area, _ words: String, address: String? = nil,
      page: UInt64? = nil, repair: Repair? = nil
    ) {
      (self.severity, self.area, self.words) = (severity, area, words)
      (self.address, self.page, self.repair) = (address, page, repair)
    }
  }

  /// One row of the answer.
  package struct Line: Hashable, Sendable {
    /// nil for an area in which nothing was found.
    package let severity: Severity?
    package let area: Area
    package let words: String
    package let repair: Repair?
  }

  /// In the order of the areas.
  package private(set) var findings: [Finding] = []
  /// What was looked at in each area, in words.
  package var summaries: [Area: String] = [:]
  /// The number of the transaction that was looked at.
  package var transaction: UInt64 = 0
  /// Whether another process has the store open; its structure was not looked at then.
  package var isInUse = false
  /// Whether the newest snapshot cannot be used and an older one was looked at.
  package var isOlder = false
  /// Whether nothing of a store can be read in the file, so that nothing of it can be saved.
  package var isUnreadable = false
  /// How many findings were left out because there are too many of their area, by severity.
  private var leftOut: [Area: [Severity: Int]] = [:]

  /// How many findings of one area are kept.
  static let limit = 200

  package mutating func add(_ finding: Finding) {
    guard findings.count(where: { $0.area == finding.area }) < Self.limit else {
      leftOut[finding.area, default: [:]][finding.severity, default: 0] += 1
      return
    }
    findings.append(finding)
  }

  package mutating func add(
    _ severity: Severity, _ area: Area, _ words: String, address: String? = nil,
    page: UInt64? = nil, repair: Repair? = nil
  ) {
    add(Finding(severity, area, words, address: address, page: page, repair: repair))
  }

  /// Brings the findings in the order of the areas.
  package mutating func sort() {
    findings = Area.allCases.flatMap { area in findings.filter { $0.area == area } }
  }

  /// Whether nothing worse than a note was found.
  package var isSound: Bool {
    Severity.allCases.allSatisfy { $0 == .note || count(of: $0) == 0 }
  }

  /// How many findings there are of a severity, those that were left out among them.
  package func count(of severity: Severity) -> Int {
    findings.count { $0.severity == severity }
      + leftOut.values.reduce(0) { $0 + ($1[severity] ?? 0) }
  }

  /// Rows that say the same as one, with how many there are.
  private static func counted(_ lines: [Line]) -> [Line] {
    var counts: [Line: Int] = [:]
    for line in lines { counts[line, default: 0] += 1 }
    return lines.compactMap { line in
      guard let count = counts.removeValue(forKey: line) else { return nil }
      return count == 1
        ? line
        : Line(
          severity: line.severity, area: line.area, words: "\(line.words) (\(count) times)",
          repair: line.repair)
    }
  }

  /// A row for each area without findings, and for each finding, in the order of the areas; what is
  /// found several times is told once.
  package var lines: [Line] {
    var lines: [Line] = []
    for area in Area.allCases {
      let found = findings.filter { $0.area == area }
      if found.allSatisfy({ $0.severity == .note }), let summary = summaries[area] {
        lines.append(Line(severity: nil, area: area, words: summary, repair: nil))
      }
      lines += Self.counted(
        found.map {
          Line(severity: $0.severity, area: area, words: $0.sentence, repair: $0.repair)
        })
      for severity in Severity.allCases {
        guard let more = leftOut[area]?[severity] else { continue }
        lines.append(Line(severity: severity, area: area, words: "and \(more) more", repair: nil))
      }
    }
    return lines
  }
}

extension StoreExamination.Finding {
  /// Where and what.
  package var sentence: String { address.map { "\($0): \(words)" } ?? words }
}
