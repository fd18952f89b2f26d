import Foundation
import SceneCommands
import SceneScenarios
import SceneSimulator
import Testing

/// Reports in a folder, with what other parts of the tool say about the same runs.
struct BrowserStage {
  let folder: TemporaryFolder
  private let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
  private var truth: [String: [Case]] = [:]

  struct Window: Codable {
    let name: String
    let tab: String?
    let front: Bool
  }

  struct Step: Codable {
    let n: Int
    let windows: [Window]
    let shelf: [String]
    /// The lines of `store ls`.
    let store: [String]
  }

  struct Case: Codable {
    let steps: [Step]
    let groups: [String]
    var failed: Int?
    var message: String?
    var long: String?
    var texts: [String] = []
  }

  init() throws {
    folder = try TemporaryFolder()
    let long = String(repeating: "0123456789", count: 10_000)
    let hostile = try text("Browser/hostile").replacing("${long}", with: long)
    try write(hostile, "hostile")
    for name in ["windows", "devices", "large"] { try write(text("Browser/\(name)"), name) }
    let sample = try text("../SceneScenariosTests/Samples/02-drag-new-window")
    try write(sample, "samples")
    try write(sample.replacing("lands-on: raven", with: "lands-on: swift"), "two")
    let wrong = try text("../SceneScenariosTests/Samples/01-shared-key")
      .replacing("draft-elsewhere: \"\"", with: "draft-elsewhere: Tala")
    try write(wrong, "failing")
    try makeReports()
    for name in ["samples", "failing", "hostile", "windows", "devices"] {
      // A page has what failed first.
      let cases = try cases(name)
      truth["\(name).html"] =
        cases.filter { $0.failed != nil } + cases.filter { $0.failed == nil }
    }
    truth["hostile.html"]?[0].long = long
    truth["hostile.html"]?[0].texts = [
      "</title></script><b>x & ", "</script><script>alert('group')</script>",
      "<svg onload=alert(3)>", "\"</script><script>alert(1)</script>\"",
      "'\\\"><img src=x onerror=alert(1)> `x` $", "\\u202eright to left\\u202c and שלום עולם 🦅",
      "one\\ntwo\\r\\nthree\\tfour\\u0000five", "A/__proto__", "A/constructor", "<i>tab",
    ]
    try JSONEncoder().encode(truth).write(to: URL(filePath: folder.file("truth.json")))
  }

  private func text(_ name: String) throws -> String {
    let file = tests.appending(path: "scenesimTests/\(name).scene.yaml").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
  }

  private func path(_ name: String) -> String { folder.file("\(name).scene.yaml") }

  private func makeReports() throws {
    let harness = Harness()
    let again = folder.file("again")
    try FileManager.default.createDirectory(atPath: again, withIntermediateDirectories: true)
    for name in ["samples", "failing", "hostile", "windows", "devices", "large"] {
      let code = harness.run(["run", path(name), "--report", folder.file("\(name).html")]).code
      #expect(code == (name == "failing" ? .no : .success), "\(name)")
    }
    let runs = [
      ["run", path("samples"), "--report", "\(again)/samples.html"],
      ["run", path("samples"), "--trace", folder.file("run.jsonl")],
      ["report", folder.file("run.jsonl"), "-o", folder.file("from-trace.html")],
      ["report", folder.file("run.jsonl"), "--report", "svg=\(folder.file("svg"))"],
      ["run", path("windows"), path("devices"), "--report", "svg=\(folder.file("svg"))"],
    ]
    for run in runs { #expect(harness.run(run).code == .success, "\(run)") }
    let folderRun = harness.run(
      ["run", path("samples"), path("two"), path("windows"), "--report"]
        + ["html=\(folder.file("folder"))/"])
    #expect(folderRun.code == .no)
  }

  // MARK: What is known

  private func cases(_ name: String) throws -> [Case] {
    let source = SourceFile(
      path: path(name), text: try String(contentsOfFile: path(name), encoding: .utf8))
    let scenario = try LoadedScenario(source)
    return try scenario.cases.map { selected in
      var options = ScenarioRun.Options()
      options.keepsMoments = true
      let outcome = ScenarioRun.run(scenario, case: selected, options: options)
      var last: [ScreenState] = []
      let steps = try (1...outcome.steps).map { number in
        last = outcome.played.last { $0.number <= number }?.screens ?? last
        return Step(
          n: number, windows: windows(last), shelf: shelf(last),
          store: try store(name, case: selected.number, until: number))
      }
      var known = Case(steps: steps, groups: groups(outcome))
      known.failed = outcome.diagnostics.first?.step
      known.message = outcome.texts().joined()
      return known
    }
  }

  private func windows(_ screens: [ScreenState]) -> [Window] {
    screens.flatMap(\.windows).map { Window(name: $0.name, tab: $0.selectedTab, front: $0.isFront) }
  }

  private func shelf(_ screens: [ScreenState]) -> [String] {
    screens.flatMap { screen in
      screen.disconnected.map { "\($0) disconnected" } + screen.closed.map { "\($0) closed" }
    }
  }

  /// The titles in the order of the trace.
  private func groups(_ outcome: CaseRun) -> [String] {
    outcome.trace.description.split(separator: "\n").filter { $0.hasPrefix("--- ") }
      .map { String($0.dropFirst(4)) }
  }

  private func store(_ name: String, case number: Int, until step: Int) throws -> [String] {
    let store = folder.file("store-\(UUID().uuidString)")
    let harness = Harness()
    _ = harness.run([
      "run", path(name), "--case", "\(number)", "--until", "\(step)", "--store", store,
    ])
    let devices = name == "devices" ? ["\(store)/Phone", "\(store)/Tablet"] : [store]
    defer { try? FileManager.default.removeItem(atPath: store) }  // Only the test made it.
    return devices.flatMap { device in
      harness.run(["store", "ls", device, "--format", "jsonl"]).output
        .split(separator: "\n").map(String.init)
    }
  }
}
