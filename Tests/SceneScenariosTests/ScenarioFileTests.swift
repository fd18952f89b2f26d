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
    try Self.checkPlaces(of: values, in: source)
  }

  /// Makes values wrong together, then those that were not told yet: what follows a value that is
  /// told before a run, or in a step that ends one, or in the same list.
  private static func checkPlaces(of values: [ExpectedValue], in source: SourceFile) throws {
    var rest = values
    while !rest.isEmpty {
      // A list that differs in several places is told as one.
      var lists: Set<Int> = []
      let broken = ExpectedValue.broken(
        rest.filter { value in value.list.map { lists.insert($0).inserted } ?? true }, in: source)
      let places = Set(broken.places.map(\.place))
      let found = try told(of: broken.source, until: places)
      guard found.isSubset(of: places) else {
        try #require(rest.count > 1, "\(rest[0].range.start) → \(rest[0].wrong) at \(found)")
        // Two of them together mean something else: each half by itself.
        let middle = rest.count / 2
        try checkPlaces(of: Array(rest[..<middle]), in: source)
        return try checkPlaces(of: Array(rest[middle...]), in: source)
      }
      let told = Set(broken.places.filter { found.contains($0.place) }.map(\.value.range.start))
      try #require(
        !told.isEmpty,
        "nothing is told of \(broken.places.map { "\($0.value.range.start) → \($0.value.wrong)" })")
      rest.removeAll { told.contains($0.range.start) }
    }
  }

  /// Where the mistakes of a file are, or else its failures.
  private static func told(
    of source: SourceFile, until places: Set<SourcePosition>
  ) throws -> Set<SourcePosition> {
    let scenario: LoadedScenario
    do throws(MistakesFound) {
      scenario = try LoadedScenario(source)
    } catch {
      return Set(error.diagnostics.map(\.range.start))
    }
    var options = ScenarioRun.Options()
    // Since when it is as it is would be asked in a second run.
    options.looksBack = false
    var found: Set<SourcePosition> = []
    // Further cases would tell the same once more.
    for selected in scenario.cases where !found.isSuperset(of: places) {
      let run = ScenarioRun.run(scenario, case: selected, options: options)
      found.formUnion(run.diagnostics.map(\.range.start))
    }
    return found
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
