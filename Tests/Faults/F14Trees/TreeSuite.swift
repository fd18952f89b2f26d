import Foundation
import LMDB

extension Suite {
  /// Stores with pages that are old, foreign or damaged, in each tree and each kind of commit.
  static let trees = Suite(
    name: "F14", summary: "pages forgotten, stale, foreign or damaged, in every tree",
    run: { settings in try TreeSuite(settings, hasGate: true).run(settings.rounds ?? 20_000) },
    selfCheck: { settings in
      try TreeSuite(settings, hasGate: false).check(settings.rounds ?? 400)
    })
}

struct TreeSuite {
  /// So many files are made of one set of stories.
  private static let filesOfASet = 12_000

  private let seed: UInt64
  private let folder: WorkFolder
  private var random: SeededRandom
  private var tally: StoryTally
  /// What one damaged page costs in stores of which it is a hundredth at most.
  private var byTree: [String: StoryTally.Count] = [:]

  init(_ settings: Settings, hasGate: Bool) throws {
    seed = settings.seed
    random = SeededRandom(seed)
    folder = try WorkFolder("trees")
    tally = try StoryTally(folder, hasGate: hasGate)
  }

  consuming func run(_ count: Int) throws -> Report {
    try play(count)
    var report = Report()
    report.figures.append(
      "G21 pages of every tree: \(tally.words); "
        + TreeFault.allCases.compactMap(line).joined(separator: ", "))
    tally.fill(&report, goal: "G21")
    let trees = byTree.sorted { $0.key < $1.key }
    let texts = trees.map {
      "\($0) \(String(format: "%.2f", $1.share * 100)) % of \($1.files)"
    }
    report.figures.append(
      "G7 newest values after damage of one page, by tree: \(texts.joined(separator: ", ")) "
        + "[goal 99]")
    for (tree, count) in trees where count.share < 0.99 && count.files >= 20 {
      report.violated("too little was saved of damaged pages of \(tree)", goal: "G7")
    }
    return report
  }

  private func line(_ fault: TreeFault) -> String? {
    guard let count = tally.counts[fault.rawValue] else { return nil }
    return "\(fault.rawValue) \(count.files) (\(count.accepted) accepted, \(count.recovered) "
      + "recovered)"
  }

  /// Without the gate, such files must end processes and show what is wrong.
  consuming func check(_ count: Int) throws -> Report {
    try play(count)
    var report = Report()
    report.figures.append(
      "self-check: without the gate \(tally.deaths) deaths, \(tally.hangs) hangs, \(tally.wrong) "
        + "wrong [must be over 0]")
    if tally.deaths + tally.wrong == 0 { report.violated("without the gate nothing happened") }
    return report
  }

  // MARK: Playing

  private mutating func play(_ count: Int) throws {
    var progress = Progress("files", of: count)
    let sets = (count + Self.filesOfASet - 1) / Self.filesOfASet
    for set in 0..<sets {
      let files = min(Self.filesOfASet, count - set * Self.filesOfASet)
      var damagers = try damagers(seed &+ UInt64(set) &* 7_919, files)
      for fault in TreeFault.allCases {
        for _ in 0..<((fault.share * files + 999) / 1_000) {
          guard let file = next(fault, &damagers) else { continue }
          if let (file, finding) = try tally.judge(file) { hear(file, finding) }
          progress.step()
        }
      }
    }
    for (file, finding) in try tally.finish() { hear(file, finding) }
  }

  /// Makes the stores of a set.
  private func damagers(_ seed: UInt64, _ files: Int) throws -> [TreeDamager] {
    // Few files of few stores: to make a store costs as much as to judge a dozen.
    let count = min(Story.widths.count, max(6, files / 150))
    return try (0..<count).map { number in
      let index = number * (Story.widths.count - 1) / (count - 1)
      let place = folder.place("story")
      defer { removeDirectory(place) }
      let files = try StoryFiles(Story(seed: seed, index: index), in: place)
      removeDirectory(place)
      let twin = try StoryFiles(Story(seed: seed &+ 1, index: index), in: place)
      return TreeDamager(files, twin: twin, seed: seed)
    }
  }

  private mutating func next(_ fault: TreeFault, _ damagers: inout [TreeDamager]) -> DamagedFile? {
    for _ in 0..<50 {
      // Small stores more often: they are judged quickly, and each page of them counts.
      let chosen = min(
        random.number(below: damagers.count), random.number(below: damagers.count))
      if let file = damagers[chosen].next(fault) { return file }
    }
    return nil
  }

  private mutating func hear(_ file: DamagedFile, _ finding: StoryFinding) {
    guard TreeFault(rawValue: file.kind)?.isOnePage == true, file.story.isLarge else { return }
    var one = StoryTally.Count()
    (one.files, one.newest) = (1, finding.newest)
    one.wanted = finding.newest + finding.older + finding.missing
    let tree = TreeDamager.tree(of: file)
    byTree[tree] = byTree[tree, default: StoryTally.Count()] + one
  }
}
