import Foundation
import SceneState
import StoreTools

extension Suite {
  /// A process that writes is killed at any moment, again and again.
  static let kill = Suite(
    name: "F2", summary: "kill -9 of a writer, with an oracle in the parent",
    run: { settings in try KillSuite(settings).run(settings.rounds ?? 1_000) })
}

struct KillSuite {
  /// After so many kills a new store is begun.
  private static let killsOfAStore = 50

  private let seed: UInt64
  private let folder: WorkFolder
  private var random: SeededRandom
  private var report = Report()
  private var acknowledged = 0
  private var inDoubt = 0
  private var duringOpening = 0
  /// How many times the usual life a writer gets: a slow machine needs longer to get to a commit.
  private var patience = 1

  init(_ settings: Settings) throws {
    seed = settings.seed
    random = SeededRandom(seed)
    folder = try WorkFolder("kill")
  }

  consuming func run(_ kills: Int) throws -> Report {
    var progress = Progress("kills", of: kills)
    var ledger = Ledger(seed: seed)
    var place = ""
    var last = 0
    for kill in 0..<kills {
      if kill % Self.killsOfAStore == 0 {
        place = folder.place("store-\(kill)")
        ledger = Ledger(seed: seed &+ UInt64(kill))
        last = 0
      }
      if kill % 10 == 9, acknowledged < kill { patience *= 2 }
      last = try cycle(kill, place, &ledger, after: last)
      progress.step()
      if report.violations.count >= 10 { break }
    }
    let lost = report.violations.count
    if acknowledged < kills || duringOpening < kills / 50 || inDoubt < kills / 50 {
      report.violated(
        "the kills hit nobody at work: \(acknowledged) commits acknowledged, \(duringOpening) "
          + "killed while opening, \(inDoubt) with a commit under way")
    }
    report.figures.append(
      "G1 acknowledged commits lost to kill -9: \(lost) in \(kills) kills "
        + "[goal 0]; \(acknowledged) acknowledged, \(inDoubt) kills with more kept than that, "
        + "\(duringOpening) while opening")
    return report
  }

  /// One life and what it leaves; answers the last commit that is there.
  private mutating func cycle(
    _ kill: Int, _ place: String, _ ledger: inout Ledger, after last: Int
  ) throws -> Int {
    let delay = random.pick([0, 0, 4, 16])
    let child = try Child("kill-writer", [place, "\(ledger.seed)", "\(delay)"])
    // Some deaths come while the store is being opened, most while it is written to.
    let waitsForOpening = !random.oneIn(3)
    let life = random.number(below: (waitsForOpening ? 15_000 : 8_000) * patience)
    if waitsForOpening { _ = child.line() }
    usleep(UInt32(life))
    guard child.kill()?.signal == SIGKILL else {
      report.violated("kill \(kill): the writer died by itself: \(child.rest())")
      return last
    }
    var (safe, begun) = (last, last)
    for line in child.rest() {
      let parts = line.split(separator: " ")
      guard parts.count == 2, let number = Int(parts[1]) else { continue }
      if parts[0] == "flushed" { (safe, acknowledged) = (number, acknowledged + 1) }
      // A writer may be killed between its last commit and the line about it.
      begun = max(begun, number)
    }
    guard FileManager.default.fileExists(atPath: place + "/data.mdb") else {
      duringOpening += 1
      if safe > 0 { report.violated("kill \(kill): the store is gone") }
      return 0
    }
    if safe == last { duringOpening += 1 }
    do {
      let snapshot = try Self.snapshot(place, byReader: kill % 2 == 0)
      if let wrong = ledger.judge(snapshot, acknowledged: safe, begun: .max) {
        report.violated(
          "kill \(kill) after \(life) µs, commit delay \(delay) ms, store seed \(ledger.seed): "
            + wrong)
      }
    } catch {
      report.violated("kill \(kill) after \(life) µs: the store cannot be opened: \(error)")
    }
    if ledger.number > safe { inDoubt += 1 }
    return ledger.number
  }

  private static func snapshot(_ place: String, byReader: Bool) throws -> StoreSnapshot {
    if byReader {
      let reader = try StoreInspector.look(place)
      defer { reader.close() }
      return try reader.snapshot()
    }
    let store = try SceneStore.open(URL(filePath: place))
    defer { store.close() }
    if let damage = try store.damage(isReadable: { _, _, _ in true }) {
      throw HarnessError("damage: \(damage)")
    }
    return try store.inspect()
  }
}

/// Writes commit after commit until it is killed; tells of those that are safe.
enum KillWriter {
  static func run(_ arguments: [String]) throws -> Int32 {
    let ledger = Ledger(seed: UInt64(arguments[1]) ?? 0)
    let delay = Duration.milliseconds(Int(arguments[2]) ?? 0)
    let store = try SceneStore.open(
      URL(filePath: arguments[0]), options: .init(commitDelay: delay))
    var number = store.app[Ledger.numberKey]
    var random = SeededRandom(ledger.seed, number)
    guard store.reportedProblems.isEmpty else {
      throw HarnessError("\(store.reportedProblems)")
    }
    tell("opened \(number)")
    while true {
      for _ in 0...random.number(below: 6) {
        number += 1
        ledger.write(number, into: store)
      }
      try store.flush()
      tell("flushed \(number)")
    }
  }
}
