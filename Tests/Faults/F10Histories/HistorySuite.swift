extension Suite {
  /// Random histories with faults, reopenings and deaths, against a dictionary.
  static let histories = Suite(
    name: "F10", summary: "random histories with faults and deaths, against a dictionary",
    run: { settings in try HistorySuite(settings).run(settings.rounds ?? 2_000) },
    selfCheck: { settings in try HistorySuite(settings).check() })
}

struct HistorySuite {
  private let seed: UInt64
  private let folder: WorkFolder
  private var report = Report()

  init(_ settings: Settings) throws {
    seed = settings.seed
    folder = try WorkFolder("histories")
  }

  consuming func run(_ count: Int) throws -> Report {
    var progress = Progress("histories", of: count)
    var (operations, faults, deaths) = (0, 0, 0)
    for part in 0..<count {
      var history = try FaultHistory(seed: seed &+ UInt64(part), folder: folder.place("\(part)"))
      let difference = try history.play(operations: 40)
      operations += history.log.count
      faults += history.faultCount
      deaths += history.deathCount
      progress.step()
      guard let difference else { continue }
      report.violated(
        "history \(seed &+ UInt64(part)): \(difference)\n    "
          + history.log.joined(separator: "\n    "))
      if report.violations.count >= 3 { break }
    }
    if faults < count / 4 || deaths < count / 4 {
      report.violated("only \(faults) faults and \(deaths) deaths were met")
    }
    report.figures.append(
      "model check: \(report.violations.count) of \(count) histories differ from the dictionary "
        + "[goal 0]; \(operations) operations, \(faults) faults, \(deaths) deaths")
    return report
  }

  /// A dictionary that forgets one write must be found out, or nothing is compared.
  consuming func check() throws -> Report {
    var found = 0
    let count = 20
    for part in 0..<count {
      var history = try FaultHistory(seed: seed &+ UInt64(part), folder: folder.place("\(part)"))
      history.forgetsOneWrite = true
      if try history.play(operations: 40) != nil { found += 1 }
    }
    report.figures.append(
      "self-check: of \(count) histories whose dictionary forgets a write, \(found) differ")
    if found < count / 2 { report.violated("only \(found) of \(count) differences were found") }
    return report
  }
}
