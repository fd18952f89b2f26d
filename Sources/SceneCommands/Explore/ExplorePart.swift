import FoundationEssentials
import SceneExplorer

/// What one part of an exploration leaves for the others, in a file beside its findings.
struct ExplorePart: Codable {
  private static let name = "part.json"
  /// More than any part writes: a million states are 20 MB.
  private static let sizeLimit = 1 << 26

  let report: Explorer.Report
  let seconds: Double
  /// Which part it is, of how many, as in `--shard 1/2`.
  let number: Int
  let count: Int
  let seed: UInt64

  /// Writes the file of a part.
  func save(in folder: String, _ console: Console) throws(CommandFailure) {
    let bytes: [UInt8]
    do {
      bytes = Array(try JSONEncoder().encode(self))
    } catch {
      throw CommandFailure(.no, "the part cannot be written: \(error)", code: "not-valid")
    }
    try console.saveWithFolder(bytes, to: "\(folder)/\(Self.name)")
  }

  /// Puts parts together, and writes what they have found once.
  static func merge(
    _ invocation: Invocation, page: String?, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    var (report, seconds) = (Explorer.Report(), 0.0)
    var parts: [(folder: String, part: ExplorePart)] = []
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
      parts.append((folder, part))
      report.merge(part.report)
      seconds = max(seconds, part.seconds)
    }
    try checkWhole(parts)
    let paths = try ExploreCommand.save(
      report.findings, invocation.value("out") ?? "found", console)
    let told = ExploreReport(report: report, app: nil, paths: paths, seconds: seconds)
    try told.write(invocation.format, to: console)
    if let page { try told.save(to: page, console) }
    return report.findings.isEmpty ? .success : .no
  }

  /// Looks whether each part is there, once: else steps would be counted twice, or be missing.
  private static func checkWhole(
    _ parts: [(folder: String, part: ExplorePart)]
  ) throws(CommandFailure) {
    func mistake(_ message: String, hint: String) -> CommandFailure {
      CommandFailure(.invalidInput, message, code: "not-valid", hint: hint)
    }
    for (index, (folder, part)) in parts.enumerated() {
      let same = parts[..<index].first { $0.part.isOfSame(part) && $0.part.number == part.number }
      if let same {
        throw mistake(
          "'\(folder)' is the same part as '\(same.folder)': \(part.name)",
          hint: "each part is counted once")
      }
      let numbers = parts.filter { $0.part.isOfSame(part) }.map(\.part.number)
      if let missing = (1...max(part.count, 1)).first(where: { !numbers.contains($0) }) {
        throw mistake(
          "part \(missing)/\(part.count) is missing beside '\(folder)', which is \(part.name)",
          hint: "it is made by `explore FILE --seed \(part.seed) --shard "
            + "\(missing)/\(part.count) --out FOLDER`")
      }
    }
  }

  private var name: String { "\(number)/\(count)" }

  /// Whether another one is of the same exploration, as far as parts can tell.
  private func isOfSame(_ other: ExplorePart) -> Bool {
    (count, seed) == (other.count, other.seed)
  }
}
