import Foundation
import Testing

/// Apps in Swift that trap while they are explored.
struct ExploreEndsTests {
  private let tool: Executable
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "ends-\(UUID().uuidString)")

  init() throws {
    // It knows the apps of these tests.
    tool = Executable(
      path: (try Executable.find().path as NSString).deletingLastPathComponent + "/appstool")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func explore(_ words: String) throws -> (code: Int32, output: String, errors: String) {
    defer { try? FileManager.default.removeItem(at: folder) }  // another one may have gone before
    return try tool.shell("cd '\(folder.path())' && $T explore Trapper --json \(words)")
  }

  private func findings(_ output: String) -> [String] {
    output.split(separator: "\n").filter { $0.contains("\"property\"") }.map(String.init)
  }

  @Test func `all traps are found, and what else does not hold`() throws {
    let result = try explore("--steps 1280")
    let found = findings(result.output)
    #expect(result.code == 1)
    let ends = found.filter { $0.contains("\"property\":\"alive\"") }
    #expect(ends.count == 2, "\(result)")
    #expect(ends.contains { $0.contains("an empty mark") })
    #expect(ends.contains { $0.contains("the second tab") })
    #expect(found.contains { $0.contains("\"property\":\"isolated\"") })
    // What Swift says of a trap is in the finding.
    #expect(!result.errors.contains("nobody has thought"))
  }

  @Test func `two parts have found what the whole finds`() throws {
    let whole = findings(try explore("--steps 320 --seed 2").output)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let parts = try explore(
      """
      --steps 320 --seed 2 --shard 1/2 --out 1 >&2; \
      $T explore Trapper --steps 320 --seed 2 --shard 2/2 --out 2 >&2; \
      $T explore --merge 1 2 --json
      """)
    #expect(!whole.isEmpty && findings(parts.output) == whole, "\(parts)")
  }
}
