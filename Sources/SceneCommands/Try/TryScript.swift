import SceneScenarios

/// The scenario that grows step by step; a run of it gives what the windows show.
struct TryScript {
  /// What came of a step.
  enum Answer {
    /// It went through; `isLook` is a step that changes nothing.
    case accepted(TryScript, isLook: Bool)
    /// It did not, and the script is as it was.
    case refused([Diagnostic], SourceFile)
  }

  private let head: [String]
  private let apps: KnownApps
  private(set) var steps: [String] = []
  /// What came of the steps.
  private(set) var run: CaseRun?

  /// What the devices show after the last step.
  var screens: [ScreenState] { run?.played.last?.screens ?? [ScreenState(isRunning: false)] }

  /// The lines that say which app it is.
  var app: [String] { Array(head.dropFirst(2)) }

  init(app: TryApp, title: String, apps: KnownApps) {
    head = ["scenesim: 1", "scenario: \(title)"] + app.lines
    self.apps = apps
  }

  var text: String {
    let body =
      steps.isEmpty
      ? ["steps: []"] : ["steps:"] + steps.map { "  - " + $0.replacing("\n", with: "\n    ") }
    return (head + body).joined(separator: "\n") + "\n"
  }

  /// A step without the dash and its two columns, which are added where it is saved.
  private static func step(_ text: String) -> String {
    guard text.hasPrefix("- ") else { return text }
    let lines = String(text.dropFirst(2)).split(
      separator: "\n", omittingEmptySubsequences: false)
    let isIndented = lines.dropFirst().allSatisfy { $0.hasPrefix("  ") || $0.isEmpty }
    guard isIndented, let first = lines.first else { return String(text.dropFirst(2)) }
    return ([first] + lines.dropFirst().map { $0.dropFirst(2) }).joined(separator: "\n")
  }

  /// The names under the keys of the app: tabs, keys, lists, activities and so on.
  var declaredNames: [String] {
    // Only names to complete: what cannot be read is told when the next step is played.
    let root = try? ScenarioReader.read(SourceFile(path: SourceFile.typed, bytes: Array(text.utf8)))
    let sections = ["tabs", "storage", "nested", "activities", "lists", "data", "scenes"]
    return sections.flatMap { root?["app"]?[$0]?.map?.map(\.key.name) ?? [] }
  }

  /// What is wrong with the app itself.
  func mistakes() -> ([Diagnostic], SourceFile) {
    let source = SourceFile(path: SourceFile.typed, bytes: Array(text.utf8))
    do throws(MistakesFound) {
      _ = try LoadedScenario(source, apps: apps)
      return ([], source)
    } catch {
      return (error.diagnostics.filter { $0.severity == .error }, source)
    }
  }

  /// Tries one more step, written as in a list: `set: {draft: x}`.
  func adding(_ line: String) -> Answer {
    var next = self
    next.steps.append(Self.step(line))
    let source = SourceFile(path: SourceFile.typed, bytes: Array(next.text.utf8))
    let scenario: LoadedScenario
    do throws(MistakesFound) {
      scenario = try LoadedScenario(source, apps: apps)
    } catch {
      return .refused(error.diagnostics, source)
    }
    guard let only = scenario.cases.first else { return .refused([], source) }
    // Everything is played anew, from an empty store: the same steps show the same windows.
    var options = ScenarioRun.Options()
    options.keepsMoments = true
    options.expectsMore = true
    let run = ScenarioRun.run(scenario, case: only, options: options, apps: apps)
    guard run.outcome == .passed else { return .refused(run.diagnostics, source) }
    next.run = run
    return .accepted(next, isLook: scenario.endsWithLook)
  }
}
