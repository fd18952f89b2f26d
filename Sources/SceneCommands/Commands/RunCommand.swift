import SceneScenarios

enum RunCommand {
  static let command = makeCommand(loader: ScenarioPlayer.load)

  /// Makes the command; tests play cases of their own making.
  static func makeCommand(loader: @escaping ScenarioLoader) -> Command {
    Command(
      "run", abstract: "play scenario files",
      operands: "PATH…", operandCount: .atLeast(1), options: options
    ) { invocation, console in
      var settings = try RunSettings(invocation)
      if let members = invocation.value("cluster") {
        settings.options.cluster = try ClusterPlace.ofScenarios(members, invocation, console)
      }
      if invocation.has("watch") {
        return try RunWatch(invocation, settings, console: console, loader: loader).run()
      }
      let plan: RunPlan
      do throws(CommandFailure) {
        let paths = try ScenarioFiles.someFiles(invocation)
        plan = try RunPlan(paths, settings.filter, console: console, loader: loader)
      } catch {
        // A build server that waits for a report gets one, of no case.
        if error.exit == .nothingToDo, !console.isDryRun, !invocation.has("list") {
          var reports = try RunReports(settings, invocation, [], console: console)
          try reports.end(after: .zero)
        }
        throw error
      }
      if invocation.has("list") {
        return try RunList(plan: plan, invocation: invocation, console: console).write()
      }
      return try RunSession(invocation, settings, console: console, plan: plan).play()
    }
  }

  private static let options: [CommandOption] = [
    .value(
      "case", "N|TEXT", "only the case with this number, or with TEXT in its title or file name"),
    .values("tag", "T", "only files with this tag; several: with one of them"),
    .values("not-tag", "T", "no files with this tag"),
    .value("until", "STEP", "stop after the step with this number"),
    .value("jobs", short: "j", "N", "play N cases at the same time, each on its own store"),
    .value("seed", "N", "where random orders start, whatever the file says"),
    .value(
      "time-limit", "TIME", "how long one case may run: 90s, 5m; 60s if the file says nothing"),
    .value("cluster", "ADDRESS", "let `roaming` devices carry to etcd://HOST:PORT, not to memory"),
    ClusterPlace.credentials, ClusterPlace.plainText,
    .flag("list", "say which cases would be played, and play none"),
    .flag("fail-fast", "stop after the first failure"),
    GoldenComparison.option,
    .value(
      "trace", "FILE",
      "write what happened in each step to FILE; FILE.jsonl is for `scenesim report`"),
    .values(
      "report", "KIND=FILE",
      "also write a report: \(ReportOption.kinds.joined(separator: ", "))"),
    .value("store", "DIR", "leave the store of the one case in DIR"),
    .flag("trace-detail", "tell handlers, reads and notices too; goldens are not compared"),
    .flag("keep-store", "keep the temporary stores and say where they are"),
    .flag("full", "show long values whole"),
    .flag("watch", "run again what changes, until Ctrl-C"),
    .flag("times", "say how long cases took, also in junit"),
    .value("slow", "MS", "wait so many milliseconds after each step"),
  ]
}
