import Foundation
import LMDB
import Testing

@testable import SceneState

/// The lines that a process gets on its standard error.
struct StandardErrorTests {
  private static func noScope(_ line: Int) -> SceneProblem {
    SceneProblem(.noScope, declaredAt: "App/Model.swift:\(line)")
  }

  @Test func `nothing is told under a test runner`() {
    #expect(!SceneProblem.tellsOnStandardError)
  }

  @Test func `a problem is told once, with its place and how to silence it`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      SceneProblem.tellsOnStandardError = true
      for line in [12, 12, 13, 12] { Self.noScope(line).tellWhileDebugging() }
      SceneProblem.tellsOnStandardError = false
      Self.noScope(14).tellWhileDebugging()
    }
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("scene-storage: ") }
    let silencer = "'SceneProblem.tellsOnStandardError = false' silences this"
    #expect(
      lines
        == [12, 13].map { "scene-storage: \(Self.noScope($0)); \(silencer)" })
  }

  @Test func `nobody who reads there, or somebody who does not, stops nothing`() async {
    await #expect(processExitsWith: .success) {
      let kept = dup(STDERR_FILENO)
      let (broken, full) = (Pipe(), Pipe())
      dup2(broken.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
      try broken.fileHandleForReading.close()
      writeStandardError("to nobody\n")
      dup2(full.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
      let line = String(repeating: "x", count: 4095) + "\n"
      for _ in 0..<64 { writeStandardError(line) }
      dup2(kept, STDERR_FILENO)
      withExtendedLifetime((broken, full)) {}
    }
  }
}
