import Foundation
import LMDB

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
  private struct Job {
    let damage: Damage
    let text: String
  }

  /// What became of the files of one kind.
  private struct Tally {
    var (files, accepted, recovered, unusable) = (0, 0, 0, 0)
    var (newest, wanted) = (0, 0)
  }

  private let seed: UInt64
  private let hasGate: Bool
  private let folder: WorkFolder
  private var bases: [[UInt8]] = []
  private var wanted: [Int] = []
  private var random: SeededRandom
  private var report = Report()
  private var tallies: [Damage: Tally] = [:]
  private var (deaths, hangs, wrong) = (0, 0, 0)
  /// Files that were opened as they are, in which a value is gone, and told as damaged.
  private var quiet = 0
  /// The first files of damaged first pages of which not all was saved.
  private var poor: [String] = []

  init(_ settings: Settings, hasGate: Bool) throws {
    seed = settings.seed
    self.hasGate = hasGate
    random = SeededRandom(seed)
    folder = try WorkFolder("damage")
    for index in 0..<DamageBase.count {
      let place = folder.place("base-\(index)")
      try DamageBase.build(place, seed: seed, index: index)
      bases.append(fileBytes(place + "/data.mdb") ?? [])
      wanted.append(DamageBase(seed: seed, index: index).newest.count)
    }
  }

  consuming func run(_ count: Int) throws -> Report {
    try play(count, metaBits: max(1, 8_000 / max(count, 1)))
    let files = tallies.values.reduce(0) { $0 + $1.files }
    report.figures.append(
      "G5 damaged stores: \(deaths) deaths, \(hangs) hangs, \(wrong) wrong of \(files) files "
        + "[goal 0, 0, 0], "
        + "\(quiet) with a value gone that was told; "
        + Damage.allCases.compactMap(line).joined(separator: ", "))
    let metas = yield { $0 == .metaBit }
    let pages = yield(\.isOnePage)
    if metas.recovered > 0 || pages.recovered > 0 {
      report.figures.append(
        "G7 newest values saved of refused files: metas \(metas.percent) % [goal 100], one page "
          + "\(pages.percent) % [goal 99]; \(metas.recovered + pages.recovered) recoveries")
      if metas.share < 1 || pages.share < 0.99 {
        let files = metas.share < 1 ? ": \(poor.joined(separator: "; "))" : ""
        report.violated("too little was saved\(files)", goal: "G7")
      }
    } else {
      report.skipped.append("G7: refused files are not repaired yet")
    }
    return report
  }

  /// Without the gate, damaged files must end processes.
  consuming func check(_ count: Int) throws -> Report {
    try play(count, metaBits: 16)
    let found = deaths + hangs
    var report = Report()
    report.figures.append(
      "self-check: without the gate \(found) deaths and hangs [must be over 0], \(wrong) wrong")
    if found == 0 { report.violated("without the gate no damaged file ended a process") }
    return report
  }

  private func line(_ damage: Damage) -> String? {
    tallies[damage].map { tally in
      "\(damage.rawValue) \(tally.files) (\(tally.accepted) accepted, \(tally.recovered) repaired)"
    }
  }

  private func yield(
    _ isMeant: (Damage) -> Bool
  ) -> (recovered: Int, share: Double, percent: String) {
    let meant = tallies.filter { isMeant($0.key) }.values
    let (newest, wanted) = meant.reduce((0, 0)) { ($0.0 + $1.newest, $0.1 + $1.wanted) }
    let share = wanted == 0 ? 1 : Double(newest) / Double(wanted)
    let percent = String(format: "%.2f", share * 100)
    return (meant.reduce(0) { $0 + $1.recovered }, share, percent)
  }

  private mutating func play(_ count: Int, metaBits step: Int) throws {
    var pool = try JudgePool<Job>(
      "damage-judge", ["\(seed)", hasGate ? "gate" : "no gate"], patience: 8_000)
    var progress = Progress("files", of: count)
    for damage in Damage.allCases {
      let numbers =
        damage == .metaBit
        ? Array(stride(from: 0, to: Damage.metaBitCount, by: step))
        : Array(0..<(damage.share * count + 7_999) / 8_000)
      for number in numbers {
        let index = random.number(below: bases.count)
        let bytes = damage.apply(to: bases[index], number, &random)
        let (slot, finished) = try pool.freeSlot()
        if let finished { hear(finished.job, finished.verdict) }
        let place = folder.place("store-\(slot)")
        removeDirectory(place)
        try makeFolder(place)
        try writeFile(place + "/data.mdb", bytes)
        let text = "\(damage.rawValue) \(number) of base \(index)"
        pool.submit("\(place) \(index)", Job(damage: damage, text: text))
        progress.step()
        if report.violations.count >= 15 { break }
      }
    }
    for (job, verdict) in try pool.drain() { hear(job, verdict) }
  }

  private mutating func hear(_ job: Job, _ verdict: JudgePool<Job>.Verdict) {
    tallies[job.damage, default: Tally()].files += 1
    switch verdict {
    case .died(let end):
      deaths += 1
      report.violated("\(job.text): the process died: \(end)")
    case .hung:
      hangs += 1
      report.violated("\(job.text): the process hung")
    case .said(let line):
      guard let finding = DamageFinding(line) else {
        return report.violated("\(job.text): said '\(line)'")
      }
      if finding.isAccepted { tallies[job.damage, default: Tally()].accepted += 1 }
      if finding.state == "unusable" { tallies[job.damage, default: Tally()].unusable += 1 }
      if finding.state == "recovered" {
        tallies[job.damage, default: Tally()].recovered += 1
        tallies[job.damage, default: Tally()].newest += finding.newest
        tallies[job.damage, default: Tally()].wanted +=
          finding.newest + finding.older
          + finding.missing + finding.unreadable
      }
      let old = finding.older + finding.missing + finding.unreadable
      if finding.state == "recovered", job.damage == .metaBit, old > 0, poor.count < 5 {
        poor.append("\(job.text), \(old) of \(old + finding.newest) values")
      }
      if finding.state == "opened", finding.missing > 0, finding.wrong.isEmpty { quiet += 1 }
      guard !finding.wrong.isEmpty else { return }
      wrong += 1
      report.violated("\(job.text): \(finding.wrong)")
    }
  }
}
