import CPeer
import Foundation

/// Parts of this program, and the command line, that run in processes of their own.
enum Child {
  private static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path(percentEncoded: false)
  /// The command line of the product as `swift build -c release` makes it.
  static let tool = folder + "/Tool"

  /// A program that `Scripts/bench` has put beside this one; nil if it did not.
  static func beside(_ name: String) -> String? {
    let path = folder + "/" + name
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// What this program prints as another part of itself, word by word.
  static func words(_ measure: Measure, _ arguments: [String]) throws -> [String] {
    let process = try start(measure, arguments)
    return try words(of: process)
  }

  static func start(_ measure: Measure, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: folder + "/Bench")
    process.arguments =
      ["--mix", measure.mix.name, "--seed", String(measure.seed)]
      + (measure.isQuick ? ["--quick"] : []) + arguments
    process.standardOutput = Pipe()
    try process.run()
    return process
  }

  static func words(of process: Process) throws -> [String] {
    guard let pipe = process.standardOutput as? Pipe else { return [] }
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchError(
        message: "\(process.arguments ?? []) ended with \(process.terminationStatus)")
    }
    return output.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Nanoseconds of a whole process, which has to end as it should.
  static func time(_ command: [String], code: Int32 = 0) throws -> Double {
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var ended: Int32 = 0
    let time = peer_spawn(arguments, &ended)
    guard ended == code else {
      throw BenchError(message: "\(command) ended with \(ended) instead of \(code)")
    }
    return time
  }
}
