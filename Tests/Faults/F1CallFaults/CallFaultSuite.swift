import Foundation

extension Suite {
  /// Every call of the system fails once, and from then on; two fail in one recovery.
  static let callFaults = Suite(
    name: "F1", summary: "every call of the system fails, through the Swift API",
    run: { settings in try CallFaultSuite(settings).run(compound: settings.rounds ?? 6) },
    selfCheck: { settings in try CallFaultSuite(settings).check() })
}

struct CallFaultSuite {
  private let seed: UInt64
  /// Whether each point has every ending; where time is short they take turns.
  private let isWhole: Bool
  private let folder: WorkFolder
  private var report = Report()
  private var points = 0
  private var deaths = 0

  init(_ settings: Settings) throws {
    seed = settings.seed
    isWhole = settings.rounds ?? 6 > 1
    folder = try WorkFolder("calls")
  }

  /// Goes through all points; after each first failure of a write so many second ones are tried.
  consuming func run(compound: Int) throws -> Report {
    for (index, fault) in CallFault.all.enumerated() {
      for base in ["new", "old", "damaged"] { try sweep(index, fault.name, base, second: 0) }
      if report.violations.count >= 20 { break }
    }
    let single = points
    for index in CallFault.all.indices where CallFault.all[index].name.hasPrefix("write E") {
      try sweep(index, CallFault.all[index].name, "old", second: compound)
      try sweep(index, CallFault.all[index].name, "damaged", second: compound)
    }
    if points < 274 { report.violated("only \(points) points were found, 274 at least exist") }
    report.figures.append(
      "G9 call faults: \(points - report.violations.count) of \(points) points without crash or "
        + "loss, and with writes again afterwards [goal 100 %]; \(points - single) of them with "
        + "a second fault, \(deaths) crashes")
    return report
  }

  /// A store that loses a commit on purpose must be found out.
  consuming func check() throws -> Report {
    try sweep(0, CallFault.all[0].name, "forgetful", second: 0)
    let found = report.violations.count
    var report = Report()
    report.figures.append("self-check: of a store that forgets, \(found) points are told")
    if found == 0 { report.violated("a store that forgets what it acknowledged was not found out") }
    return report
  }

  /// One child goes through all points; after its death another goes on behind the last.
  private mutating func sweep(_ fault: Int, _ name: String, _ base: String, second: Int) throws {
    var first = 1
    while true {
      let child = try Child(
        "call-faults",
        [folder.path, "\(fault)", base, "\(second)", "\(first)", "\(seed)", "\(isWhole)"])
      var point = "before any"
      while let line = child.line(within: 20_000) {
        let parts = line.split(separator: " ", maxSplits: 1)
        switch parts.first {
        case "point":
          point = String(parts[1])
          points += 1
        case "wrong": report.violated("\(name), \(base) store, point \(point): \(parts[1])")
        case "end": return
        default: report.violated("\(name), \(base) store, point \(point): said '\(line)'")
        }
      }
      let end = child.end(within: 0)
      if end == nil { child.kill() }
      deaths += 1
      report.violated(
        "\(name), \(base) store, point \(point): " + (end.map { "died: \($0)" } ?? "hangs"))
      guard let number = point.split(separator: "+").first.flatMap({ Int($0) }), deaths < 20 else {
        return
      }
      first = number + 1
    }
  }
}
