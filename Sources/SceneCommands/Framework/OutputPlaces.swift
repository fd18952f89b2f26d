import FoundationEssentials
import SceneScenarios

/// Keeps what a command reads from being overwritten by what it says.
enum OutputPlaces {
  /// The files of a store, which only a store writes.
  private static let filesOfStores: Set<String> = ["data.mdb", "lock.mdb"]

  /// What writes scenarios, and looks itself at what is there.
  private static let makers: Set<[String]> = [["format"], ["new"], ["record"]]

  /// Looks at where the output of a command line goes, before anything is done.
  static func check(_ invocation: Invocation) throws(CommandFailure) {
    let files = invocation.operands.filter { OutputFile.exists($0) && !OutputFile.isFolder($0) }
    for path in paths(of: invocation) where OutputFile.exists(path) && !OutputFile.isFolder(path) {
      let name = URL(filePath: path).lastPathComponent
      if filesOfStores.contains(name) {
        throw refusal(path, "it is a file of a store")
      }
      if files.contains(where: { ProcessEdge.isSameFile($0, path) }) {
        throw refusal(path, "it is what the command reads")
      }
      // Nothing but a scenario is called so.
      if name.hasSuffix(".scene.yaml"), !makers.contains(invocation.command.words) {
        throw refusal(path, "it is a scenario")
      }
    }
  }

  /// The files that options name for output.
  private static func paths(of invocation: Invocation) -> [String] {
    let reports = invocation.values("report").map { report in
      report.firstIndex(of: "=").map { String(report[report.index(after: $0)...]) } ?? report
    }
    return invocation.values("output") + invocation.values("trace") + reports
  }

  private static func refusal(_ path: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      .usage, "'\(path)' would be overwritten: \(reason)", code: "usage",
      hint: "give the output another name, or remove the file first")
  }
}
