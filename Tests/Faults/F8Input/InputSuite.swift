import FaultShim
import Foundation
import FuzzTargets
import Synchronization

extension Suite {
  /// Input that nobody would send, made from a grammar and then damaged.
  static let input = Suite(
    name: "F8", summary: "bad input: scenarios, payloads, links, keys, envelopes, data files",
    run: { settings in try InputSuite(settings).run(settings.rounds ?? 50_000) },
    selfCheck: { settings in try InputSuite(settings).check() })
}

struct InputSuite {
  private static let block = 5_000

  private let seed: UInt64
  private var report = Report()
  private var (cases, traps) = (0, 0)
  private var (slowest, largest) = (0, 0)

  init(_ settings: Settings) throws { seed = settings.seed }

  /// Plays so many inputs of each kind; of data files, which are large, a tenth.
  consuming func run(_ count: Int) throws -> Report {
    for target in FuzzTarget.all {
      let wanted = target.name == "store" ? count / 10 : count
      try play(target.name, wanted)
    }
    report.figures.append(
      "G13 bad input: \(traps) traps in \(cases) inputs [goal 0]; the slowest took "
        + "\(slowest / 1_000) ms [goal 100], the largest \(largest >> 20) MiB [goal 64]")
    // A part of the suite is done while somebody waits for it.
    let isPart = count < 10_000
    if isPart, !Suite.judgesTime {
      report.skipped.append("G20: the bombs, for which code that is not optimized is too slow")
    } else {
      try BombPart(runSeconds: isPart ? 1 : 60).run(&report)
    }
    return report
  }

  /// A reader that traps must be found, and the input named.
  consuming func check() throws -> Report {
    try play("trap", 2_000)
    let found = report.violations.contains { $0.contains("trap 1234") }
    var report = Report()
    report.figures.append("self-check: a reader that traps at input 1234: found \(found)")
    if !found { report.violated("a reader that traps was not found") }
    try BombPart().check(&report)
    return report
  }

  private mutating func play(_ target: String, _ count: Int) throws {
    var first = 0
    while first < count, report.violations.count < 10 {
      let size = min(Self.block, count - first)
      if let killed = try block(target, first, size, announces: false) {
        // Once more, and told which input comes next.
        let input = try block(target, first, size, announces: true) ?? killed
        traps += 1
        report.violated(
          "\(target) \(input) ended the process or hung: seed \(seed); the input is made by "
            + "storefaults child input-print \(target) \(seed) \(input)")
      }
      first += size
    }
  }

  /// Plays some inputs in one process; answers the last one that it told of before it died.
  private mutating func block(
    _ target: String, _ first: Int, _ count: Int, announces: Bool
  ) throws -> String? {
    let child = try Child("input", [target, "\(seed)", "\(first)", "\(count)", "\(announces)"])
    var last = "\(first)"
    while let line = child.line(within: 120_000) {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      switch parts.first {
      case "at": last = parts[1]
      case "done":
        let numbers = parts[1].split(separator: " ").compactMap { Int($0) }
        cases += count
        slowest = max(slowest, numbers[0])
        largest = max(largest, numbers[1])
        return nil
      default: report.violated("\(target): \(line)")
      }
    }
    child.kill()
    return last
  }
}

/// Plays inputs one after the other.
enum InputChild {
  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 5, let seed = UInt64(arguments[1]), let first = Int(arguments[2]),
      let count = Int(arguments[3])
    else { return 64 }
    let name = arguments[0]
    guard let target = FuzzTarget.named(name) ?? (name == "trap" ? trap : nil) else { return 64 }
    var (slowest, largest) = (0, 0)
    for number in first..<(first + count) {
      var random = FuzzRandom(seed &+ UInt64(number) &* 0x1_0000_01B3)
      let input = target.make(&random)
      if arguments[4] == "true" { tell("at \(number)") }
      let start = shim_thread_microseconds()
      shim_count_memory()
      let wrong = target.run(input)
      let memory = Int(shim_most_memory())
      let time = Int(shim_thread_microseconds() - start)
      // The first one also pays for what is made once.
      if number > first { slowest = max(slowest, time) }
      largest = max(largest, memory)
      if let wrong { tell("input \(number): \(wrong)") }
      if time > 100_000, number > first { tell("input \(number): took \(time / 1_000) ms") }
      if memory > 64 << 20 { tell("input \(number): held \(memory >> 20) MiB") }
    }
    tell("done \(slowest) \(largest)")
    return 0
  }

  /// Writes one input to the standard output.
  static func print(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 3, let target = FuzzTarget.named(arguments[0]),
      let seed = UInt64(arguments[1]), let number = Int(arguments[2])
    else { return 64 }
    var random = FuzzRandom(seed &+ UInt64(number) &* 0x1_0000_01B3)
    FileHandle.standardOutput.write(Data(target.make(&random)))
    return 0
  }

  /// The control.
  private static let trap = FuzzTarget(
    name: "trap",
    run: { input in
      precondition(input != [210, 4], "trap")
      return nil
    },
    make: { random in
      // The random numbers are not asked: input 1234 is the bad one.
      let number = InputCounter.next()
      return [UInt8(number & 255), UInt8(number >> 8)]
    })
}

/// Counts the inputs of the control.
private enum InputCounter {
  private static let count = Atomic(0)

  static func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
