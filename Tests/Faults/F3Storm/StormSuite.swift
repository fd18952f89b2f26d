import Foundation
import SceneState
import StoreTools

extension Suite {
  /// Writers and readers of one store that are killed and stopped at random while the rest goes on.
  static let storm = Suite(
    name: "F3", summary: "writers and readers of one store, killed and stopped at random",
    run: { settings in
      var report = try StormSuite(settings).run(settings.rounds ?? 500)
      try GrowthCase.run(into: &report)
      return report
    })
}

struct StormSuite {
  static let writerCount = 4
  private static let readerCount = 4

  private let folder: WorkFolder
  private var random: SeededRandom
  private var report = Report()
  private var processes: [Child] = []
  /// The last commit of each writer that was acknowledged, over all its lives.
  private var acknowledged = [Int](repeating: 0, count: StormSuite.writerCount)
  private var (commits, snapshots, selfDeaths) = (0, 0, 0)
  private var (lost, badSnapshots) = (0, 0)

  init(_ settings: Settings) throws {
    random = SeededRandom(settings.seed)
    folder = try WorkFolder("storm")
  }

  consuming func run(_ kills: Int) throws -> Report {
    var progress = Progress("kills", of: kills)
    for index in 0..<(Self.writerCount + Self.readerCount) { processes.append(try start(index)) }
    for kill in 1...kills {
      usleep(UInt32(2_000 + random.number(below: 8_000)))
      try killOne()
      // One process that stands still in whatever it does must not stop the others.
      if kill % 25 == 0 { stopOne() }
      if kill % 20 == 0 { look("kill \(kill)") }
      progress.step()
      if report.violations.count >= 10 { break }
    }
    for index in processes.indices { hear(index, processes[index].kill()) }
    look("the end")
    try check()
    if commits < kills { report.violated("only \(commits) commits were made") }
    let bytes = fileBytes(folder.place("store/data.mdb"))?.count ?? 0
    report.figures.append(
      "G2 storm of \(kills) kills: \(lost) lost, \(badSnapshots) bad snapshots, \(selfDeaths) "
        + "self-deaths [goal 0, 0, 0]; \(commits) commits, \(snapshots) snapshots, file "
        + "\(bytes >> 10) KiB")
    return report
  }

  private func start(_ index: Int) throws -> Child {
    let role = index < Self.writerCount ? "storm-writer" : "storm-reader"
    return try Child(role, [folder.place("store"), "\(index)"])
  }

  private mutating func killOne() throws {
    let victim = random.number(below: processes.count)
    hear(victim, processes[victim].kill())
    processes[victim] = try start(victim)
  }

  /// Takes what a process said before its end.
  private mutating func hear(_ index: Int, _ end: Child.End?) {
    take(index, processes[index].rest())
    guard let end, end.signal != SIGKILL else { return }
    selfDeaths += 1
    report.violated("process \(index) ended by itself: \(end)")
  }

  private mutating func take(_ index: Int, _ lines: [String]) {
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 1)
      switch (parts.first, Int(parts.last ?? "")) {
      case ("flushed", let number?):
        acknowledged[index] = max(acknowledged[index], number)
        commits += 1
      case ("read", let number?): snapshots += number
      default:
        badSnapshots += 1
        report.violated("process \(index) said '\(line)'")
      }
    }
  }

  private mutating func stopOne() {
    let victim = processes[random.number(below: processes.count)]
    victim.signal(SIGSTOP)
    usleep(150_000)
    victim.signal(SIGCONT)
  }

  /// Reads the store beside all others.
  private mutating func look(_ moment: String) {
    for index in processes.indices { take(index, processes[index].linesSoFar()) }
    let wanted = acknowledged
    do {
      let reader = try StoreInspector.look(folder.place("store"))
      defer { reader.close() }
      let state = StormState(try reader.snapshot())
      if let wrong = state.wrong {
        badSnapshots += 1
        report.violated("at \(moment): \(wrong)")
      }
      for (writer, number) in wanted.enumerated() where state.numbers[writer] < number {
        lost += 1
        report.violated(
          "at \(moment): writer \(writer) had commit \(number) acknowledged, "
            + "\(state.numbers[writer]) is there")
      }
    } catch {
      badSnapshots += 1
      report.violated("at \(moment): the store cannot be read: \(error)")
    }
  }

  /// When all are dead, the next process finds a store without damage.
  private mutating func check() throws {
    let store = try SceneStore.open(URL(filePath: folder.place("store")))
    defer { store.close() }
    if let damage = try store.damage(isReadable: { _, _, _ in true }) {
      report.violated("after the end: \(damage)")
    }
    store.app[SceneKey("after", default: 0)] = 1
    try store.flush()
  }
}

/// What a snapshot shows of the writers: each writes its number to all its keys in one tick.
struct StormState {
  var numbers = [Int](repeating: 0, count: StormSuite.writerCount)
  var wrong: String?

  static let keys = (0..<5).map { SceneKey("key-\($0)", default: 0) }
  static let blob = SceneKey("blob", default: "")

  static func scene(_ writer: Int) -> SceneID { SceneID(rawValue: "W\(writer)") }

  /// How long the large value is in a commit.
  static func length(_ number: Int) -> Int {
    number % 7 == 0 ? 4_000 + number % 1_900 : number % 300
  }

  init(_ snapshot: StoreSnapshot) {
    var found: [String: [String: String]] = [:]
    for entry in snapshot.entries {
      found[entry.scene?.rawValue ?? "", default: [:]][entry.key] = entry.json
    }
    for writer in numbers.indices {
      guard let values = found[Self.scene(writer).rawValue] else { continue }
      let seen = Self.keys.map { values[$0.name].flatMap { Int($0) } ?? -1 }
      numbers[writer] = seen[0]
      guard Set(seen) == [seen[0]], seen[0] > 0 else {
        wrong = "writer \(writer) shows \(seen)"
        continue
      }
      // Two of the bytes are the quotation marks.
      let length = (values[Self.blob.name]?.utf8.count ?? 2) - 2
      if length != Self.length(seen[0]) {
        wrong = "writer \(writer) shows \(length) bytes with number \(seen[0])"
      }
    }
  }
}
