import Foundation
import LMDB

extension Suite {
  /// Files of gibibytes with nothing in them, and stores that were made of dumps.
  static let files = Suite(
    name: "F15", summary: "holes and zeros of any size, and dumps that load accepts",
    run: { settings in try FileSuite(settings).run(settings.rounds ?? 4_000) },
    selfCheck: { settings in try FileSuite(settings).check() })
}

struct FileSuite {
  private let seed: UInt64
  private let folder: WorkFolder
  private var report = Report()

  init(_ settings: Settings) throws {
    seed = settings.seed
    folder = try WorkFolder("files")
  }

  consuming func run(_ dumps: Int) throws -> Report {
    try playHoles()
    try playDumps(dumps)
    return report
  }

  /// Changes that change nothing would find nothing: many dumps must be refused.
  consuming func check() throws -> Report {
    let place = folder.place("dumps")
    try makeFolder(place)
    let child = try Child("dump-judge", [place, "\(seed)"])
    var refused = 0
    for number in 0..<200 {
      child.send("\(number)")
      if child.line()?.hasPrefix("refused") == true { refused += 1 }
    }
    report.figures.append("self-check: \(refused) of 200 changed dumps refused [must be over 20]")
    if refused <= 20 { report.violated("the dumps are not really changed") }
    return report
  }

  // MARK: Holes

  /// A file that is larger than what is in it.
  private struct Hole {
    let words: String
    /// Bytes before which the content stands, and after which it goes on.
    let size: Int
    /// What is left of the content; the rest of the file is a hole.
    let content: Range<Int>
    /// Whether the zeros stand on the disk.
    var isWritten = false
  }

  /// Recovery may take a second beside the reading of what is no hole.
  private mutating func playHoles() throws {
    let story = Story(seed: seed, index: 9)
    let files = try StoryFiles(story, in: folder.place("holes"))
    let last = files.images.count - 1
    let bytes = files.images[last]
    let all = 0..<bytes.count
    let (pages, half) = (2 * Damage.pageBytes, bytes.count / 2)
    let holes = [
      Hole(words: "a sound store before 8 GiB of nothing", size: 8 << 30, content: all),
      Hole(
        words: "no first pages, then 8 GiB of nothing", size: 8 << 30,
        content: pages..<bytes.count),
      Hole(words: "half a store, then 4 GiB of nothing", size: 4 << 30, content: 0..<half),
      Hole(words: "4 GiB of nothing", size: 4 << 30, content: 0..<0),
      Hole(words: "200 GiB of nothing", size: 200 << 30, content: 0..<0),
      Hole(
        words: "256 MiB of zeros on the disk", size: 256 << 20, content: pages..<bytes.count,
        isWritten: true),
    ]
    var pool = try JudgePool<Void>("story-judge", ["gate"], patience: 15_000)
    var slowest = 0.0
    var wrong = 0
    for hole in holes {
      let place = folder.place("hole")
      removeDirectory(place)
      try makeFolder(place)
      let reading = try make(hole, of: bytes, place + "/data.mdb")
      // The processor time of reading, twice, and a second.
      let limit = 1_000 + Int(reading * 2_000)
      let (_, finished) = try pool.freeSlot()
      precondition(finished == nil, "The pool holds one job at a time.")
      let start = ContinuousClock.now
      pool.submit("\(place) \(story.seed) \(story.index) \(last) - \(limit)", ())
      for (_, verdict) in try pool.drain() {
        let time = (ContinuousClock.now - start) / .seconds(1)
        if !hole.isWritten { slowest = max(slowest, time) }
        guard case .said(let line) = verdict, let finding = StoryFinding(line) else {
          wrong += 1
          report.violated("\(hole.words): \(verdict)", goal: "G21")
          continue
        }
        guard finding.wrong.isEmpty else {
          wrong += 1
          report.violated("\(hole.words): \(finding.wrong)", goal: "G21")
          continue
        }
      }
    }
    report.figures.append(
      "G21 holes and zeros: \(wrong) of \(holes.count) files lost something or took over 1 s beside "
        + "the reading [goal 0]; the slowest with a hole "
        + "\(String(format: "%.2f", slowest)) s from the opening to the second one")
  }

  /// Makes the file; answers how many seconds its reading takes.
  private func make(_ hole: Hole, of bytes: [UInt8], _ path: String) throws -> Double {
    try writeFile(path, [UInt8]())
    guard let file = FileHandle(forUpdatingAtPath: path) else {
      throw HarnessError("'\(path)' cannot be written")
    }
    defer { file.closeFile() }
    try file.truncate(atOffset: UInt64(hole.size))
    if hole.isWritten {
      try file.seek(toOffset: 0)
      let zeros = Data(count: 1 << 20)
      for _ in 0..<(hole.size >> 20) { try file.write(contentsOf: zeros) }
    }
    try file.seek(toOffset: UInt64(hole.content.lowerBound))
    try file.write(contentsOf: Data(bytes[hole.content]))
    guard hole.isWritten else { return 0 }
    let start = ContinuousClock.now
    try file.seek(toOffset: 0)
    while let part = try file.read(upToCount: 1 << 20), !part.isEmpty {}
    return (ContinuousClock.now - start) / .seconds(1)
  }

  // MARK: Dumps

  private mutating func playDumps(_ count: Int) throws {
    var (loaded, refused, wrong, ends) = (0, 0, 0, 0)
    var first: [String: (Int, Int)] = [:]
    let place = folder.place("dumps")
    try makeFolder(place)
    var child = try Child("dump-judge", [place, "\(seed)"])
    var progress = Progress("dumps", of: count)
    for number in 0..<count {
      progress.step()
      child.send("\(number)")
      guard let line = child.line(within: 10_000) else {
        ends += 1
        keepDump(number, of: place)
        let end = child.end(within: 0)
        if end == nil { child.kill() }
        report.violated(
          "dump \(number): the process \(end.map { "died: \($0)" } ?? "hung")", goal: "G5")
        removeDirectory(place)
        try makeFolder(place)
        child = try child.again()
        continue
      }
      switch line {
      case "loaded": loaded += 1
      case _ where line.hasPrefix("refused") && !line.contains(", and "): refused += 1
      default:
        wrong += 1
        let kind = line.filter { !$0.isNumber }.prefix(60)
        let known = first[String(kind)] ?? (0, number)
        first[String(kind)] = (known.0 + 1, known.1)
        if known.0 == 0 {
          keepDump(number, of: place)
          report.violated("dump \(number): \(line.prefix(300))", goal: "G5")
        }
      }
    }
    report.figures.append(
      "G5 dumps changed by hand: \(ends) deaths and hangs, \(wrong) stores made that an app cannot "
        + "use or check calls damaged, of \(loaded + wrong) that load accepts [goal 0, 0]; "
        + "\(refused) refused")
  }

  /// Keeps a dump where somebody asked for it.
  private func keepDump(_ number: Int, of place: String) {
    guard let keep = ProcessInfo.processInfo.environment["STOREFAULTS_KEEP"],
      let bytes = fileBytes(place + "/last.jsonl")
    else { return }
    // A dump that cannot be kept is told all the same.
    try? writeFile("\(keep)/dump-\(seed)-\(number).jsonl", bytes)
  }
}
