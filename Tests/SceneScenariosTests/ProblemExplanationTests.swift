import SceneLifecycle
import SceneScenarios
import SceneState
import Testing

struct ProblemExplanationTests {
  /// Codes that only apps in Swift meet; those of stores and trees are tested with the tool.
  static let inSwift: [ProblemCode] = [.noScope, .defaultDiffers, .typeClash]

  /// Codes that depend on the trace beside a scenario; the scenario itself is sound.
  static let besideTrace: [ProblemCode] = [.traceDiffers, .noGolden]

  @Test(arguments: besideTrace)
  func `the example of a code about traces is a scenario that passes`(code: ProblemCode) throws {
    let example = try #require(code.explanation?.example)
    let source = SourceFile(path: "example.scene.yaml", text: example + "\n")
    #expect(Self.codes(of: source).filter { $0 != .vacuous }.isEmpty)
  }

  @Test(
    arguments: ProblemExplanation.all.filter { !$0.isInSwift }.map(\.code).filter {
      !besideTrace.contains($0)
    })
  func `the example of a code gives this code first`(code: ProblemCode) throws {
    let example = try #require(code.explanation?.example)
    let source = SourceFile(path: "example.scene.yaml", bytes: Self.file(example, code))
    #expect(Self.codes(of: source).first == code)
  }

  @Test func `examples in Swift give their codes`() throws {
    let store = SceneStore.temporary()
    store.scene("A")[SceneKey("draft", default: "")] = "x"
    let pending = store.pendingScene()
    pending.resolve("A")
    #expect(store.reportedProblems.map(\.code) == [.sessionInUse])
    let problem = #expect(throws: SceneProblem.self) {
      try store.pendingScene().scope.copy(to: store.scene("B"))
    }
    #expect(problem?.code == .noScope)
    let other = SceneStore.temporary().scene("A")
    _ = other[SceneKey("count", default: 1)]
    _ = other[SceneKey("count", default: 2)]
    other[SceneKey("count", default: "")] = "two"
    #expect(other.store.reportedProblems.map(\.code) == [.defaultDiffers, .typeClash])
    for code in Self.inSwift {
      let example = try #require(code.explanation?.example)
      #expect(example.contains("SceneStore.temporary()"))
    }
  }

  @Test func `each code is there once and says something`() {
    let all = ProblemExplanation.all
    #expect(all.count >= 72)
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

  /// The example as a file; what a page cannot show is put in.
  private static func file(_ example: String, _ code: ProblemCode) -> [UInt8] {
    let bytes = Array((example + "\n").utf8)
    switch code {
    case .tooBig: return bytes + Array(repeating: UInt8(ascii: "#"), count: 1 << 20)
    case .notUTF8:
      guard let mark = bytes.firstRange(of: Array("\u{FFFD}".utf8)) else { return bytes }
      return bytes[..<mark.lowerBound] + [0xE9] + bytes[mark.upperBound...]
    default: return bytes
    }
  }

  /// The codes of everything that reading, checking and running finds.
  static func codes(of source: SourceFile) -> [ProblemCode] {
    do throws(MistakesFound) {
      let scenario = try LoadedScenario(source)
      let found = scenario.cases.flatMap {
        ScenarioRun.run(scenario, case: $0).diagnostics.map(\.code)
      }
      // What does not keep a scenario from running is only told by a check.
      return found + ScenarioCheck.diagnostics(of: source, takesShared: true).map(\.code)
    } catch {
      return error.diagnostics.map(\.code)
    }
  }
}
