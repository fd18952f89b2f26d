import Foundation

/// The Python of this machine that has the module lmdb, an independent reader of stores.
enum PythonWithLMDB {
  static let scripts = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scripts")

  static let isThere = (try? run([]))?.code == 0

  static func run(_ arguments: [String]) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = scripts.appending(path: "python-with-lmdb")
    process.arguments = arguments
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
