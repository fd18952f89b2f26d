import FoundationEssentials
import SceneExplorer
import SceneReports

/// What one part of an exploration leaves for the others, in a file beside its findings.
struct ExplorePart: Codable {
  private static let name = "part.json"
  /// More than any part writes: a million states are 20 MB.
  private static let sizeLimit = 1 << 26

  let report: Explorer.Report
  let seconds: Double

  /// Writes the file of a part.
  static func save(
    _ report: Explorer.Report, _ seconds: Double, in folder: String, _ console: Console
  ) throws(CommandFailure) {
    if !console.isDryRun { try OutputFile.makeFolder(folder) }
    let bytes: [UInt8]
    do {
      bytes = Array(try JSONEncoder().encode(ExplorePart(report: report, seconds: seconds)))
    } catch {
      throw CommandFailure(.no, "the part cannot be written: \(error)", code: "not-valid")
    }
    _ = try console.save(bytes, to: "\(folder)/\(name)", .replacing)
  }

  /// Puts parts together, and writes what they have found once.
  static func merge(
    _ invocation: Invocation, page: String?, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    var (report, seconds) = (Explorer.Report(), 0.0)
    for folder in invocation.operands {
      let path = "\(folder)/\(name)"
      guard OutputFile.exists(path) else {
        throw CommandFailure(
          .unusable, "'\(folder)' holds no part of an exploration", code: "no-such-file",
          hint: "--merge takes what `explore FILE --shard 1/2 --out FOLDER` left")
      }
      let bytes = try OutputFile.read(path, limit: sizeLimit)
      // Whatever is wrong with it: somebody else's file, or half of one.
      guard let part = try? JSONDecoder().decode(ExplorePart.self, from: Data(bytes)) else {
        throw CommandFailure(
          .invalidInput, "'\(path)' is no part of an exploration", code: "not-valid")
      }
      report.merge(part.report)
      seconds = max(seconds, part.seconds)
    }
    let paths = try ExploreCommand.save(
      report.findings, invocation.value("out") ?? "found", console)
    let told = ExploreReport(report: report, app: nil, paths: paths, seconds: seconds)
    try told.write(invocation.format, to: console)
    if let page { try told.save(to: page, console) }
    return report.findings.isEmpty ? .success : .no
  }
}
