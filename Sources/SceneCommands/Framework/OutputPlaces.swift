import FoundationEssentials
import StoreTools

/// Keeps what a command reads from being overwritten by what it says.
enum OutputPlaces {
  /// What writes scenarios, and looks itself at what is there.
  private static let makers: Set<[String]> = [["format"], ["new"], ["record"]]

  /// Looks at where the output of a command line goes, before anything is done.
  static func check(_ invocation: Invocation) throws(CommandFailure) {
    try checkIsNoFolder(invocation)
    let files = invocation.operands.filter { OutputFile.exists($0) && !OutputFile.isFolder($0) }
    for path in paths(of: invocation) where OutputFile.exists(path) && !OutputFile.isFolder(path) {
      let name = URL(filePath: path).lastPathComponent
      if StoreFileNames.all.contains(name) {
        throw refusal(path, "it is a file of a store", mayGo: false)
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

  /// What makes a folder of `-o`.
  private static let folderMakers: Set<[String]> = [["store", "repair"], ["store", "compact"]]

  /// A name with a slash at its end would become a file of that name.
  private static func checkIsNoFolder(_ invocation: Invocation) throws(CommandFailure) {
    guard let path = invocation.value("output"), !folderMakers.contains(invocation.command.words),
      path.hasSuffix("/") || OutputFile.isFolder(path)
    else { return }
    let folder = path.hasSuffix("/") ? path : path + "/"
    let makesPages = invocation.command.options.contains { $0.name == "report" }
    throw CommandFailure(
      .unusable, "cannot write '\(path)': it is a folder", code: "not-written",
      hint: makesPages
        ? "`--report html=\(folder)` fills a folder; -o names a file in it"
        : "name a file in it, such as \(folder)answer.txt")
  }

  /// The files that options name for output.
  private static func paths(of invocation: Invocation) -> [String] {
    let reports = invocation.values("report").map { report in
      report.firstIndex(of: "=").map { String(report[report.index(after: $0)...]) } ?? report
    }
    return invocation.values("output") + invocation.values("trace") + reports
  }

  /// The file that stands there is not to be replaced; it may go if anybody could be without it.
  private static func refusal(
    _ path: String, _ reason: String, mayGo: Bool = true
  ) -> CommandFailure {
    CommandFailure(
      .usage, "'\(path)' would be overwritten: \(reason)", code: "usage",
      hint: "give the output another name" + (mayGo ? ", or remove the file first" : ""))
  }
}
