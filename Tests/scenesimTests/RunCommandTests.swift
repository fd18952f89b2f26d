import Foundation
import SceneReports
import SceneScenarios
import SceneSimulator
import Testing
import SceneCommands

/// A loader for files whose lines are cases: `pass TITLE`, `fail TITLE`, or `bad`.
private func lines(
  _ source: SourceFile, _ apps: KnownApps
) -> Result<[PlayableCase], MistakesFound> {
  var cases: [PlayableCase] = []
  for (index, line) in source.lines.enumerated() where !line.isEmpty {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let place = SourcePosition(line: index + 1, column: 1)
    let range = SourceRange(start: place, end: SourcePosition(line: index + 1, column: 5))
    if words[0] == "bad" {
      do throws(MistakesFound) {
        _ = try LoadedScenario(SourceFile(path: source.path, text: "\tlaunch"))
      } catch {
        return .failure(error)
      }
    }
    let player = PlayableCase.Player.here { options in
      if words[0] == "crash" { throw CocoaError(.featureUnsupported) }
      var failure = Diagnostic(
        .notAsExpected, file: source.path, range: range, "B.tab: expected \"raven\"")
      failure.comparison = Comparison(
        lookedAt: "B.tab",
        expected: Comparison.Value(text: "\"raven\"", kind: "string", json: "\"raven\""),
        actual: Comparison.Value(text: "\"hawk\"", kind: "string, 4 bytes", json: "\"hawk\""))
      let isGood = words[0] == "pass"
      var run = CaseRun(
        file: source.path, number: index + 1, title: words[1], outcome: isGood ? .passed : .failed,
        steps: min(isGood ? 26 : 5, options.until ?? 99), total: isGood ? 26 : 17)
      (run.sources, run.diagnostics) = ([source], isGood ? [] : [failure])
      (run.trace, run.played) = (trace(of: words[1]), [played(isGood, in: source)])
      return run
    }
    cases.append(PlayableCase(number: cases.count + 1, title: words[1], player: player))
  }
  return .success(cases)
}

private func trace(of title: String) -> Trace {
  var trace = Trace()
  let place = StoredPlace(session: 1, window: "A", path: [], key: "draft")
  trace.events = [
    TraceEvent(step: 0, kind: .scenarioCase(title)),
    TraceEvent(step: 1, kind: .step("launch A")),
    TraceEvent(step: 1, kind: .window("A", .willConnect(session: 1, isNew: true))),
    TraceEvent(step: 1, kind: .storePut(place, json: "\"x\"")),
  ]
  return trace
}

private func played(_ isGood: Bool, in source: SourceFile) -> PlayedStep {
  PlayedStep(
    number: 1, verb: "launch", text: "launch", file: source.path, line: 3,
    outcome: isGood ? .passed : .failed)
}

struct RunCommandTests {
  private let folder: TemporaryFolder
  private let harness = Harness(loader: lines)

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("b/deep"), withIntermediateDirectories: true)
    try write("pass first\nfail second\n", "b/02-two.scene.yaml")
    try write("pass only\n", "a.scene.yaml")
    try write("pass deep\n", "b/deep/x.scene.yaml")
    try write("pass never\n", "notes.yaml")
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
  }

  @Test func `a folder's scenarios run in order, with a line each and a footer`() {
    let result = harness.run("run", folder.path)
    #expect(result.code == .no)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.filter { $0.hasPrefix(" ✓") || $0.hasPrefix(" ✗") } == [
        " ✓ a · only                                             26 steps",
        " ✓ 02-two · first                                       26 steps",
        " ✗ 02-two · second                                       5 of 17",
        " ✓ x · deep                                             26 steps",
      ])
    #expect(lines.dropLast().last == "4 runs · 3 passed · 1 failed · 83 steps")
    #expect(
      lines.last
        == "next  scenesim run \(folder.path)/b/02-two.scene.yaml --case 2 --report out.html")
    #expect(
      result.output.contains(
        "   \(folder.path)/b/02-two.scene.yaml:2:1: error: B.tab: expected \"raven\""
          + " [not-as-expected]\n"))
  }

  @Test func `plain output has words for marks, tabs between columns, and ASCII alone`() {
    let output = harness.run("run", folder.path, "--plain").output
    #expect(output.contains("ok\ta\tonly\t26 steps\n"))
    #expect(output.contains("FAIL\t02-two\tsecond\t5 of 17\n"))
    #expect(
      output.hasSuffix("4 runs\t3 passed\t1 failed\t83 steps\n")
        || output.contains("4 runs\t3 passed\t1 failed\t83 steps\nnext"))
    #expect(output.utf8.allSatisfy { $0 < 0x80 })
    #expect(!output.contains("✓"))
  }

  @Test func `the object for programs has the promised members`() throws {
    let output = harness.run("run", folder.file("b"), "--json").output
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "scenesim.run/1")
    #expect(object["passed"] as? Int == 2)
    #expect(object["failed"] as? Int == 1)
    let runs = try #require(object["runs"] as? [[String: Any]])
    let failed = try #require(runs.first { $0["outcome"] as? String == "failed" })
    #expect(failed["case"] as? String == "second")
    #expect(failed["steps"] as? Int == 5)
    #expect(failed["of"] as? Int == 17)
    let failure = try #require(failed["failure"] as? [String: Any])
    #expect(failure["code"] as? String == "not-as-expected")
    #expect(failure["line"] as? Int == 2)
    #expect(failure["column"] as? Int == 1)
    #expect(failure["endColumn"] as? Int == 5)
    #expect(failure["actual"] as? String == "hawk")
  }

  @Test func `events for programs are one object per line`() throws {
    let result = harness.run("run", folder.file("a.scene.yaml"), "--format", "jsonl")
    let events = try result.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(events.map { $0["event"] as? String } == ["run", "step", "event", "store", "end"])
    #expect(events.dropFirst().dropLast().allSatisfy { $0["step"] as? Int == 1 })
    #expect(events[3]["address"] as? String == "A/draft")
    #expect(events[3]["value"] as? String == "x")
  }

  @Test(arguments: [("2", 1), ("second", 1), ("f", 1), ("1", 3)])
  func `cases are chosen by number or title`(wanted: String, count: Int) {
    let output = harness.run("run", folder.path, "--case", wanted).output
    #expect(output.contains(count == 1 ? "1 run " : "\(count) runs "))
  }

  @Test func `nothing to do has a code of its own`() throws {
    let none = harness.run("run", folder.path, "--case", "nobody")
    #expect(none.code == .nothingToDo)
    #expect(none.errors.contains("no case matches 'nobody' [nothing-to-do]"))
    let empty = try TemporaryFolder()
    #expect(harness.run("run", empty.path).code == .nothingToDo)
  }

  @Test func `a missing file ends before anything runs`() {
    let result = harness.run("run", folder.file("a.scene.yaml"), folder.file("nope.scene.yaml"))
    #expect(result.code == .unusable)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("nope.scene.yaml' [no-such-file]"))
  }

  @Test func `a file that is no scenario does not keep the others from running`() throws {
    try write("pass one\nbad\n", "0.scene.yaml")
    let result = harness.run("run", folder.path)
    #expect(result.code == .invalidInput)
    #expect(result.output.contains("0.scene.yaml:1:1: error: "))
    #expect(result.output.contains("5 runs · 3 passed · 1 failed · 1 not valid · 83 steps"))
  }

  @Test func `the first failure can end the run`() {
    let output = harness.run("run", folder.path, "--fail-fast").output
    #expect(output.contains("3 runs · 2 passed · 1 failed"))
    #expect(!output.contains("x · deep"))
  }

  @Test func `quiet output has only what failed`() {
    let output = harness.run("run", folder.path, "-q").output
    #expect(output.hasPrefix(" ✗ 02-two · second"))
    #expect(!output.contains("runs"))
    #expect(harness.run("run", folder.file("a.scene.yaml"), "-q").output.isEmpty)
  }

  @Test func `the trace of all cases is one file with one header`() throws {
    let path = folder.file("out.trace")
    #expect(harness.run("run", folder.file("b"), "--trace", path).code == .no)
    let trace = try String(contentsOfFile: path, encoding: .utf8)
    #expect(trace.hasPrefix("# scenesim trace 1\n# case first\n001 launch A\n"))
    #expect(trace.components(separatedBy: "# scenesim trace").count == 2)
    #expect(trace.contains("# case second\n"))
  }

  @Test func `standard input is a scenario too`() {
    var harness = harness
    harness.input = "fail from a pipe\n"
    let result = harness.run("run", "-")
    #expect(result.code == .no)
    #expect(result.output.contains("-:1:1: error:"))
  }

  @Test func `a store is for one case and never overwritten`() throws {
    let several = harness.run("run", folder.path, "--store", folder.file("s"))
    #expect(several.code == .usage)
    #expect(several.errors.contains("--store is for one case, and 4 would be played"))
    let store = try SampleStore.demo()
    let taken = harness.run("run", folder.file("a.scene.yaml"), "--store", store.path)
    #expect(taken.code == .unusable)
    #expect(taken.errors.contains("[store-exists]"))
  }

  @Test func `an unforeseen error while playing is our bug`() throws {
    try write("crash it\n", "c.scene.yaml")
    #expect(harness.run("run", folder.file("c.scene.yaml")).code == .bug)
  }

  @Test func `an end beyond the last step is told`() throws {
    #expect(harness.run("run", folder.path, "--until", "3").errors.contains("note:") == false)
    let beyond = harness.run("run", folder.file("a.scene.yaml"), "--until", "99")
    #expect(beyond.errors.contains("--until 99 leaves nothing out: the longest case has 26 steps"))
  }

  @Test(arguments: [["--until", "0"], ["--until", "x"]])
  func `numbers are checked`(flags: [String]) {
    let result = harness.run(["run", folder.path] + flags)
    #expect(result.code == .usage)
    #expect(result.errors.contains("needs a whole number from"))
  }
}
