import SceneScenarios
import Testing

struct ProblemExplanationTests {
  /// Codes of `ScenarioReader` whose example is a file; the others need bytes or a run.
  static let readable: [ProblemCode] = [
    .runsOn, .duplicateKey, .tab, .tooDeep, .twoDocuments, .anchor, .alias, .yamlTag, .directive,
    .mergeKey, .complexKey, .controlCharacter, .notYAML,
  ]

  @Test(arguments: readable)
  func `the example of a reading mistake gives its code`(code: ProblemCode) throws {
    let example = try #require(code.explanation?.example)
    let file = SourceFile(path: "a.scene.yaml", text: example + "\n")
    let found = #expect(throws: Diagnostic.self) { try ScenarioReader.read(file) }
    #expect(found?.code == code)
  }

  @Test(arguments: ProblemExplanation.all.filter { !readable.contains($0.code) }.map(\.code))
  func `every other example is at least well formed`(code: ProblemCode) throws {
    let example = try #require(code.explanation?.example)
    let notFiles: [ProblemCode] = [.noScope, .notReadable, .typeClash, .tooBig]
    guard !notFiles.contains(code) else { return }
    if let cut = example.firstRange(of: "\nsteps:") {
      _ = try ScenarioReader.read(SourceFile(path: "a", text: String(example[..<cut.lowerBound])))
    }
    _ = try ScenarioReader.read(SourceFile(path: "a.scene.yaml", text: example + "\n"))
  }

  @Test func `each code is there once and says something`() {
    let all = ProblemExplanation.all
    #expect(all.count >= 71)
    #expect(Set(all.map(\.code)).count == all.count)
    #expect(all.map(\.code.rawValue) == all.map(\.code.rawValue).sorted())
    for entry in all {
      #expect(!entry.sentence.isEmpty && !entry.sentence.hasSuffix("."))
      #expect(!entry.hint.isEmpty && !entry.example.isEmpty)
      #expect(entry.code.rawValue.wholeMatch(of: /[a-z8-]+/) != nil)
    }
  }

  @Test func `some failures are problems too`() {
    #expect(ProblemCode.valueNotReadable.isProblem)
    #expect(ProblemCode.noSuchPlace.isProblem)
    #expect(ProblemCode.listWasEmpty.isProblem)
    #expect(!ProblemCode.payloadMismatch.isProblem)
    #expect(ProblemCode(rawValue: "nonsense").explanation == nil)
  }
}
