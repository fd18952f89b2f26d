import Foundation
import LMDB

/// One damaged file for a judge.
struct DamagedFile {
  /// The kind of damage, for the figures.
  let kind: String
  let bytes: [UInt8]
  var backup: [UInt8]?
  /// Whose file it was, and after which commit.
  let story: Story
  let moment: Int
  /// Moments that may be shown without a word.
  var silent: [Int] = []
  /// What was done, to do it again.
  let words: String

  /// Puts the file, and its backup, into a folder.
  func copy(to place: String) throws {
    removeDirectory(place)
    try makeFolder(place)
    try writeFile(place + "/data.mdb", bytes)
    guard let backup else { return }
    try makeFolder(place + "/backup")
    try writeFile(place + "/backup/001.snap", backup)
  }

  /// The line for the judge of the store in a folder.
  func line(_ place: String, limit: Int = StoryJudge.limit) -> String {
    let others = silent.map(String.init).joined(separator: ",")
    return "\(place) \(story.seed) \(story.index) \(moment) \(others.isEmpty ? "-" : others) "
      + "\(limit)"
  }

  var text: String { "\(kind), \(words), commit \(moment), story \(story.seed) \(story.index)" }
}

/// Damaged files, their judges, and what became of them.
struct StoryTally {
  /// What became of the files of one kind.
  struct Count {
    var (files, accepted, recovered) = (0, 0, 0)
    var (newest, wanted) = (0, 0)

    var share: Double { wanted == 0 ? 1 : Double(newest) / Double(wanted) }

    static func + (left: Count, right: Count) -> Count {
      var sum = left
      sum.files += right.files
      sum.accepted += right.accepted
      sum.recovered += right.recovered
      sum.newest += right.newest
      sum.wanted += right.wanted
      return sum
    }
  }

  private(set) var (deaths, hangs, wrong) = (0, 0, 0)
  private(set) var counts: [String: Count] = [:]
  /// What is wrong, by its code and the kind of damage; one file may have several.
  private var notes: [String: [String: (files: Int, first: String)]] = [:]
  private var pool: JudgePool<DamagedFile>
  private let folder: WorkFolder
  /// Where the first file of each kind is kept that was judged wrong; nil for nowhere.
  private let keep = ProcessInfo.processInfo.environment["STOREFAULTS_KEEP"]

  init(_ folder: WorkFolder, hasGate: Bool) throws {
    self.folder = folder
    // Without the gate many hang, and nobody asks how long.
    pool = try JudgePool(
      "story-judge", [hasGate ? "gate" : "no gate"], patience: hasGate ? 12_000 : 2_000)
  }

  var files: Int { counts.values.reduce(0) { $0 + $1.files } }

  /// Deaths, hangs and what is wrong, in words.
  var words: String {
    let codes = notes.sorted { $0.key < $1.key }.map { code, kinds in
      "\(kinds.values.reduce(0) { $0 + $1.files }) \(code)"
    }
    return "\(deaths) deaths, \(hangs) hangs, \(wrong) wrong of \(files) files [goal 0, 0, 0]"
      + (codes.isEmpty ? "" : " (\(codes.joined(separator: ", ")))")
  }

  /// Gives a file to a judge; answers what was found in an earlier one.
  mutating func judge(_ file: DamagedFile) throws -> (DamagedFile, StoryFinding)? {
    let (slot, finished) = try pool.freeSlot()
    let heard = finished.flatMap { hear($0.job, $0.verdict) }
    let place = folder.place("store-\(slot)")
    try file.copy(to: place)
    pool.submit(file.line(place), file)
    return heard
  }

  /// What was found in the last files.
  mutating func finish() throws -> [(DamagedFile, StoryFinding)] {
    try pool.drain().compactMap { hear($0.job, $0.verdict) }
  }

  /// Puts the first file of each kind of what is wrong into a report.
  func fill(_ report: inout Report, goal: String) {
    for (code, kinds) in notes.sorted(by: { $0.key < $1.key }) {
      for (_, (files, first)) in kinds.sorted(by: { $0.key < $1.key }) {
        report.violated("\(code) in \(files) files, first: \(first)", goal: goal)
      }
    }
  }

  private mutating func hear(
    _ file: DamagedFile, _ verdict: JudgePool<DamagedFile>.Verdict
  ) -> (DamagedFile, StoryFinding)? {
    counts[file.kind, default: Count()].files += 1
    var finding = StoryFinding()
    switch verdict {
    case .died(let end):
      deaths += 1
      finding.wrong = "death: \(end)"
    case .hung:
      hangs += 1
      finding.wrong = "hang: no answer"
    case .said(let line):
      finding = StoryFinding(line) ?? finding
      if finding.line != line { finding.wrong = "answer: \(line)" }
      count(finding, file)
      if !finding.wrong.isEmpty { wrong += 1 }
    }
    note(finding, file)
    return (file, finding)
  }

  private mutating func count(_ finding: StoryFinding, _ file: DamagedFile) {
    var one = Count()
    one.accepted = finding.isAccepted ? 1 : 0
    if finding.state == "recovered" {
      one.recovered = 1
      one.newest = finding.newest
      one.wanted = finding.newest + finding.older + finding.missing
    }
    counts[file.kind] = counts[file.kind, default: Count()] + one
  }

  private mutating func note(_ finding: StoryFinding, _ file: DamagedFile) {
    for code in finding.codes {
      let known = notes[code]?[file.kind] ?? (0, "\(file.text): \(finding.wrong)")
      notes[code, default: [:]][file.kind] = (known.files + 1, known.first)
      guard let keep, known.files == 0 else { continue }
      let place = "\(keep)/\(code), \(file.text)".replacing(" ", with: "-")
      // A file that cannot be kept is told all the same.
      try? file.copy(to: place)
      try? writeFile("\(place)/WORDS", finding.wrong.utf8)
    }
  }
}
