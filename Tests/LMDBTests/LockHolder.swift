import Foundation

/// Another process that holds a lock file until it is released.
final class LockHolder {
  private let process = Process()
  private let input = Pipe()
  let pid: Int32

  /// Starts a shell that takes the lock and writes a text into the file.
  init(_ path: String, shared: Bool = false, writing text: String = "$$") throws {
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let option = shared ? "-s" : "-x"
    process.arguments = [
      "-c", "exec 9>>\"$0\"; flock \(option) 9; echo \(text) > \"$0\"; echo ready; read line", path,
    ]
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    _ = output.fileHandleForReading.availableData
    pid = process.processIdentifier
  }

  func release() {
    input.fileHandleForWriting.closeFile()
    process.waitUntilExit()
  }
}
