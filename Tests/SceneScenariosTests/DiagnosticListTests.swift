import SceneScenarios
import SceneSimulator
import Testing

struct DiagnosticListTests {
  private func diagnostic(_ code: ProblemCode, _ line: Int, _ column: Int) -> Diagnostic {
    let place = SourcePosition(line: line, column: column)
    return Diagnostic(code, file: "a.yaml", range: SourceRange(at: place), "no")
  }

  @Test func `mistakes come out by place, one error per place`() {
    var list = DiagnosticList()
    list.append(diagnostic(.wrongKind, 3, 1))
    list.append(diagnostic(.unknownKey, 1, 9))
    list.append(diagnostic(.vacuous, 1, 9))
    list.append(diagnostic(.tab, 1, 2))
    #expect(list.sorted.map(\.code) == [.tab, .unknownKey, .wrongKind])
    #expect(list.hasErrors)
  }

  @Test func `a warning does not hide an error at the same place`() {
    var list = DiagnosticList()
    var warning = diagnostic(.shadowed, 1, 1)
    warning.severity = .warning
    list.append(warning)
    #expect(!list.hasErrors && !list.isEmpty)
    list.append(diagnostic(.vacuous, 1, 1))
    #expect(list.sorted.map(\.code) == [.shadowed, .vacuous])
  }

  @Test func `what a step throws is collected`() {
    var list = DiagnosticList()
    let thrown = diagnostic(.missingKey, 2, 2)
    let none = list.collect { () throws(Diagnostic) -> Int in throw thrown }
    let some = list.collect { () throws(Diagnostic) -> Int in 7 }
    #expect(none == nil)
    #expect(some == 7)
    #expect(list.sorted == [thrown])
  }
}
