import SceneScenarios

enum CheckCommand {
  static let command = Command(
    "check", abstract: "find the mistakes in scenario files, run nothing",
    operands: "PATH…", operandCount: .atLeast(1)
  ) { invocation, console in
    let paths = try ScenarioFiles.someFiles(invocation)
    let report = CheckReport(invocation, console: console)
    try look(at: paths, report, console)
    return try report.finish()
  }

  /// How many files for each thread may be in memory.
  private static let filesPerThread = 16

  private static func look(
    at paths: [String], _ report: CheckReport, _ console: Console
  ) throws {
    // Only the console reads the standard input, and apps in Swift may want to be alone.
    let apps = console.surroundings.apps
    let others = paths.filter { $0 != "-" }
    let isAlone = others.count < 2 || !apps.isEmpty
    let count = isAlone ? 1 : console.surroundings.processorCount ?? ProcessEdge.processorCount
    let jobs = others.enumerated().map { number, path -> WorkQueue<CheckedFile>.Job in
      (number, { CheckedFile(try ScenarioFiles.read(path), apps: KnownApps()) })
    }
    let queue =
      count > 1 ? WorkQueue(jobs, workerCount: count, jobsAhead: filesPerThread) : nil
    // Who asks for an end does not wait for the files that are looked at.
    defer { queue?.end(waits: !console.surroundings.clock.isInterrupted()) }
    var index = 0
    for path in paths {
      try console.checkInterruption()
      if let queue, path != "-" {
        let file = try queue.outcome(of: index, meanwhile: console.checkInterruption).get()
        try report.add(file.findings, of: file.source)
        index += 1
      } else {
        let source = try ScenarioFiles.read(path, console: console)
        let file = try console.computing { CheckedFile(source, apps: apps) }
        try report.add(file.findings, of: file.source)
      }
    }
  }
}
