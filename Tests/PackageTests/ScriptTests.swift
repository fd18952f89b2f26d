import Foundation
import Testing

/// What scripts answer before they build anything: help, and an honest refusal.
struct ScriptTests {
  private struct Answer {
    let code: Int32
    let output: String
    let errors: String
  }

  private static let measuring = [
    "bench", "build-benchmarks", "build-release", "instructions", "scaling",
  ]

  private func run(_ script: String, _ arguments: [String]) throws -> Answer {
    let process = Process()
    process.executableURL = PackageFiles.root.appending(path: "Scripts/\(script)")
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let texts = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return Answer(code: process.terminationStatus, output: texts[0], errors: texts[1])
  }

  @Test(arguments: measuring)
  func `a script refuses an option it does not know and says what to do`(script: String) throws {
    let answer = try run(script, ["--sed"])
    #expect(answer.code == 64)
    #expect(answer.errors.contains("error: unknown option '--sed'; "))
    #expect(answer.output.isEmpty)
  }

  @Test(arguments: measuring)
  func `a script explains itself`(script: String) throws {
    let answer = try run(script, ["--help"])
    #expect(answer.code == 0)
    #expect(answer.output.contains("Scripts/\(script) "))
    #expect(!answer.output.contains("#"))
    #expect(answer.errors.isEmpty)
  }

  @Test(
    arguments: [
      ("bench", "--seed"), ("bench", "--mix"), ("bench", "--only"), ("instructions", "--only"),
      ("scaling", "--seed"),
    ])
  func `a script misses the value of an option`(script: String, option: String) throws {
    let answer = try run(script, [option])
    #expect(answer.code == 64)
    #expect(answer.errors.contains("error: \(option) needs "))
  }

  @Test func `an option that is almost right gets a hint`() throws {
    #expect(try run("instructions", ["--updat"]).errors.contains("did you mean '--update'?"))
  }
}
