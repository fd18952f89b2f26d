import SceneScenarios
import SceneReports

/// What `--report` says: `KIND=FILE`, `KIND=DIR`, or a file whose ending says the kind.
enum ReportOption {
  /// The kinds that the ending of a file says.
  private static let endings = [
    "html": "html", "xml": "junit", "tap": "tap", "json": "json", "jsonl": "jsonl", "md": "md",
  ]

  /// The kind that the ending of a file's name says.
  static func kind(byEndingOf path: String) -> String? {
    guard let dot = path.lastIndex(of: "."), dot > path.startIndex else { return nil }
    return endings[String(path[path.index(after: dot)...])]
  }

  static var kinds: [String] {
    let files = RunReporterCatalogue.all.map { $0.kind }
    return files + FolderReportCatalogue.all.map { $0.kind }.filter { !files.contains($0) }
  }

  static func reports(_ values: [String]) throws(CommandFailure) -> [RunSettings.Report] {
    var reports: [RunSettings.Report] = []
    for value in values {
      let report = try report(value)
      if report.path != "-", reports.contains(where: { $0.path == report.path }) {
        throw .usage("two reports would be written to '\(report.path)'")
      }
      reports.append(report)
    }
    return reports
  }

  private static func report(_ value: String) throws(CommandFailure) -> RunSettings.Report {
    let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    // It would be a file of that name, of the kind its ending says.
    if parts.count == 1, let colon = value.firstIndex(of: ":"),
      kinds.contains(String(value[..<colon]))
    {
      let right = "\(value[..<colon])=\(value[value.index(after: colon)...])"
      throw .usage(
        "'\(value)' has a colon between kind and place", hint: "--report \(ShellText.word(right))",
        next: "scenesim help run")
    }
    if parts.count == 1, let kind = kind(byEndingOf: value) {
      return RunSettings.Report(kind: try self.kind(kind, at: value), path: value)
    }
    let path = parts.count == 2 ? parts[1] : ""
    let kind = try kind(parts[0], at: path)
    guard !path.isEmpty else {
      let what = parts[0] == SVGFolder.kind ? "DIR" : "FILE"
      throw .usage(
        "--report needs a \(what == "DIR" ? "folder" : "file"): '\(value)' names none",
        hint: "--report \(parts[0])=\(what)", next: "scenesim help run")
    }
    if path == "-", case .folder = kind {
      throw .usage("\(parts[0]) is a folder of files, and standard output is none")
    }
    return RunSettings.Report(kind: kind, path: path)
  }

  private static func kind(
    _ name: String, at path: String
  ) throws(CommandFailure) -> RunSettings.Report.Kind {
    let folder = FolderReportCatalogue.type(named: name)
    if let type = RunReporterCatalogue.type(named: name) {
      // A page for each scenario, where a folder is named.
      let isFolder = path.hasSuffix("/") || OutputFile.isFolder(path)
      return isFolder ? folder.map { .folder($0) } ?? .file(type) : .file(type)
    }
    if let folder { return .folder(folder) }
    throw .usage(
      "there is no report '\(name)': there are \(kinds.joined(separator: ", "))",
      hint: endings[name].map { "did you mean \($0)?" }
        ?? ErrorText.suggestion(for: name, among: kinds)
        ?? (name.lowercased().split(separator: ".").last == "pdf"
          ? "a browser prints the page: --report html=\(name.dropLast(4).isEmpty ? "report" : name.dropLast(4)).html"
          : "a kind stands before the place: --report html=\(path.isEmpty ? name : path)"),
      next: "scenesim help run")
  }
}
