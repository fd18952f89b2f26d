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
    for values in Dictionary(grouping: wrongInRun, by: \.expect).sorted(by: { $0.key < $1.key }) {
      try Self.checkPlaces(of: values.value, in: source)
    }
  }

  /// Makes the values of one `expect` wrong together, then those that were not told yet: of a value
  /// with parts it is told where it differs first.
  private static func checkPlaces(of values: [ExpectedValue], in source: SourceFile) throws {
    var rest = values
    while !rest.isEmpty {
      let broken = ExpectedValue.broken(rest, in: source)
      let scenario = try LoadedScenario(broken.source)
      let places = Set(broken.places.map(\.place))
      var found: Set<SourcePosition> = []
      // Further cases would tell the same once more.
      for selected in scenario.cases where !found.isSuperset(of: places) {
        found.formUnion(ScenarioRun.run(scenario, case: selected).diagnostics.map(\.range.start))
      }
      guard found.isSubset(of: places) else {
        // A list that differs in several places is told as one.
        try #require(rest.count > 1, "\(rest[0].range.start) → \(rest[0].wrong) at \(found)")
        for value in rest { try checkPlaces(of: [value], in: source) }
        return
      }
      let untold = broken.places.filter { !found.contains($0.place) }
      try #require(
        untold.count < rest.count,
        "nothing is told of \(untold.map { "\($0.value.range.start) → \($0.value.wrong)" })")
      rest = untold.map(\.value)
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
