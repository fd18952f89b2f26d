import Foundation
import SceneScenarios
import SceneSimulator
import Testing

/// Runs every scenario beside the tests: it passes, its trace is the golden one, and each of its
/// expected values is really looked at.
struct ScenarioFileTests {
  @Test(arguments: files) func `a scenario passes and leaves its golden trace`(
    file: String
  ) throws {
    let scenario = try Self.load(file)
    var trace = Trace()
    for selected in scenario.cases {
      let outcome = ScenarioRun.run(scenario, case: selected)
      #expect(
        outcome.diagnostics.map { DiagnosticRenderer.text($0, source: scenario.source) } == [])
      if let total = outcome.total { #expect(outcome.steps == total) }
      trace.events += outcome.trace.events
    }
    let golden = URL(filePath: file.replacingOccurrences(of: ".scene.yaml", with: ".trace"))
    #expect(
      trace.description == String(decoding: try TestFolder.bytes(of: golden), as: UTF8.self))
  }

  @Test(arguments: files) func `each expected value can fail, at its own place`(
    file: String
  ) throws {
    let source = try Self.load(file).source
    let values = ExpectedValue.all(in: try ScenarioReader.read(source))
    try #require(!values.isEmpty)
    // What is told without a run is told of each by itself.
    var wrongInRun: [ExpectedValue] = []
    for value in values {
      do throws(MistakesFound) {
        _ = try LoadedScenario(ExpectedValue.broken([value], in: source).source)
        wrongInRun.append(value)
      } catch {
        let places = error.diagnostics.map(\.range.start)
        #expect(
          places.allSatisfy { $0 == value.range.start },
          "\(value.range.start) → \(value.wrong): mistakes at \(places)")
      }
    }
    // Of an `expect` twenty differences are told, no more.
    let rounds = Dictionary(grouping: wrongInRun, by: \.round).sorted { $0.key < $1.key }
      .flatMap { _, all in stride(from: 0, to: all.count, by: 20).map { all[$0...].prefix(20) } }
    for values in rounds.map(Array.init) {
      let broken = ExpectedValue.broken(values, in: source)
      let scenario = try LoadedScenario(broken.source)
      let found = scenario.cases.flatMap { selected in
        ScenarioRun.run(scenario, case: selected).diagnostics.map(\.range.start)
      }
      let line = values[0].range.start.line
      #expect(Set(found) == Set(broken.places), "line \(line): \(values.map(\.wrong))")
    }
  }

  static let files = [TestFolder.samples, TestFolder.scenarios].flatMap { folder in
    TestFolder.files(in: folder, ending: [".trace"]).map {
      $0.path.replacingOccurrences(of: ".trace", with: ".scene.yaml")
    }
  }

  private static func load(_ file: String) throws -> LoadedScenario {
    let bytes = try TestFolder.bytes(of: URL(filePath: file))
    return try LoadedScenario(SourceFile(path: file, bytes: bytes))
  }
}
