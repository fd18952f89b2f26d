import FaultShim
import Foundation
import LMDB
import SceneState

extension Suite {
  /// What must not be done to a store, row by row, each in a process with an alarm.
  static let misuse = Suite(
    name: "F7", summary: "misuse: what must not be done to a store, row by row",
    run: { settings in try MisuseSuite().run() },
    selfCheck: { settings in try MisuseSuite().check() })
}

/// One row of the table, played in a process of its own.
struct MisuseCase: Sendable {
  let name: String
  /// Answers what is wrong, or nil.
  let play: @Sendable (_ folder: String) throws -> String?

  init(_ name: String, _ play: @escaping @Sendable (_ folder: String) throws -> String?) {
    self.name = name
    self.play = play
  }

  static let all = ofOpening + ofFiles + ofPlaces + ofThreads
}

struct MisuseSuite {
  private let folder: WorkFolder
  private var report = Report()

  init() throws { folder = try WorkFolder("misuse") }

  consuming func run() throws -> Report {
    var hangs = 0
    for (index, misuse) in MisuseCase.all.enumerated() {
      let place = folder.place("case-\(index)")
      try makeFolder(place)
      let child = try Child("misuse", ["\(index)", place])
      let end = child.end(within: 40_000)
      if end == nil || end?.signal == SIGALRM { hangs += 1 }
      if end == nil { child.kill() }
      let said = child.rest()
      for line in said where line.hasPrefix("skipped ") {
        report.skipped.append("\(misuse.name): \(line.dropFirst(8))")
      }
      let wrong = said.filter { !$0.hasPrefix("skipped ") }.joined(separator: "; ")
      guard end?.status == 0, wrong.isEmpty else {
        report.violated("\(misuse.name): \(end.map { "\($0)" } ?? "hangs") \(wrong)")
        continue
      }
    }
    report.figures.append(
      "G12 misuse: \(hangs) hangs, \(report.violations.count) of \(MisuseCase.all.count) rows "
        + "wrong [goal 0, 0]")
    return report
  }

  /// Without the registry, LMDB loses a commit that another process was told of.
  consuming func check() throws -> Report {
    let place = folder.place("plain")
    try makeFolder(place)
    let holder = try Child("plain-holder", [place])
    guard holder.line(within: 10_000) == "inside" else { throw HarnessError("no holder") }
    let other = try Child("plain-writer", [place])
    let otherEnd = other.end(within: 10_000)
    if otherEnd == nil { other.kill() }
    holder.send("go")
    let holderEnd = holder.end(within: 10_000)
    let isThere = unsafe shim_has_plainly(place, "other")
    let isLost = otherEnd?.status == 0 && holderEnd?.status == 0 && !isThere
    report.figures.append(
      "self-check: opened twice without the registry, a commit that was acknowledged is lost: "
        + "\(isLost) [must be true]")
    if !isLost {
      report.violated(
        "plain LMDB lost nothing: other \(otherEnd.map { "\($0)" } ?? "hangs"), "
          + "holder \(holderEnd.map { "\($0)" } ?? "hangs"), there: \(isThere)")
    }
    return report
  }
}

/// Plays one row.
enum MisuseChild {
  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 2, let index = Int(arguments[0]) else { return 64 }
    alarm(30)
    if let wrong = try MisuseCase.all[index].play(arguments[1]) { tell(wrong) }
    return 0
  }

  static func holdPlainly(_ arguments: [String]) -> Int32 {
    unsafe shim_commit_beside_second_opening(arguments[0])
  }

  static func writePlainly(_ arguments: [String]) -> Int32 {
    unsafe shim_commit_plainly(arguments[0], "other")
  }

  /// Holds the store's write transaction until a line comes in.
  static func hold(_ arguments: [String]) throws -> Int32 {
    let options = Environment.Options(databases: ["info", "sessions", "values", "set-aside"])
    let environment = try Environment.open(arguments[0], options: options)
    try environment.write { (_) throws(LMDBError) in
      tell("inside")
      _ = readLine()
    }
    return 0
  }

  /// Opens and closes the store again and again.
  static func reopen(_ arguments: [String]) throws -> Int32 {
    for number in 0..<(Int(arguments[1]) ?? 0) {
      let store = try SceneStore.open(URL(filePath: arguments[0]))
      guard store.isUsable else { throw HarnessError("\(store.reportedProblems)") }
      store.app[SceneKey("p\(getpid())", default: 0)] = number
      store.close()
    }
    return 0
  }
}

/// What the rows share.
extension MisuseCase {
  static let note = SceneKey("note", default: "")

  static func place(_ folder: String) -> URL { URL(filePath: folder + "/scenes.store") }

  /// Opens the store of a row and commits a first value.
  static func open(
    _ folder: String, deadline: Duration = .seconds(5)
  ) throws -> SceneStore {
    var options = SceneStore.Options(lockDeadline: deadline)
    options.commitsByItself = false
    let store = try SceneStore.open(place(folder), options: options)
    store.scene("A")[note] = "first"
    try store.flush()
    return store
  }

  /// The problem that an opening throws, or nil.
  static func refusal(_ url: URL) -> SceneProblem.Code? {
    do throws(SceneProblem) { _ = try SceneStore.open(url) } catch { return error.code }
    return nil
  }

  /// How long the threads of this process could have run while the machine ran others.
  static func delayedTime() -> Duration {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    let delays = threads.map { thread -> Int64 in
      let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/schedstat", encoding: .utf8)
      let numbers = text?.split(separator: " ").compactMap { Int64($0) } ?? []
      return numbers.count > 1 ? numbers[1] : 0
    }
    return .nanoseconds(delays.reduce(0, +))
  }

  /// The problem of a commit of another value, or nil.
  static func commit(_ store: SceneStore, _ text: String = "second") -> SceneProblem? {
    store.scene("A")[note] = text
    do throws(SceneProblem) { try store.flush() } catch { return error }
    return nil
  }

  static func wanted(_ code: SceneProblem.Code, _ found: SceneProblem.Code?) -> String? {
    found == code ? nil : "wanted \(code), got \(found.map { "\($0)" } ?? "nothing")"
  }
}
