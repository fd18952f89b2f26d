import FaultShim
import Foundation
import SceneState
import Synchronization

/// Writes tick after tick, then ends as a program does; tells the last number that must be kept.
enum EndingWriter {
  enum End: String {
    /// The last line of the program.
    case theEnd = "return"
    case exitThere = "exit"
    /// Another thread ends the process while this one writes.
    case exitElsewhere = "exit of another thread"
    case exitInTask = "exit of a task"
    case control = "_exit"

    static let normal: [End] = [.theEnd, .exitThere, .exitElsewhere, .exitInTask]
  }

  /// A store that nobody lets go of.
  private static let kept = Mutex<SceneStore?>(nil)

  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 5, let end = End(rawValue: arguments[2]),
      let wait = UInt32(arguments[3]), let delay = Int(arguments[4])
    else { return 64 }
    let ledger = Ledger(seed: UInt64(arguments[1]) ?? 0)
    let store = try SceneStore.open(
      URL(filePath: arguments[0]), options: .init(commitDelay: .milliseconds(delay)))
    kept.withLock { $0 = store }
    let written = Atomic(store.app[Ledger.numberKey])
    let isOver = Atomic(false)
    let leave: @Sendable () -> Never = {
      tell("written \(written.load(ordering: .acquiring))")
      exit(0)
    }
    if end == .exitElsewhere {
      Thread.detachNewThread {
        usleep(wait)
        leave()
      }
    } else if end == .exitInTask {
      Task.detached {
        usleep(wait)
        leave()
      }
    } else {
      Thread.detachNewThread {
        usleep(wait)
        isOver.store(true, ordering: .releasing)
      }
    }
    while !isOver.load(ordering: .acquiring) {
      let number = written.load(ordering: .relaxed) + 1
      ledger.write(number, into: store)
      written.store(number, ordering: .releasing)
      if number % 64 == 0 { usleep(100) }
    }
    switch end {
    case .theEnd: tell("written \(written.load(ordering: .relaxed))")
    case .control:
      tell("written \(written.load(ordering: .relaxed))")
      _exit(0)
    default: leave()
    }
    return 0
  }
}

/// Adds one again and again, in step with other processes.
enum Counter {
  static let key = SceneKey("count", default: 0)

  static func run(_ arguments: [String]) throws -> Int32 {
    let store = try SceneStore.open(URL(filePath: arguments[0]))
    for _ in 0..<(Int(arguments[1]) ?? 0) { try store.app.update(key) { $0 += 1 } }
    store.close()
    return 0
  }
}

/// One of many that have a store open at once.
enum CrowdMember {
  static func run(_ arguments: [String]) throws -> Int32 {
    let store = try SceneStore.open(
      URL(filePath: arguments[0]), options: .init(lockDeadline: .seconds(30)))
    let number = Int(arguments[1]) ?? 0
    let key = SceneKey("member-\(number)", default: 0)
    store.app[key] = number + 1
    do {
      try store.flush()
      _ = try store.inspect()
      tell(store.isUsable ? "kept" : "in memory: \(store.reportedProblems)")
    } catch { tell("in memory: \(error)".replacing("\n", with: " ")) }
    _ = readLine()
    store.close()
    return 0
  }
}

/// A process with an open store that splits in two; both go on.
enum Forker {
  private static let key = SceneKey("note", default: "")

  static func run(_ arguments: [String]) throws -> Int32 {
    alarm(15)
    var random = SeededRandom(UInt64(arguments[1]) ?? 0)
    let place = URL(filePath: arguments[0])
    let store = try SceneStore.open(place)
    let before = "before \(arguments[1])"
    store.scene("A")[key] = before
    if random.oneIn(2) { try store.flush() }
    let pid = shim_fork()
    guard pid != 0 else { exit(beChild(place, store, byReturn: random.oneIn(2))) }
    // The child's end takes nothing away from this process, and writes nothing of its.
    guard shim_wait(pid, 10_000) == 0 else {
      tell("wrong: the child failed or hung")
      return 1
    }
    store.scene("A")[SceneKey("after", default: "")] = before
    try store.flush()
    let found = try store.inspect().entries.map(\.address)
    for address in ["A/note", "A/after"] where !found.contains(address) {
      tell("wrong: \(address) is lost")
    }
    store.close()
    return 0
  }

  private static func beChild(_ place: URL, _ store: SceneStore, byReturn: Bool) -> Int32 {
    alarm(8)
    store.scene("B")[key] = "of the child"
    do throws(SceneProblem) {
      let own = try SceneStore.open(place)
      own.scene("C")[key] = "of the child"
      try own.flush()
      own.close()
      tell("opens a store of its own")
    } catch { tell("is refused, \(error.code): \(error.detail.prefix(90))") }
    if !byReturn { _exit(0) }
    return 0
  }
}
