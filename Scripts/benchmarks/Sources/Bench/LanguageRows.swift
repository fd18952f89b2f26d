import CPeer
import Foundation

/// The command line against what people wait for: whole processes, from start to end.
struct LanguageRows {
  let measure: Measure

  private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../Tests/SceneScenariosTests/Samples").standardized.path

  static let names = [
    "check of 1,000 files", "run of the six samples", "check of 50,000 steps",
    "200,000 open brackets",
  ]

  func rows() throws -> [Row] {
    // In memory, as the goals say: the disk is not what is measured.
    let folder = try Folder(inMemory: true)
    let many = folder.sub("many")
    try FileManager.default.createDirectory(atPath: many, withIntermediateDirectories: true)
    for number in 1...1000 { try write(scenario(steps: 20), "\(many)/\(number).scene.yaml") }
    let steps = folder.sub("steps.scene.yaml")
    try write(scenario(steps: 50_000), steps)
    let brackets = folder.sub("brackets.scene.yaml")
    try write(String(repeating: "[", count: 200_000), brackets)
    return [
      try row(Self.names[0], ["check", many], milliseconds: 1000),
      try row(Self.names[1], ["run"] + Self.six(), milliseconds: 100),
      try row(Self.names[2], ["check", steps], milliseconds: 200),
      try row(Self.names[3], ["check", brackets], milliseconds: 50, code: 3),
    ]
  }

  /// The samples that the goal was set for; there are more of them now.
  private static func six() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: samples)
    return names.filter { $0.hasSuffix(".scene.yaml") }.sorted().prefix(6).map {
      "\(samples)/\($0)"
    }
  }

  private func scenario(steps: Int) -> String {
    "scenesim: 1\nscenario: t\napp: { tabs: { a: A, b: B } }\nsteps:\n  - launch: A\n"
      + (0..<steps / 2).map { _ in "  - select: a\n  - select: b\n" }.joined()
  }

  private func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func row(
    _ name: String, _ arguments: [String], milliseconds: Double, code: Int32 = 0
  ) throws -> Row {
    let times = try measure.turns(
      repeats: measure.rounds, [{ _ in try Child.time([Child.tool] + arguments, code: code) }])
    return Row(
      name, peer: "what people wait", unit: "ms", ours: times[0] / 1e6, peerValue: milliseconds,
      goal: 1)
  }
}
