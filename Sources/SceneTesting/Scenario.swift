import SceneScenarios
import SceneSimulator
public import SceneLifecycle
public import Testing

/// One case of one scenario file, as an argument of a parameterised test.
///
/// A case that fails records its issues at the line and column of the file, with the text that
/// `scenesim run` prints. A file with mistakes, and a folder that is missing or has no scenario,
/// are cases that fail, so that nothing is passed over in silence.
///
/// ```swift
/// @Test(arguments: Scenario.all(in: "Scenarios"))
/// @MainActor func scenarios(scenario: Scenario) { scenario.run { HawkNotes() } }
/// ```
public struct Scenario: Sendable {
  /// The path of the file.
  public let path: String
  /// The title of the file; empty for a file with mistakes.
  public let title: String
  /// The title of the case; nil for a file without cases.
  public let caseTitle: String?
  /// The number of the case in its file, from 1.
  public let caseNumber: Int
  /// Why there is nothing to play; empty for a case that can be run.
  let failures: [ScenarioIssue]

  /// Every case of every file below a folder, sorted by file and number.
  ///
  /// Files end in `.scene.yaml`; folders below are searched, too. Reading a file does not run it.
  ///
  /// - Parameters:
  ///   - folder: A path; a relative one begins at the folder of the calling file.
  ///   - filePath: The calling file.
  /// - Returns: The cases, at least one.
  public static func all(in folder: String, filePath: StaticString = #filePath) -> [Scenario] {
    ScenarioFolder(folder, seenFrom: "\(filePath)").scenarios
  }

  /// Plays the case on a new simulated device with a store of its own.
  ///
  /// Nothing is thrown: what goes wrong is recorded as an issue. A scenario with `skip` records a
  /// warning. If `name.trace` lies beside `name.scene.yaml`, a case that passes must leave that
  /// trace; `scenesim run --update` writes it, a test never does.
  ///
  /// - Parameter app: Makes the app of each process that the scenario starts. It takes the place of
  ///   the app that the file declares, or is the one that the file names (`app: HawkNotes`). Nil
  ///   plays the app that the file declares.
  public func run(app: (() -> any SceneApp)? = nil) {
    guard failures.isEmpty else { return failures.forEach { $0.record() } }
    let apps = app.map { KnownApps(only: $0) } ?? KnownApps()
    do throws(MistakesFound) {
      let loaded = try ScenarioRun.load(path: path, apps: apps)
      if let reason = loaded.skip {
        return ScenarioIssue(path: path, text: "skipped: \(reason)").record(isWarning: true)
      }
      guard let selected = loaded.cases.first(where: { $0.number == caseNumber }) else {
        return ScenarioIssue(path: path, text: "the case \(caseNumber) is gone").record()
      }
      var options = ScenarioRun.Options()
      // Tests have limits of their own, and somebody may be looking with a debugger.
      options.usualTimeLimit = nil
      let outcome = ScenarioRun.run(loaded, case: selected, options: options, apps: apps)
      let failures = outcome.diagnostics.filter { $0.severity == .error }
      for (index, var diagnostic) in failures.enumerated() {
        // `scenesim` knows no app in Swift.
        if loaded.hasSwiftApp { diagnostic.next = nil }
        // What a failure kept from running is said with the last one.
        let rest = index == failures.count - 1 ? outcome.notRun : nil
        ScenarioIssue(diagnostic, of: loaded.source, rest: rest).record()
      }
      if outcome.outcome == .passed { compare(outcome, of: loaded) }
    } catch {
      for issue in ScenarioIssue.all(error, path: path) { issue.record() }
    }
  }

  /// Records an issue if the trace is not the golden one beside the file.
  private func compare(_ outcome: CaseRun, of loaded: LoadedScenario) {
    let verdict: GoldenFile.Verdict
    do {
      // A test writes nothing: that is for whoever looks at the difference.
      var folders = GoldenFolders()
      var golden = try GoldenFile(
        beside: loaded.source, titles: loaded.cases.map(\.title), mode: .compare,
        &folders)
      verdict = try golden.judge(
        outcome.trace.description, ofCase: caseNumber, steps: outcome.played)
    } catch {
      let text = (error as? GoldenFailure)?.message ?? "\(error)"
      return ScenarioIssue(path: path, text: text).record()
    }
    if case .failed(let diagnostic) = verdict {
      ScenarioIssue(diagnostic, of: loaded.source).record()
    }
  }
}

extension Scenario: CustomTestStringConvertible, CustomStringConvertible {
  /// File and case: `01-shared-key · one key per tab`.
  public var testDescription: String {
    let file = ScenarioFolder.stem(of: path)
    let name = caseTitle ?? title
    return name.isEmpty ? file : "\(file) · \(name)"
  }

  /// File and case.
  public var description: String { testDescription }
}
