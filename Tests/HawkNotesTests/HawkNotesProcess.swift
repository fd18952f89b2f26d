import Foundation
import Glibc
import Testing

/// A running Hawk Notes that gets its commands through a pipe.
final class HawkNotesProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()

  /// What a process said before it ended, and how it ended.
  struct Ending {
    let output: String
    let errors: String
    /// The exit code, or the number of the signal that ended it.
    let status: Int32
  }

  /// Next to the test bundle, where the build puts both.
  static func executable() throws -> String {
    let first = CommandLine.arguments.first ?? ""
    let folders = [Bundle.main.bundlePath, (first as NSString).deletingLastPathComponent]
    let path = folders.map { $0 + "/HawkNotes" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    return try #require(path, "no HawkNotes in \(folders)")
  }

  init(_ arguments: String..., columns: Int = 60) throws {
    process.executableURL = URL(filePath: try Self.executable())
    process.arguments = arguments
    process.environment = ["LANG": "C.UTF-8", "COLUMNS": "\(columns)"]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Gives commands, one a line.
  func give(_ commands: String...) throws {
    let text = commands.map { $0 + "\n" }.joined()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Waits until the process has said the text; gives back all it said since the last time.
  func hear(_ text: String) throws -> String {
    var said = ""
    while !said.contains(text) {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "it ended without saying '\(text)': \(said)")
      said += String(decoding: data, as: UTF8.self)
    }
    return said
  }

  /// Ends it with SIGKILL, which leaves it no time for anything.
  func killHard() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Asks it to end, as Ctrl-C does.
  func interrupt() { kill(process.processIdentifier, SIGINT) }

  /// Closes its input and waits for its end.
  func finish() throws -> Ending {
    try input.fileHandleForWriting.close()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ending(
      output: String(decoding: said, as: UTF8.self),
      errors: String(decoding: complained, as: UTF8.self), status: process.terminationStatus)
  }
}

/// A folder of a test, removed when the test lets go of it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "hawknotes-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)  // Nothing depends on it any more.
  }

  var store: String { "\(path)/hawk.store" }
}
