import Foundation
import LMDB

extension Suite {
  /// The power goes at any moment, and takes any part of what was not synchronised.
  static let powerCut = Suite(
    name: "F4", summary: "power cuts: any subset of the sectors and names not yet synchronised",
    run: { settings in try CutSuite(settings).run(settings.rounds ?? 20_000) },
    selfCheck: { settings in try CutSuite(settings).check(settings.rounds ?? 600) })
}

struct CutSuite {
  private let seed: UInt64
  private let folder: WorkFolder
  private var random: SeededRandom
  private var report = Report()
  private var (images, lost, unreadable, deaths) = (0, 0, 0, 0)

  init(_ settings: Settings) throws {
    seed = settings.seed
    random = SeededRandom(seed)
    folder = try WorkFolder("cuts")
  }

  consuming func run(_ count: Int) throws -> Report {
    for (index, workload) in CutWorkload.allCases.enumerated() {
      let share = count / CutWorkload.allCases.count
      try replay(workload, seed &+ UInt64(index), images: share, forgetsSynchronising: false)
    }
    report.figures.append(
      "G3 power cut: \(lost) lost, \(unreadable) unreadable, \(deaths) deaths of \(images) images "
        + "[goal 0, 0, 0]; creation, "
        + CutWorkload.allCases.map(\.rawValue).joined(separator: ", "))
    return report
  }

  /// A disk that never synchronises must be found out.
  consuming func check(_ count: Int) throws -> Report {
    try replay(.commits, seed, images: count, forgetsSynchronising: true)
    let bad = lost + unreadable + deaths
    var report = Report()
    report.figures.append(
      "self-check: a disk that ignores fsync: \(bad) of \(images) images bad "
        + "[must be over 50 %]")
    if bad * 2 <= images { report.violated("only \(bad) of \(images) images were found bad") }
    return report
  }

  /// Records one workload and judges images of it.
  private mutating func replay(
    _ workload: CutWorkload, _ seed: UInt64, images count: Int, forgetsSynchronising: Bool
  ) throws {
    let disk = folder.place("disk-\(workload.rawValue)")
    let log = folder.place("log")
    let files = try record(workload, seed, disk, log)
    let records = try CutRecord.all(in: fileBytes(log) ?? [], below: disk)
    guard records.count > 100 else { throw HarnessError("only \(records.count) calls recorded") }
    var cut = CutDisk(files: files, forgetsSynchronising: forgetsSynchronising)
    var pool = try JudgePool<Judgement>("cut-judge", ["\(seed)"])
    var progress = Progress("images of \(workload.rawValue)", of: count)
    let start = workload.firstNumber
    var (acknowledged, begun) = (start, start)
    for (index, record) in records.enumerated() {
      if case .mark(let number) = record.change {
        if number < 0 { begun = -number } else { acknowledged = number }
      }
      // As many at each record, and the rest spread over all of them.
      let wanted = count * (index + 1) / records.count - count * index / records.count
      for _ in 0..<wanted {
        let (slot, finished) = try pool.freeSlot()
        if let finished { hear(finished.job, finished.verdict) }
        let place = folder.place("image-\(slot)")
        try write(cut.image(during: record, &random), to: place)
        let judgement = Judgement(
          acknowledged: acknowledged, begun: begun,
          moment: "\(workload.rawValue), image \(images), record \(index) of \(records.count)",
          isCounted: !forgetsSynchronising)
        pool.submit("\(place) \(acknowledged) \(begun) \(workload.rawValue)", judgement)
        images += 1
        progress.step()
      }
      cut.apply(record, index: index)
      if report.violations.count >= 10 { break }
    }
    for (job, verdict) in try pool.drain() { hear(job, verdict) }
  }

  /// One image that a judge looks at.
  private struct Judgement {
    let acknowledged: Int
    let begun: Int
    let moment: String
    let isCounted: Bool
  }

  private mutating func hear(_ job: Judgement, _ verdict: JudgePool<Judgement>.Verdict) {
    let wrong: String
    switch verdict {
    case .said("ok"): return
    case .said(let line):
      if line.contains("acknowledged") { lost += 1 } else { unreadable += 1 }
      wrong = line
    case .died(let end):
      deaths += 1
      wrong = "the process died: \(end)"
    case .hung:
      deaths += 1
      wrong = "the process hung"
    }
    guard job.isCounted else { return }
    report.violated("\(job.moment), commits \(job.acknowledged)…\(job.begun): \(wrong)")
  }

  private mutating func record(
    _ workload: CutWorkload, _ seed: UInt64, _ disk: String, _ log: String
  ) throws -> [String: (number: UInt64, bytes: [UInt8])] {
    try makeFolder(disk)
    try workload.prepare(disk + "/store", seed)
    var files: [String: (number: UInt64, bytes: [UInt8])] = [:]
    let store = disk + "/store"
    for name in (try? FileManager.default.contentsOfDirectory(atPath: store)) ?? [] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(store)/\(name)")
      guard let number = attributes[.systemFileNumber] as? UInt64,
        let bytes = fileBytes("\(store)/\(name)")
      else { continue }
      files["store/\(name)"] = (number, bytes)
    }
    let recorder = try Child("cut-recorder", [disk, log, "\(seed)", workload.rawValue])
    let end = recorder.end()
    guard end?.status == 0 else {
      throw HarnessError("the recorder failed: \(recorder.rest()) \(String(describing: end))")
    }
    return files
  }

  private func write(
    _ image: (files: [String: [UInt8]], folders: [String]), to place: String
  ) throws {
    removeDirectory(place)
    try makeFolder(place)
    for folder in image.folders { try makeFolder("\(place)/\(folder)") }
    for (path, bytes) in image.files { try writeFile("\(place)/\(path)", bytes) }
  }
}
