import FoundationEssentials
import SceneExplorer
import SceneScenarios
import SceneState

/// The findings that an app keeps as known (`explore: { known: … }`), played before anything else.
struct KnownFindings {
  /// The titles of those that still fail.
  private var titles: Set<String> = []
  /// The files of those that do not fail any more.
  private(set) var mended: [String] = []

  /// Plays them.
  init(of path: String, _ app: AppDeclaration, _ console: Console) throws(CommandFailure) {
    for name in app.explore.known {
      let file = URL(filePath: path).deletingLastPathComponent().appending(path: name)
        .path(percentEncoded: false)
      let source = try ScenarioFiles.read(file)
      let apps = console.surroundings.apps
      // Why it cannot be read, `check` says.
      guard let scenario = try? LoadedScenario(source, apps: apps) else {
        throw CommandFailure(
          .invalidInput, "'\(name)' is no scenario, and no known finding", code: "not-valid",
          next: "scenesim check \(ShellText.word(file))")
      }
      let outcomes = scenario.cases.map { ScenarioRun.run(scenario, case: $0, apps: apps).outcome }
      if outcomes.contains(.failed) { titles.insert(scenario.title) } else { mended.append(name) }
    }
  }

  func contains(_ finding: Discovery) -> Bool { titles.contains(finding.title) }

  /// Says which of them are known no longer.
  func tell(_ console: Console) {
    for name in mended {
      console.complain(
        "note: '\(SafeText.escaped(name))' does not fail any more: take it out of `known`\n")
    }
  }
}
