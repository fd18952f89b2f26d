import Foundation
import Testing

/// The README begins with a console session of the example; it is played here.
struct ReadmeSessionTests {
  @Test func `the README shows what Hawk Notes really says`() throws {
    let folder = try TemporaryFolder()
    let sessions = try Self.sessions()
    #expect(sessions.count == 2)
    for session in sessions {
      #expect(try Self.play(session.line, in: folder.path) == session.said, "\(session.line)")
    }
  }

  /// The lines after `$` of the first block that runs the example, and what stands below them.
  private static func sessions() throws -> [(line: String, said: String)] {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```console\n").dropFirst()
    let block = try #require(blocks.first { $0.hasPrefix("$ printf") && $0.contains("HawkNotes") })
    let lines = try #require(block.components(separatedBy: "```").first)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    var sessions: [(line: String, said: String)] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        sessions.append((String(line.dropFirst(2)), ""))
      } else if let last = sessions.indices.last {
        sessions[last].said += line + "\n"
      }
    }
    return sessions
  }

  /// Runs a shell line in a folder; gives back what it says on standard output.
  private static func play(_ line: String, in folder: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    let tool = "'\(try HawkNotesProcess.executable())'"
    process.arguments = [
      "-c", line.replacingOccurrences(of: "swift run HawkNotes", with: tool),
    ]
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }
}
