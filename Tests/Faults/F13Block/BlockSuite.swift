import FaultShim
import Foundation
import LMDB

extension Suite {
  /// The power of a whole disk goes: what was not flushed to it is lost in any part, and the file
  /// system plays its journal before the store is opened.
  static let block = Suite(
    name: "F13", summary: "power cuts below a file system: any part of what a disk did not flush",
    run: { settings in try BlockSuite(settings).run(settings.rounds ?? 1_300) },
    selfCheck: { settings in try BlockSuite(settings).check(settings.rounds ?? 40) })
}

struct BlockSuite {
  private let seed: UInt64
  private let folder: WorkFolder
  private var random: SeededRandom
  private var report = Report()
  private var images: [String: Int] = [:]
  private var flushes = (looked: 0, all: 0)
  private var (lost, unreadable) = (0, 0)

  init(_ settings: Settings) throws {
    seed = settings.seed
    random = SeededRandom(seed)
    folder = try WorkFolder("block")
  }

  consuming func run(_ count: Int) throws -> Report {
    // Ten parts of ext4 for three of XFS.
    for (system, share) in [(BlockSystem.ext4, 5), (.smallBlocks, 5), (.xfs, 3)] {
      if let obstacle = system.obstacle {
        report.skipped.append("G4 block level, \(system.rawValue): \(obstacle)")
        continue
      }
      for (index, workload) in CutWorkload.allCases.enumerated() {
        let wanted = max(1, count * share / 13 / CutWorkload.allCases.count)
        let part = seed &+ UInt64(index)
        guard try replay(system, workload, part, images: wanted, forgetsFlushes: false) else {
          break
        }
      }
    }
    guard !images.isEmpty else { return report }
    let text = images.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
    report.figures.append(
      "G4 block level: \(lost) lost, \(unreadable) unreadable of "
        + "\(text.joined(separator: ", ")) [goal 0, 0]; at \(flushes.looked) of \(flushes.all) "
        + "flushes, and between them")
    return report
  }

  /// A disk that never flushes must be found out.
  consuming func check(_ count: Int) throws -> Report {
    var report = Report()
    if let obstacle = BlockSystem.ext4.obstacle {
      report.skipped.append("self-check: \(obstacle)")
      return report
    }
    guard try replay(.ext4, .commits, seed, images: count, forgetsFlushes: true) else {
      report.skipped = self.report.skipped
      return report
    }
    let bad = lost + unreadable
    report.figures.append(
      "self-check: a disk that ignores flushes: \(bad) of \(count) images bad [must be over 50 %]")
    if bad * 2 <= count { report.violated("only \(bad) of \(count) images were found bad") }
    return report
  }

  /// Where in the log a commit was begun (negative) or acknowledged.
  private struct Mark {
    let number: Int
    let place: Int
  }

  /// One image that a judge looks at.
  private struct Judgement {
    let acknowledged: Int
    let begun: Int
    let moment: String
    let isCounted: Bool
  }

  /// Records one workload and judges images of it; false if the system refuses a mount.
  private mutating func replay(
    _ system: BlockSystem, _ workload: CutWorkload, _ seed: UInt64, images count: Int,
    forgetsFlushes: Bool
  ) throws -> Bool {
    let place = folder.place("\(system.rawValue)-\(workload.rawValue)")
    try makeFolder(place)
    defer { removeDirectory(place) }
    try system.make(place + "/base")
    guard unsafe shim_copy_holes(place + "/base", place + "/image") else {
      throw HarnessError("no room for a disk")
    }
    guard let marks = try record(system, workload, seed, place) else { return false }
    let log = try BlockLog(place + "/log")
    guard let start = marks.first,
      let first = log.records.firstIndex(where: { $0.end > start.place })
    else { throw HarnessError("nothing was written") }
    var disk = BlockDisk(
      log, base: place + "/base", sectorBytes: system.sectorBytes, forgetsFlushes: forgetsFlushes)
    try disk.advance(to: first)
    if forgetsFlushes { try disk.settle() }
    var pool = try JudgePool<Judgement>("block-judge", ["\(seed)", place])
    var progress = Progress("images of \(system.rawValue), \(workload.rawValue)", of: count)
    var next = 0
    var (acknowledged, begun) = (start.number, start.number)
    for cut in cuts(log, from: first, count: count, isFlushed: !forgetsFlushes) {
      try disk.advance(to: cut.position)
      let reached = log.records[cut.position - 1].end
      while next < marks.count, marks[next].place <= reached {
        let number = marks[next].number
        if number < 0 { begun = -number } else { acknowledged = number }
        next += 1
      }
      let (slot, finished) = try pool.freeSlot()
      if let finished { hear(finished.job, finished.verdict) }
      let image = "\(place)/image-\(slot)"
      try disk.image(cut.remains, &random, at: image)
      pool.submit(
        "\(image) \(acknowledged) \(begun) \(workload.rawValue) \(system.rawValue)",
        Judgement(
          acknowledged: acknowledged, begun: begun,
          moment: "\(system.rawValue), \(workload.rawValue), record \(cut.position) of "
            + "\(log.records.count), \(cut.remains)", isCounted: !forgetsFlushes))
      images[system.rawValue, default: 0] += 1
      progress.step()
      if report.violations.count >= 10 { break }
    }
    for (job, verdict) in try pool.drain() { hear(job, verdict) }
    return true
  }

  /// Where the power goes: half of the times with nothing but what was flushed, at each flush if
  /// there are enough; the others anywhere.
  private mutating func cuts(
    _ log: BlockLog, from first: Int, count: Int, isFlushed: Bool
  ) -> [(position: Int, remains: BlockDisk.Remains)] {
    let ends = log.records.indices.dropFirst(first).filter { log.records[$0].isFlush }
    var cuts: [(position: Int, remains: BlockDisk.Remains)] = []
    let atFlushes = isFlushed ? min(ends.count, (count + 1) / 2) : 0
    for index in 0..<atFlushes {
      cuts.append((ends[index * ends.count / atFlushes] + 1, .nothing))
    }
    if isFlushed { flushes = (flushes.looked + atFlushes, flushes.all + ends.count) }
    while cuts.count < count {
      let position = first + 1 + random.number(below: log.records.count - first)
      let remains: [BlockDisk.Remains] = [.someWrites, .someSectors]
      // All that was written is no loss even on a disk that never flushes.
      cuts.append((position, random.pick(isFlushed ? remains + [.all] : remains)))
    }
    return cuts.sorted { $0.position < $1.position }
  }

  /// Plays a workload on a disk that keeps a log; nil if the system refuses a mount.
  private mutating func record(
    _ system: BlockSystem, _ workload: CutWorkload, _ seed: UInt64, _ place: String
  ) throws -> [Mark]? {
    let recorder = try Child(
      "block-recorder", [place, "\(seed)", system.rawValue, workload.rawValue])
    var marks: [Mark] = []
    while let line = recorder.line() {
      if line == "end" { break }
      if line.hasPrefix("refused") {
        report.skipped.append("G4 block level, \(system.rawValue): \(line)")
        return nil
      }
      let parts = line.split(separator: " ").compactMap { Int($0) }
      guard parts.count == 2 else { throw HarnessError("the recorder says \(line)") }
      marks.append(Mark(number: parts[0], place: parts[1]))
    }
    guard recorder.end()?.status == 0 else {
      throw HarnessError("the recorder failed: \(recorder.rest())")
    }
    return marks
  }

  private mutating func hear(_ job: Judgement, _ verdict: JudgePool<Judgement>.Verdict) {
    let wrong: String
    switch verdict {
    case .said("ok"): return
    case .said(let line): wrong = line
    case .died(let end): wrong = "the process died: \(end)"
    case .hung: wrong = "the process hung"
    }
    if wrong.contains("acknowledged") { lost += 1 } else { unreadable += 1 }
    guard job.isCounted else { return }
    report.violated("\(job.moment), commits \(job.acknowledged)…\(job.begun): \(wrong)")
  }
}
