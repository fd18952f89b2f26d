import FaultShim
import Foundation
import LMDB
import SceneState
import StoreTools

extension Suite {
  /// What processes do to each other by living and ending as they should.
  static let processes = Suite(
    name: "F16", summary: "processes that end by themselves, fork, are many, and count together",
    run: { settings in try ProcessSuite(settings).run(settings.rounds ?? 1_000) },
    selfCheck: { settings in try ProcessSuite(settings).check(settings.rounds ?? 60) })
}

struct ProcessSuite {
  /// So many processes have one store open at once.
  private static let crowd = 200
  /// So often each of two processes counts.
  private static let increments = 2_000
  /// After so many ends a new store is begun.
  private static let endsOfAStore = 50

  private let seed: UInt64
  private let folder: WorkFolder
  private var random: SeededRandom
  private var report = Report()

  init(_ settings: Settings) throws {
    seed = settings.seed
    random = SeededRandom(seed)
    folder = try WorkFolder("processes")
  }

  consuming func run(_ ends: Int) throws -> Report {
    let (lost, late, kinds) = try playEnds(ends, isControl: false)
    report.figures.append(
      "G18 normal ends: \(lost) of \(ends) lost what was written [goal 0]; \(kinds); "
        + "\(late) with a tick that was not yet told")
    try countTogether()
    try meet()
    try fork(max(2, ends / 50))
    return report
  }

  /// An end that runs no handler must lose what waits.
  consuming func check(_ ends: Int) throws -> Report {
    let (lost, _, _) = try playEnds(ends, isControl: true)
    var report = Report()
    report.figures.append("self-check: \(lost) of \(ends) ends by _exit lost something [over 0]")
    if lost == 0 { report.violated("nothing was lost") }
    return report
  }

  // MARK: Ends

  /// Writers that end at any moment; what they wrote before must be there.
  private mutating func playEnds(
    _ count: Int, isControl: Bool
  ) throws -> (lost: Int, late: Int, kinds: String) {
    var progress = Progress("ends", of: count)
    var (lost, late) = (0, 0)
    var counts: [EndingWriter.End: Int] = [:]
    var ledger = Ledger(seed: seed)
    var place = ""
    for number in 0..<count {
      if number % Self.endsOfAStore == 0 {
        place = folder.place("ends-\(number)")
        ledger = Ledger(seed: seed &+ UInt64(number))
      }
      let end = isControl ? .control : random.pick(EndingWriter.End.normal)
      counts[end, default: 0] += 1
      let wait = random.number(below: random.oneIn(3) ? 40_000 : 4_000)
      let delay = random.pick([0, 16, 16, 1_000])
      let child = try Child(
        "ending-writer", [place, "\(ledger.seed)", end.rawValue, "\(wait)", "\(delay)"])
      let text = "end \(number), \(end.rawValue) after \(wait) µs, commit delay \(delay) ms"
      guard let ended = child.end(within: 20_000), ended.status == 0 else {
        let end = child.end(within: 0)
        if end == nil { child.kill() }
        lost += 1
        report.violated("\(text): \(end.map { "\($0)" } ?? "hangs") \(child.rest())", goal: "G18")
        break
      }
      let said = child.rest().compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
      do {
        let reader = try StoreInspector.look(place)
        defer { reader.close() }
        let snapshot = try reader.snapshot()
        if let wrong = ledger.judge(snapshot, acknowledged: said.last ?? 0, begun: .max) {
          lost += 1
          if lost < 6 || isControl { report.violated("\(text): \(wrong)", goal: "G18") }
          ledger.advance(to: Ledger.number(in: snapshot) ?? ledger.number)
        } else if ledger.number > said.last ?? 0 {
          late += 1
        }
      } catch {
        lost += 1
        report.violated("\(text): \(error)", goal: "G18")
      }
      progress.step()
      if report.violations.count > 10, !isControl { break }
    }
    let kinds = counts.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.value) \($0.key.rawValue)" }
    return (lost, late, kinds.joined(separator: ", "))
  }

  // MARK: Counting

  private mutating func countTogether() throws {
    let place = folder.place("count")
    let counters = try (0..<2).map { _ in
      try Child("counter", [place, "\(Self.increments)"])
    }
    for counter in counters {
      guard counter.end(within: 120_000)?.status == 0 else {
        return report.violated("a counter failed: \(counter.rest())", goal: "G12")
      }
    }
    let store = try SceneStore.open(URL(filePath: place))
    defer { store.close() }
    let sum = store.app[Counter.key]
    report.figures.append(
      "G12 counting from two processes: \(sum) after 2 × \(Self.increments) updates "
        + "[goal \(2 * Self.increments)]")
    if sum != 2 * Self.increments { report.violated("\(sum) is another sum", goal: "G12") }
  }

  // MARK: Many at once

  private mutating func meet() throws {
    let place = folder.place("crowd")
    var members: [Child] = []
    for number in 0..<Self.crowd { members.append(try Child("member", [place, "\(number)"])) }
    var (inMemory, refused) = (0, 0)
    for member in members {
      guard let line = member.line() else {
        refused += 1
        continue
      }
      if line != "kept" {
        inMemory += 1
        if inMemory == 1 { report.violated("one of \(Self.crowd): \(line)", goal: "G12") }
      }
    }
    // A tool always gets to see who is there.
    var seen = 0
    do { seen = try StoreInspector.look(place).snapshot().entries.count } catch {
      report.violated("a tool beside \(Self.crowd) processes: \(error)", goal: "G12")
    }
    for member in members { member.send("go") }
    for member in members {
      if member.end()?.status != 0 { refused += 1 }
    }
    let store = try SceneStore.open(URL(filePath: place))
    defer { store.close() }
    let kept = (0..<Self.crowd).count { store.app[SceneKey("member-\($0)", default: 0)] == $0 + 1 }
    report.figures.append(
      "G12 \(Self.crowd) processes on one store: \(inMemory) in memory only, \(refused) failed, "
        + "\(kept) values kept [goal 0, 0, \(Self.crowd)]; a tool saw \(seen) meanwhile")
    if kept != Self.crowd || refused > 0 {
      report.violated("\(Self.crowd - kept) values of \(Self.crowd) are lost", goal: "G12")
    }
  }

  // MARK: Forks

  private mutating func fork(_ count: Int) throws {
    var (lost, answers) = (0, [String: Int]())
    for number in 0..<count {
      let place = folder.place("fork-\(number % 10)")
      let child = try Child("forker", [place, "\(seed &+ UInt64(number))"])
      let end = child.end(within: 20_000)
      if end == nil { child.kill() }
      let said = child.rest()
      guard end?.status == 0, !said.contains(where: { $0.hasPrefix("wrong") }) else {
        lost += 1
        report.violated(
          "fork \(number): \(end.map { "\($0)" } ?? "hangs") \(said.joined(separator: "; "))",
          goal: "G12")
        continue
      }
      for line in said { answers[line, default: 0] += 1 }
    }
    let texts = answers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    report.figures.append(
      "G12 forks: \(lost) of \(count) lost something, hung or died [goal 0]; the child: "
        + texts.joined(separator: ", "))
  }
}
