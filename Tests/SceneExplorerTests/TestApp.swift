import Foundation
import SceneExplorer
import SceneScenarios

/// The apps beside the tests, and those of the samples.
enum TestApp {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  /// A declared app of a file in `Apps`.
  static func named(_ name: String) throws -> ExploredApp {
    let file = tests.appending(path: "Apps/\(name).yaml")
    return try declared(try String(contentsOf: file, encoding: .utf8))
  }

  /// An app written as the lines under `app:`.
  static func declared(_ text: String, steps: [String] = []) throws -> ExploredApp {
    let lines = text.split(separator: "\n").map { "  \($0)" }
    return try scenario(["app:"] + lines, steps: steps)
  }

  /// The app of a sample, with one text replaced by another.
  static func sample(_ name: String, _ changes: [String: String]) throws -> ExploredApp {
    let file = tests.deletingLastPathComponent()
      .appending(path: "SceneScenariosTests/Samples/\(name).scene.yaml")
    var text = try String(contentsOf: file, encoding: .utf8)
    for (old, new) in changes { text = text.replacing(old, with: new) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var part: [String] = []
    for key in ["vars:", "app:"] {
      guard let first = lines.firstIndex(of: key) else { continue }
      part.append(key)
      part += lines[(first + 1)...].prefix { $0.isEmpty || $0.hasPrefix(" ") }
    }
    return try scenario(part, steps: [])
  }

  private static func scenario(_ app: [String], steps: [String]) throws -> ExploredApp {
    try ExploredApp(path: "test.yaml", appLines: app, stepLines: steps)
  }

  /// Explores one part of the streams after the other until something is found.
  ///
  /// Together all eight find what the whole finds, most of it in the first ones.
  static func search(
    _ app: ExploredApp, steps: Int, seed: UInt64 = 11, parts: ClosedRange<Int> = 1...8,
    choice: PropertyChoice = PropertyChoice(), until isFound: (Explorer.Report) -> Bool
  ) throws -> Explorer.Report {
    var options = Explorer.Options()
    (options.seed, options.steps, options.jobs, options.choice) = (seed, steps, 2, choice)
    var report = Explorer.Report()
    for part in parts where !isFound(report) {
      options.shard = (part, 8)
      let found = Explorer(app, options: options).run()
      if let mistake = found.mistake { throw mistake }
      report.merge(found)
    }
    return report
  }

  static func explore(
    _ app: ExploredApp, steps: Int, seed: UInt64 = 11, jobs: Int = 2,
    choice: PropertyChoice = PropertyChoice()
  ) -> Explorer.Report {
    var options = Explorer.Options()
    (options.seed, options.steps, options.jobs, options.choice) = (seed, steps, jobs, choice)
    return Explorer(app, options: options).run()
  }
}
