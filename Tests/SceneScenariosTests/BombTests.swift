import Foundation
import SceneScenarios
import Synchronization
import Testing

/// Small files that ask for far too much: what is made of them is bounded, and they say where.
struct BombTests {
  // MARK: Checking

  private func found(_ text: String) -> [String] {
    ScenarioCheck.diagnostics(of: SourceFile(path: "bomb.scene.yaml", text: text)).map(
      RunHelper.line)
  }

  private let head =
    "scenesim: 1\nscenario: x\napp: { tabs: { hawk: Hawk }, storage: { k: string } }\n"

  /// Texts, each of which puts the one before it in ten times.
  private let growing = (1...11).map { number in
    "  a\(number): \"\(String(repeating: "${a\(number - 1)}", count: 10))\"\n"
  }.joined()

  @Test func `columns that put in each other are stopped where they grow too big`() {
    let cases = "cases:\n- case: one\n  a0: xxxxxxxxxx\n" + growing
    #expect(
      found(head + cases + "steps: [launch, set: { k: '${a11}' }]\n") == [
        "13:7: variables make more than 16 MiB of this [too-big]"
      ])
  }

  @Test func `variables of a scenario are put in as they stand`() {
    let vars = "vars:\n  a0: xxxxxxxxxx\n" + growing
    #expect(found(head + vars + "steps: [launch, set: { k: '${a11}' }]\n") == [])
  }

  @Test func `an app that grows with its variables is too big`() {
    let tabs = (0..<40).map { "t\($0): '${a}${a}'" }.joined(separator: ", ")
    let text = """
      scenesim: 1
      scenario: x
      app: { tabs: { \(tabs) } }
      vars: { a: \(String(repeating: "x", count: 500_000)) }
      steps: [launch]
      """
    let found = found(text)
    #expect(
      found.count == 1 && found[0].hasSuffix("variables make more than 16 MiB of this [too-big]"))
  }

  @Test func `an app of its own in every one of very many cases is too much`() {
    let app = "app: { name: '${x}' }\n"
    func cases(_ count: Int) -> String {
      let cases = (0..<count).map { "- { case: c\($0), x: n\($0) }\n" }.joined()
      return "scenesim: 1\nscenario: x\n\(app)cases:\n\(cases)steps: [launch]\n"
    }
    #expect(found(cases(1000)) == [])
    let found = found(cases(1001))
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("3:6: the app is another one in more than 1000 cases"))
    #expect(found[0].hasSuffix("[too-big]"))
  }

  @Test func `an update that is another one in every case counts, too`() {
    let cases = (0..<1001).map { "- { case: c\($0), x: n\($0) }\n" }.joined()
    let found = found(head + "cases:\n\(cases)steps:\n- update: { name: '${x}' }\n")
    #expect(found.count == 1 && found[0].hasSuffix("[too-big]"))
    #expect(found[0].hasPrefix("1007:3: "))
  }

  @Test(arguments: [(20, 2), (6, 6), (3000, 1)])
  func `actions that do more and more actions are stopped`(count: Int, times: Int) {
    let actions = (0..<count).map { number in
      let acts = Array(repeating: "{ act: a\(number + 1) }", count: times).joined(separator: ", ")
      return "    a\(number): [\(acts)]\n"
    }
    let found = found(
      """
      scenesim: 1
      scenario: Actions
      app:
        storage: { x: int }
        actions:
      \(actions.joined())    a\(count): [{ set: { x: 1 } }]
      steps:
        - launch: A
        - act: a0
        - expect: { A: { values: { x: 1 } } }
      """)
    #expect(found.filter { $0.contains("too-big") }.count == 1)
  }

  @Test func `a file of nothing but mistakes tells the first thousand`() {
    let steps = String(repeating: "- xyzzy: A\n", count: 5000)
    let found = found(head + "steps:\n" + steps)
    #expect(found.count == 1001)
    #expect(found.first == "5:3: there is no step `xyzzy` [no-such-step]")
    #expect(
      found.last
        == "1004:3: there are more than 1000 mistakes: the others are not told [too-big]")
  }

  @Test func `fewer mistakes are all told`() {
    let steps = String(repeating: "- xyzzy: A\n", count: 999)
    #expect(found(head + "steps:\n" + steps).count == 999)
  }

  @Test func `times that no calendar has are no times`() {
    let steps = "steps:\n- wait: \(String(repeating: "1000000d", count: 120_000))\n"
    let found = found(head + steps)
    #expect(found.count == 1 && found[0].hasSuffix("is no time to wait [wrong-value]"))
    #expect(self.found(head + "steps: [wait: 1000000d]\n") == [])
  }

  @Test func `a scenario has at most a hundred devices`() {
    func devices(_ count: Int) -> String {
      head
        + "devices: [\((0..<count).map { "d\($0)" }.joined(separator: ", "))]\nsteps: [wait: 1s]\n"
    }
    #expect(found(devices(100)) == [])
    let found = found(devices(101))
    #expect(found.count == 1 && found[0].hasSuffix("a scenario has at most 100 devices [too-big]"))
  }

  // MARK: Files

  /// Loads `a.scene.yaml`, beside which lies a file of many bytes that takes no room.
  private func mistakes(_ text: String, beside name: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bombs-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let sparse = folder.appending(path: name)
    try Data("scenesim: 1\nsteps: []\n".utf8).write(to: sparse)
    let handle = try FileHandle(forWritingTo: sparse)
    try handle.truncate(atOffset: 8 << 30)
    try handle.close()
    let file = folder.appending(path: "a.scene.yaml")
    if name != "a.scene.yaml" { try Data(text.utf8).write(to: file) }
    do throws(MistakesFound) {
      _ = try ScenarioRun.load(path: file.path)
      return []
    } catch {
      return error.diagnostics.map(RunHelper.line)
    }
  }

  @Test(arguments: [
    ("", "a.scene.yaml"), ("scenesim: 1\nscenario: x\nsteps: [include: b.yaml]\n", "b.yaml"),
    ("scenesim: 1\nscenario: x\napp: b.yaml\nsteps: [launch]\n", "b.yaml"),
  ])
  func `a file that is too long is not read`(text: String, sparse: String) throws {
    #expect(
      try mistakes(text, beside: sparse) == [
        "1:1: the file has 8589934592 bytes, a scenario may have 1048576 (1 MiB) [too-big]"
      ])
  }

  @Test func `included files have 4 MiB in all, each as often as it is included`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bombs-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let long = "scenesim: 1\nsteps: []\n#" + String(repeating: "x", count: 1 << 19)
    try Data(long.utf8).write(to: folder.appending(path: "b.yaml"))
    let file = folder.appending(path: "a.scene.yaml")
    let text =
      "scenesim: 1\nscenario: x\nsteps:\n" + String(repeating: "- include: b.yaml\n", count: 8)
    try Data(text.utf8).write(to: file)
    let found = ScenarioCheck.diagnostics(of: SourceFile(path: file.path, text: text))
    #expect(found.map(RunHelper.line) == ["11:12: more than 4 MiB are included [too-big]"])
  }

  @Test func `a log of lines that are no events is not told line by line`() {
    func diagnostics(_ text: String) -> [Diagnostic] {
      do throws(MistakesFound) {
        _ = try ScenarioRecording(SourceFile(path: "log", text: text))
      } catch { return error.diagnostics }
      return []
    }
    let header = #"{"schema":"scenesim.events/1"}"# + "\n"
    let found = diagnostics(header + String(repeating: "x\n", count: 5000))
    #expect(found.count == 1001)
    #expect(found.last?.code == .tooBig)
    // What does not begin as a log is none.
    #expect(diagnostics(String(repeating: "{}\n", count: 5000)).count == 1)
  }

  // MARK: Running

  private func run(
    _ steps: String, _ change: (inout ScenarioRun.Options) -> Void = { _ in }
  ) throws -> (outcome: CaseRun, lines: [String]) {
    let scenario = try RunHelper.scenario(steps)
    var options = ScenarioRun.Options()
    change(&options)
    let outcome = ScenarioRun.run(scenario, case: scenario.cases[0], options: options)
    return (outcome, outcome.diagnostics.map(RunHelper.line))
  }

  private static let emptyRounds = "  - repeat: 100000\n    do: [{ repeat: 100000, do: [] }]\n"

  @Test func `rounds without a step stop when nobody wants them`() throws {
    let looks = Mutex(0)
    let (outcome, lines) = try run(Self.emptyRounds) {
      $0.isStopped = {
        looks.withLock {
          $0 += 1; return $0 > 50
        }
      }
    }
    #expect(outcome.steps == 0 && lines == [])
    #expect(looks.withLock { $0 } == 51)
  }

  @Test func `rounds without a step end with the time`() throws {
    let time = Mutex(Duration.zero)
    let lines = try run(Self.emptyRounds) {
      $0.clock = {
        time.withLock {
          $0 += .seconds(1); return $0
        }
      }
    }.lines
    #expect(lines == ["10:12: the case has run for more than 60s before step 1 [time-limit]"])
  }

  @Test func `a case may run for a minute if nobody says how long`() throws {
    let time = Mutex(Duration.zero)
    let ticking: (inout ScenarioRun.Options) -> Void = {
      $0.clock = {
        time.withLock {
          $0 += .seconds(7); return $0
        }
      }
    }
    let steps = "  - repeat: 100\n    do: [{ note: x }]\n"
    #expect(
      try run(steps, ticking).lines
        == ["9:5: the case has run for more than 60s before step 5 [time-limit]"])
    #expect(
      try run(steps) {
        ticking(&$0)
        $0.timeLimit = TimeLimit("90s")
      }.lines == ["9:5: the case has run for more than 90s before step 7 [time-limit]"])
    #expect(
      try run(steps) {
        ticking(&$0)
        $0.usualTimeLimit = nil
      }.lines == [])
  }

  @Test func `what is said with the command counts more than the file`() throws {
    let text = "scenesim: 1\nscenario: x\ntime-limit: 1h\nsteps: [launch, wait: 9h]\n"
    let scenario = try LoadedScenario(SourceFile(path: "a.scene.yaml", text: text))
    let time = Mutex(Duration.zero)
    var options = ScenarioRun.Options()
    options.timeLimit = TimeLimit("2s")
    options.clock = {
      time.withLock {
        $0 += .seconds(2); return $0
      }
    }
    let outcome = ScenarioRun.run(scenario, case: scenario.cases[0], options: options)
    #expect(
      outcome.diagnostics.map(RunHelper.line)
        == ["4:17: the case has run for more than 2s before step 2 [time-limit]"])
  }

  @Test(arguments: [
    "save-point: \"p${i}\"", "set: { draft: \"${i}${i}${i}${i}${i}${i}${i}${i}${i}${i}${i}${i}\" }",
    "{ expect: { A: { tab: raven } }, soft: true }", "get: { draft: \"v${i}\" }",
  ])
  func `a case keeps so much and no more`(step: String) throws {
    let (outcome, lines) = try run("  - launch: A\n  - repeat: 100000\n    do: [\(step)]\n") {
      $0.limits.keptBytes = 1 << 20
    }
    #expect(
      lines.last?.hasSuffix("a case keeps at most 1 MiB of what happened in it [too-big]") == true)
    #expect(lines.last?.hasPrefix("11:") == true)
    #expect(outcome.steps > 3 && outcome.steps < 10_000)
  }

  @Test func `a save point and a variable that are made anew are kept once`() throws {
    let steps = """
        - launch: A
        - repeat: 40
          do: [{ save-point: p }, { get: { draft: v } }]
      """
    #expect(try run(steps) { $0.limits.keptBytes = 4 << 20 }.lines == [])
  }

  @Test func `lanes with more steps than anybody plays are refused`() throws {
    let lane = Array(repeating: "{ wait: 1ms }", count: 5001).joined(separator: ", ")
    let lines = try run("  - parallel: { lanes: { one: [\(lane)], two: [\(lane)] } }\n").lines
    #expect(
      lines == [
        "9:5: the lanes have 10002 steps and 100 orders, together at most 10000 and 4000000 [too-big]"
      ])
  }

  @Test func `the number of steps is told of rounds in rounds, and left out of too many`() throws {
    func total(_ steps: String) throws -> Int? {
      try run("  - launch: A\n\(steps)  - expect: { A: { tab: raven } }\n").outcome.total
    }
    #expect(
      try total("  - repeat: 30\n    do: [{ repeat: 20, do: [{ note: x }, { note: y }] }]\n")
        == 1202)
    #expect(
      try total("  - repeat: 3\n    do: [{ note: x, if: { i: 1 } }, { note: y }]\n") == 6)
  }
}
