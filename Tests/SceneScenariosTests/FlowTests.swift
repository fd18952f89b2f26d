import Foundation
import SceneScenarios
import SceneSimulator
import SceneState
import Synchronization
import Testing

/// Includes, orders of lanes, and how long a case may run.
struct FlowTests {
  // MARK: Included files

  /// Writes files into a folder of their own and loads the first one.
  private func loading<Result>(
    _ files: [(name: String, text: String)], _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "flow-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try body(folder.appending(path: files[0].name).path)
  }

  private func mistakes(_ files: [(name: String, text: String)]) throws -> [String] {
    try loading(files) { path in
      do throws(MistakesFound) {
        _ = try ScenarioRun.load(path: path)
        return []
      } catch {
        return error.diagnostics.map {
          "\(URL(filePath: $0.file ?? "").lastPathComponent):\($0.range.start) \($0.code)"
        }
      }
    }
  }

  private let main = "scenesim: 1\nscenario: x\nsteps:\n"

  @Test func `what is wrong in an included file is found before anything runs`() throws {
    #expect(
      try mistakes([
        ("a.scene.yaml", main + "  - include: b.yaml\n  - lanch\n"),
        ("b.yaml", "scenesim: 1\nsteps:\n  - launch: a\n  - kill: 3\n"),
      ]) == [
        "a.scene.yaml:5:5 no-such-step", "b.yaml:3:13 wrong-value", "b.yaml:4:11 wrong-kind",
      ])
    #expect(
      try mistakes([
        ("a.scene.yaml", main + "  - include: b.yaml\n"),
        ("b.yaml", "scenesim: 1\nscenario: y\nsteps: []\n"),
      ]) == ["b.yaml:2:1 unknown-key"])
    #expect(
      try mistakes([("a.scene.yaml", main + "  - include: b.yaml\n  - include: \"${x}\"\n")])
        == ["a.scene.yaml:4:14 not-readable"])
    #expect(
      try mistakes([("a.scene.yaml", main + "  - { launch, with: { x: 1 } }\n")])
        == ["a.scene.yaml:4:15 contradiction"])
  }

  @Test func `files that include each other are refused`() throws {
    #expect(
      try mistakes([
        ("a.scene.yaml", main + "  - include: b/b.yaml\n"),
        ("b/b.yaml", "scenesim: 1\nsteps:\n  - include: ../b/b.yaml\n"),
      ]) == ["b.yaml:3:14 contradiction"])
    var chain = [("a.scene.yaml", main + "  - include: 1.yaml\n")]
    for number in 1...17 {
      chain.append(
        ("\(number).yaml", "scenesim: 1\nsteps:\n  - include: \(number + 1).yaml\n"))
    }
    #expect(try mistakes(chain) == ["16.yaml:3:14 too-deep"])
  }

  @Test func `a failure in an included file shows that file`() throws {
    try loading([
      ("a.scene.yaml", main + "  - launch: A\n  - { include: b.yaml, with: { p: inactive } }\n"),
      ("b.yaml", "scenesim: 1\nsteps:\n  - expect: { A: { phase: \"${p}\" } }\n"),
    ]) { path in
      let scenario = try ScenarioRun.load(path: path)
      let outcome = ScenarioRun.run(scenario, case: try #require(scenario.cases.first))
      let diagnostic = try #require(outcome.diagnostics.first)
      #expect(diagnostic.file?.hasSuffix("/b.yaml") == true)
      #expect("\(diagnostic.range.start)" == "3:27")
      let text = DiagnosticRenderer.text(diagnostic, source: scenario.source)
      #expect(text.contains("expect: { A: { phase: \"${p}\" } }"))
    }
  }

  // MARK: Traces

  @Test func `a trace holds nothing that a terminal obeys`() throws {
    let steps = #"""
        - launch: A
        - set: { draft: "a\x9B31m\u202Eb\u200B\e]52;c;x\a" }
        - { wait: 1s, label: "x\x9B2J" }
        - group: "g\u2066"
          do: [{ set: { draft: é } }]
      """#
    let outcome = try RunHelper.run(steps)
    #expect(outcome.outcome == .passed)
    let trace = outcome.trace.description
    #expect(trace.unicodeScalars.allSatisfy { SafeText.isHarmless($0) || $0 == "\n" })
    #expect(trace.contains(#"a\u009b31m\u202eb\u200b\u001b]52;c;x\u0007"#) && trace.contains("é"))
  }

  // MARK: Parallel

  private static let lanes = """
      - launch: A
      - parallel:
          orders: 20
          lanes:
            one: [{ set: { count: 1 } }, { set: { draft: x } }]
            two: [{ set: { count: 2 } }]
          always: { store: { A: { count: { $not: 1 } } } }
      - expect: { A: { values: { count: 2 } } }
    """

  @Test func `what must always hold is looked at after every step of every order`() throws {
    let scenario = try RunHelper.scenario(Self.lanes)
    let outcome = ScenarioRun.run(scenario, case: try #require(scenario.cases.first))
    let diagnostic = try #require(outcome.diagnostics.first)
    #expect(diagnostic.context == "step 2 of 5   order: 1/3")
    #expect("\(diagnostic.range.start)" == "15:38")
    #expect(diagnostic.hint == "`order: 1/3` in `parallel` plays only this order")
  }

  @Test func `an order that fails is named, and can be run alone`() throws {
    // In the last order the first lane has the last word.
    let check = "always: { store: { A: { count: { $one-of: [1, 2] } } } }"
    let steps = Self.lanes.replacingOccurrences(
      of: "always: { store: { A: { count: { $not: 1 } } } }", with: check)
    let passed = try RunHelper.scenario(steps)
    #expect(ScenarioRun.run(passed, case: passed.cases[0]).outcome == .passed)

    let strict = steps.replacingOccurrences(
      of: "{ set: { draft: x } }]",
      with:
        "{ expect: { A: { values: { count: 1 } } } }]")
    for (text, order) in [
      (strict, "2/3"),
      (
        strict.replacingOccurrences(
          of: "orders: 20", with: "order: 2"), "2/3"
      ),
    ] {
      let scenario = try RunHelper.scenario(text)
      let outcome = ScenarioRun.run(scenario, case: scenario.cases[0])
      #expect(outcome.diagnostics.first?.context == "step 3 of 5   order: \(order)")
    }
  }

  @Test func `orders that are chosen at random are the same with every version of Swift`() throws {
    let lanes = ["a", "b"].map { name in
      "\(name): [\((1...4).map { "{ wait: 1s, label: \(name)\($0) }" }.joined(separator: ", "))]"
    }
    let steps =
      "  - parallel: { orders: 4, seed: 7, lanes: { \(lanes.joined(separator: ", ")) } }\n"
    let scenario = try RunHelper.scenario(steps)
    let lines = Mutex<[String]>([])
    var options = ScenarioRun.Options()
    options.afterStep = { _, trace, _ in
      let line = trace.description.split(separator: "\n").last?.suffix(2) ?? ""
      lines.withLock { $0.append(String(line)) }
    }
    _ = ScenarioRun.run(scenario, case: scenario.cases[0], options: options)
    let orders = lines.withLock { lines in
      stride(from: 0, to: lines.count, by: 8).map { lines[$0..<($0 + 8)].joined(separator: " ") }
    }
    #expect(
      orders == [
        "a1 a2 a3 a4 b1 b2 b3 b4", "a1 a2 b1 b2 a3 b3 b4 a4", "b1 a1 a2 b2 a3 a4 b3 b4",
        "b1 a1 b2 a2 b3 a3 a4 b4",
      ])
  }

  @Test func `lanes do not go back in time and have no lanes of their own`() {
    let steps = """
        - parallel: { lanes: { one: [{ save-point: x }, { rewind: x }], two: [{ group: g, do: [{ rewind: x }] }] } }
        - parallel: { lanes: {} }
        - parallel: { orders: 0, lanes: { one: [] } }
        - parallel: { lanes: { one: [{ parallel: { lanes: { two: [] } } }] } }
        - parallel: { order: 8/7, lanes: { one: [] } }
      """
    #expect(
      RunHelper.mistakes(steps) == [
        "9:34: `save-point` does not go into a lane of `parallel` [contradiction]",
        "9:53: `rewind` does not go into a lane of `parallel` [contradiction]",
        "9:92: `rewind` does not go into a lane of `parallel` [contradiction]",
        "10:24: a `parallel` without lanes cannot fail [vacuous]",
        "11:25: `0` is no value of `orders` [wrong-value]",
        "12:34: `parallel` does not go into a lane of `parallel` [contradiction]",
        "13:24: `8/7` is no value of `order` [wrong-value]",
      ])
  }

  @Test func `an order that there is not is refused`() throws {
    for (order, message) in [("7/212", "7/212"), ("4", "4"), ("3/2", nil), ("3/3", nil)] {
      let steps = Self.lanes.replacingOccurrences(of: "orders: 20", with: "order: \(order)")
        .replacingOccurrences(of: "$not: 1", with: "$at-least: 1")
      guard let scenario = try? RunHelper.scenario(steps) else {
        #expect(order == "3/2")
        continue
      }
      let outcome = ScenarioRun.run(scenario, case: scenario.cases[0])
      // The last order leaves another count than the first one: no matter here.
      let found = outcome.diagnostics.map(\.message).filter { $0.contains("orders") }
      #expect(
        found == (message.map { ["there are 3 orders to try: `\($0)` is none of them"] } ?? []))
    }
  }

  // MARK: Time

  @Test func `a case that runs too long ends with the step at hand`() throws {
    let text = "scenesim: 1\nscenario: x\ntime-limit: 2s\nsteps: [launch, wait: 9h, background]\n"
    let scenario = try LoadedScenario(SourceFile(path: "a.scene.yaml", text: text))
    let ticks = Mutex(0)
    var options = ScenarioRun.Options()
    options.clock = {
      ticks.withLock {
        $0 += 1; return .seconds($0)
      }
    }
    let outcome = ScenarioRun.run(scenario, case: scenario.cases[0], options: options)
    #expect(outcome.outcome == .failed)
    #expect(outcome.steps == 2)
    #expect(
      outcome.diagnostics.map(RunHelper.line) == [
        "3:13: the case has run for more than 2s before step 3 [time-limit]"
      ])
    #expect(ScenarioRun.run(scenario, case: scenario.cases[0]).outcome == .passed)
  }
}
