import Foundation

extension Suite {
  /// Damaged and hostile files: judged by the gate, opened all the same, and repaired.
  static let damage = Suite(
    name: "F5", summary: "damaged files: the gate, and what an app gets of them",
    run: { settings in try DamageSuite(settings, hasGate: true).run(settings.rounds ?? 8_000) },
    selfCheck: { settings in
      try DamageSuite(settings, hasGate: false).check(settings.rounds ?? 400)
    })
}

struct DamageSuite {
  /// Which stories are damaged; the last one has so many pages that each is a hundredth.
  static let stories = [3, 8, 11, 14]

  private let folder: WorkFolder
  private var bases: [StoryFiles] = []
  private var random: SeededRandom
  private var tally: StoryTally
  /// What was saved of refused files: all of damaged first pages, and of one page of a large store.
  private var (metas, pages) = (StoryTally.Count(), StoryTally.Count())
  /// Files that were opened as they are, in which a value is gone, and told as damaged.
  private var quiet = 0
  /// The first files of damaged first pages of which not all was saved.
  private var poor: [String] = []

  init(_ settings: Settings, hasGate: Bool) throws {
    random = SeededRandom(settings.seed)
    folder = try WorkFolder("damage")
    tally = try StoryTally(folder, hasGate: hasGate)
    for index in Self.stories {
      let story = Story(seed: settings.seed, index: index)
      bases.append(try StoryFiles(story, in: folder.place("base-\(index)")))
    }
  }

  consuming func run(_ count: Int) throws -> Report {
    try play(count, metaBits: max(1, 8_000 / max(count, 1)))
    var report = Report()
    report.figures.append(
      "G5 damaged stores: \(tally.words), \(quiet) with a value gone that was told; "
        + Damage.allCases.compactMap(line).joined(separator: ", "))
    tally.fill(&report, goal: "G5")
    report.figures.append(
      "G7 newest values saved of refused files: metas \(percent(metas)) % [goal 100], one page "
        + "\(percent(pages)) % [goal 99]; \(metas.recovered + pages.recovered) recoveries")
    if metas.share < 1 || pages.share < 0.99 {
      let files = metas.share < 1 ? ": \(poor.joined(separator: "; "))" : ""
      report.violated("too little was saved\(files)", goal: "G7")
    }
    return report
  }

  /// Without the gate, damaged files must end processes.
  consuming func check(_ count: Int) throws -> Report {
    try play(count, metaBits: 16)
    let found = tally.deaths + tally.hangs
    var report = Report()
    report.figures.append(
      "self-check: without the gate \(found) deaths and hangs [must be over 0], \(tally.wrong) "
        + "wrong")
    if found == 0 { report.violated("without the gate no damaged file ended a process") }
    return report
  }

  private func line(_ damage: Damage) -> String? {
    tally.counts[damage.rawValue].map { count in
      "\(damage.rawValue) \(count.files) (\(count.accepted) accepted, \(count.recovered) repaired)"
    }
  }

  private func percent(_ count: StoryTally.Count) -> String {
    String(format: "%.2f", count.share * 100)
  }

  private mutating func play(_ count: Int, metaBits step: Int) throws {
    var progress = Progress("files", of: count)
    for damage in Damage.allCases {
      let numbers =
        damage == .metaBit
        ? Array(stride(from: 0, to: Damage.metaBitCount, by: step))
        : Array(0..<(damage.share * count + 7_999) / 8_000)
      for number in numbers {
        // Small stores more often: they are judged quickly.
        let base = bases[
          min(random.number(below: bases.count), random.number(below: bases.count))]
        let moment = base.images.count - 1 - random.number(below: 4)
        let file = DamagedFile(
          kind: damage.rawValue, bytes: damage.apply(to: base.images[moment], number, &random),
          story: base.story, moment: moment, words: "\(number)")
        if let (file, finding) = try tally.judge(file) { hear(file, finding) }
        progress.step()
      }
    }
    for (file, finding) in try tally.finish() { hear(file, finding) }
  }

  private mutating func hear(_ file: DamagedFile, _ finding: StoryFinding) {
    if finding.state == "opened", finding.missing > 0, finding.wrong.isEmpty { quiet += 1 }
    guard finding.state == "recovered" else { return }
    var one = StoryTally.Count()
    (one.recovered, one.newest) = (1, finding.newest)
    one.wanted = finding.newest + finding.older + finding.missing
    if file.kind == Damage.metaBit.rawValue {
      metas = metas + one
      if one.share < 1, poor.count < 5 {
        poor.append("\(file.text): \(one.newest) of \(one.wanted)")
      }
    } else if Damage(rawValue: file.kind)?.isOnePage == true, file.story.isLarge {
      pages = pages + one
    }
  }
}
