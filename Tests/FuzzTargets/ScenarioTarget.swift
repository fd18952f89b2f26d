import SceneScenarios

extension FuzzTarget {
  /// Scenario files: read and checked, not run.
  static let scenario = FuzzTarget(
    name: "scenario",
    run: { input in
      let source = SourceFile(path: "fuzz.scene.yaml", bytes: input)
      let diagnostics = ScenarioCheck.diagnostics(of: source)
      for (one, next) in zip(diagnostics, diagnostics.dropFirst())
      where Diagnostic.precedes(next, one) {
        return "the diagnostics are not in order"
      }
      return nil
    },
    make: { random in
      var text = random.oneIn(9) ? "" : "scenesim: 1\nscenario: Fuzz\n"
      for _ in 0..<(1 + random.number(below: 4)) {
        text += random.pick(["app:\n", "steps:\n", "cases:\n", "tags: [a, b]\n", "x-own: 1\n"])
        for _ in 0..<random.number(below: 6) { text += scenarioLine(&random) }
      }
      return random.damaged(Array(text.utf8))
    })

  private static let steps = [
    "launch", "open", "close", "set", "expect", "background", "foreground", "kill", "for-each",
    "group", "drag", "url", "select", "repeat", "wait", "tick", "fault", "undo-close", "move",
    "crash", "if", "do", "let", "include", "activity", "storage", "tabs", "name", "id", "windows",
  ]

  private static func scenarioLine(_ random: inout FuzzRandom) -> String {
    let indent = String(repeating: " ", count: random.number(below: 7))
    let dash = random.oneIn(3) ? "" : "- "
    return indent + dash + random.pick(steps) + ": " + scenarioValue(&random, depth: 0) + "\n"
  }

  private static func scenarioValue(_ random: inout FuzzRandom, depth: Int) -> String {
    guard depth < 5 else { return "1" }
    switch random.number(below: 12) {
    case 0: return "{ A: " + scenarioValue(&random, depth: depth + 1) + " }"
    case 1:
      return "[" + scenarioValue(&random, depth: depth + 1) + ", "
        + scenarioValue(&random, depth: depth + 1) + "]"
    case 2: return "\"" + random.text() + "\""
    case 3: return "'" + random.text() + "'"
    case 4: return "${" + random.pick(steps) + "}"
    case 5: return String(random.next())
    case 6: return random.pick(["1e400", "-0", "0x1F", ".nan", "true", "~", "2026-11-21", "!!set"])
    case 7: return random.pick(["&a ", "*a", "|", ">-", "? ", "<<: *a", "%YAML 1.1", "---"])
    case 8: return String(repeating: "[", count: random.number(below: 200))
    default: return random.pick(["A", "B", "hawk", "draft", "active", "scene", "tab", "string"])
    }
  }
}
