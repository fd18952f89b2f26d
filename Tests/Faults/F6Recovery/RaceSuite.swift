import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools

extension Suite {
  /// Three processes repair the same store at once and are killed while they do.
  static let race = Suite(
    name: "F6", summary: "recovery: three recoverers race and are killed, with and without backups",
    run: { settings in try RaceSuite(settings).run(settings.rounds ?? 150) })
}

struct RaceSuite {
  private let seed: UInt64
  private let folder: WorkFolder
  private var random: SeededRandom
  private var bases: [StoryFiles] = []
  private var report = Report()
  private var pool: JudgePool<Void>
  private var (kills, late, lostOriginals, failures) = (0, 0, 0, 0)
  /// Values that the backup has, and how many of them are there in some version.
  private var (backedUp, some) = (0, 0)
  /// Values that were written since, which only the damaged file can have.
  private var (later, laterThere) = (0, 0)

  init(_ settings: Settings) throws {
    seed = settings.seed
    random = SeededRandom(seed)
    folder = try WorkFolder("race")
    pool = try JudgePool("story-judge", ["gate"])
    for index in DamageSuite.stories {
      let story = Story(seed: seed, index: index)
      bases.append(try StoryFiles(story, in: folder.place("base-\(index)")))
    }
  }

  consuming func run(_ rounds: Int) throws -> Report {
    var progress = Progress("rounds", of: rounds)
    for number in 0..<rounds {
      try round(number)
      progress.step()
      if report.violations.count >= 10 { break }
    }
    report.figures.append(
      "G8 recovery under attack: \(failures) failures, \(lostOriginals) damaged files not kept in "
        + "\(rounds) rounds [goal 0, 0]; \(kills) recoverers killed, \(late) of them when done")
    let share = Self.percent(some, of: backedUp)
    report.figures.append(
      "G7 values that the backup has, in some version: \(String(format: "%.2f", share)) % of "
        + "\(backedUp) [goal 99.9]; of \(later) that were written since "
        + "\(String(format: "%.2f", Self.percent(laterThere, of: later))) %")
    if share < 99.9 { report.violated("too little was saved with a backup", goal: "G7") }
    return report
  }

  private static func percent(_ count: Int, of all: Int) -> Double {
    all == 0 ? 100 : 100 * Double(count) / Double(all)
  }

  private mutating func round(_ number: Int) throws {
    let base = random.pick(bases)
    let damage = random.pick(Damage.allCases.filter { $0.isOnePage || $0 == .metaBit })
    let place = folder.place("store")
    let moment = base.images.count - 1
    let hasBackup = number % 2 == 0
    var file: DamagedFile?
    // Only files that the gate refuses are repaired.
    for _ in 0..<200 {
      let bit = random.number(below: Damage.metaBitCount)
      let tried = DamagedFile(
        kind: damage.rawValue, bytes: damage.apply(to: base.images[moment], bit, &random),
        backup: hasBackup ? base.backups[StoryFiles.backedUp[1]] : nil, story: base.story,
        moment: moment, words: "round \(number), backup \(hasBackup)")
      try tried.copy(to: place)
      guard (try? verifyStoreFile(place + "/data.mdb")) == nil else { continue }
      file = tried
      break
    }
    guard let file else { return }
    try attack(place)
    let (_, finished) = try pool.freeSlot()
    precondition(finished == nil, "The pool holds one job at a time.")
    pool.submit(file.line(place), ())
    for (_, verdict) in try pool.drain() {
      guard case .said(let line) = verdict, let finding = StoryFinding(line) else {
        failures += 1
        report.violated("\(file.text): \(verdict)")
        continue
      }
      judge(finding, file.text)
    }
    if hasBackup { try count(file, place) }
    if !isKept(file.bytes, place) {
      lostOriginals += 1
      report.violated("\(file.text): the damaged file is not in the quarantine")
    }
  }

  private mutating func judge(_ finding: StoryFinding, _ text: String) {
    if finding.state == "unusable" || !finding.wrong.isEmpty {
      failures += 1
      report.violated("\(text): \(finding.state) \(finding.wrong)")
    }
  }

  /// Counts what is there of the last commit's values.
  private mutating func count(_ file: DamagedFile, _ place: String) throws {
    let reader = try StoreInspector.look(place)
    defer { reader.close() }
    let there = Set(try reader.snapshot().entries.map(\.address))
    let backup = file.story.moments[StoryFiles.backedUp[1]]
    for value in file.story.moments[file.moment].values.keys {
      let count = there.contains(value.address) ? 1 : 0
      if backup.values[value] == nil {
        later += 1
        laterThere += count
      } else {
        backedUp += 1
        some += count
      }
    }
  }

  /// Starts three recoverers at once and kills each of them at some moment.
  private mutating func attack(_ place: String) throws {
    let recoverers = try (0..<3).map { _ in try Child("recoverer", [place]) }
    for recoverer in recoverers {
      usleep(UInt32(random.number(below: 6_000)))
      recoverer.kill()
      kills += 1
      if recoverer.rest().contains("opened") { late += 1 }
    }
  }

  private func isKept(_ bytes: [UInt8], _ place: String) -> Bool {
    let quarantine = place + "/quarantine"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: quarantine)) ?? []
    return names.contains { fileBytes("\(quarantine)/\($0)") == bytes }
  }
}

/// Opens the store, which repairs it, and stays.
enum Recoverer {
  static func run(_ arguments: [String]) throws -> Int32 {
    let store = try SceneStore.open(URL(filePath: arguments[0]))
    tell("opened")
    while true { pause() }
    withExtendedLifetime(store) {}
    return 0
  }
}
