import Foundation
import SceneScenarios
import Testing

/// What a scenario of somebody else cannot do: run for ever, or read other folders.
struct LimitTests {
  private func run(
    _ steps: String, _ limits: RunLimits = RunLimits()
  ) throws -> (outcome: CaseRun, lines: [String]) {
    let scenario = try RunHelper.scenario(steps)
    var options = ScenarioRun.Options()
    options.limits = limits
    let outcome = ScenarioRun.run(scenario, case: scenario.cases[0], options: options)
    return (outcome, outcome.diagnostics.map(RunHelper.line))
  }

  @Test func `the limits are those of the documentation`() {
    #expect(RunLimits().steps == 1_000_000)
    #expect(RunLimits().windows == 10_000)
    #expect(RunLimits().laneSteps == 10_000)
    #expect(RunLimits().keptBytes == 128 << 20)
  }

  @Test func `a case ends with the step that is one too many`() throws {
    let steps = "  - repeat: 3\n    do: [{ note: a }, { note: b }]\n"
    var limits = RunLimits()
    limits.steps = 6
    let enough = try run(steps, limits)
    #expect(enough.outcome.outcome == .passed && enough.outcome.steps == 6)
    limits.steps = 5
    let few = try run(steps, limits)
    #expect(few.outcome.steps == 5)
    #expect(few.lines == ["10:25: a case runs at most 5 steps [too-big]"])
  }

  @Test func `rounds without a step end, too`() throws {
    var limits = RunLimits()
    limits.steps = 1000
    for steps in [
      "  - repeat: 100000\n    do: [{ repeat: 100000, do: [] }]\n",
      "  - repeat: 100000\n    do: [{ repeat: 100000, do: [{ note: x, if: false }] }]\n",
      """
        - parallel:
            lanes: { one: [{ repeat: 100000, do: [{ repeat: 100000, do: [{ note: x }] }] }] }

      """,
    ] {
      let (outcome, lines) = try run(steps, limits)
      #expect(outcome.steps == 0)
      #expect(lines.count == 1 && lines[0].hasSuffix("at most 1000 rounds [too-big]"), "\(lines)")
    }
  }

  @Test func `there can be so many windows and no more, wherever they come from`() throws {
    var limits = RunLimits()
    limits.windows = 3
    let steps = "  - launch: A\n  - open: B\n  - open: C\n"
    #expect(try run(steps, limits).lines == [])
    #expect(
      try run(steps + "  - close: A\n  - open: D\n  - background: B\n  - open: E\n", limits).lines
        == ["15:5: there are more than 3 windows [too-big]"])
  }

  // MARK: Files

  private let main = "scenesim: 1\nscenario: x\nsteps:\n"
  private let steps = "scenesim: 1\nsteps: [launch]\n"

  /// Mistakes of a scenario in `inner`, beside which there is a folder `outer` with `steps.yaml`.
  private func mistakes(including path: String, linked: [(String, to: String)] = []) throws
    -> [String]
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "limits-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["inner/below", "outer"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    for name in ["inner/below/steps.yaml", "outer/steps.yaml"] {
      try Data(steps.utf8).write(to: folder.appending(path: name))
    }
    for (name, target) in linked {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: name).path, withDestinationPath: target)
    }
    let file = folder.appending(path: "inner/a.scene.yaml")
    let include = path.replacingOccurrences(of: "FOLDER", with: folder.path)
    try Data((main + "  - include: \(include)\n").utf8).write(to: file)
    do throws(MistakesFound) {
      _ = try ScenarioRun.load(path: file.path)
      return []
    } catch {
      return error.diagnostics.map { "\($0.range.start) \($0.code) \($0.hint ?? "")" }
    }
  }

  @Test func `files beside the scenario and below are included`() throws {
    #expect(try mistakes(including: "below/steps.yaml") == [])
    #expect(try mistakes(including: "below/../below/steps.yaml") == [])
    #expect(try mistakes(including: "FOLDER/inner/below/steps.yaml") == [])
    #expect(
      try mistakes(
        including: "linked/steps.yaml", linked: [("inner/linked", to: "below")]) == [])
  }

  @Test(arguments: [
    "../outer/steps.yaml", "below/../../outer/steps.yaml", "FOLDER/outer/steps.yaml",
    "linked/steps.yaml", "file.yaml",
  ])
  func `files elsewhere are not, also through links`(path: String) throws {
    let found = try mistakes(
      including: path,
      linked: [("inner/linked", to: "../outer"), ("inner/file.yaml", to: "../outer/steps.yaml")])
    #expect(
      found == ["4:14 not-readable other files of a scenario lie beside it or below"])
  }

  @Test func `a mistake of an update is shown in the file of the update`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "limits-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let app = """
      tabs: { hawk: Hawk }
      storage:
        count: int
        where: { type: string, scope: tab(hawk) }
      """
    try Data(app.utf8).write(to: folder.appending(path: "app.yaml"))
    func run(_ update: String) throws -> [String] {
      let text = "scenesim: 1\nscenario: x\napp: app.yaml\nsteps:\n  - update: \(update)\n"
      let source = SourceFile(path: folder.appending(path: "a.scene.yaml").path, text: text)
      let scenario = try LoadedScenario(source)
      return ScenarioRun.run(scenario, case: scenario.cases[0]).diagnostics.map {
        let place = "line 4 of `\(folder.path)/app.yaml`: "
        let named = $0.message.contains(place) ? " app.yaml:4" : ""
        let file = URL(filePath: $0.file ?? "").lastPathComponent
        let shown = ($0.frame?.source ?? source).text(in: $0.frame?.range ?? $0.range)
        return "\(file):\($0.range.start) \($0.code) \(shown)\(named)"
      }
    }
    #expect(
      try run("{ storage: { draft: strng } }") == ["a.scene.yaml:5:33 wrong-value strng"])
    // What does not fit any more stands in the file of the app, which the message names.
    #expect(
      try run("{ tabs: { hawk: $remove, raven: Raven } }") == [
        "a.scene.yaml:5:5 wrong-value update app.yaml:4"
      ])
    #expect(try run("{ storage: { draft: string } }") == [])
  }
}
