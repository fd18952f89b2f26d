import Testing
import SceneCommands

/// Commands that only say what they were given.
private let echo = Command(
  "store", "ls", abstract: "echo", operands: "[STORE] [ADDR]", operandCount: .range(0...2),
  options: [.value("sort", "BY", "order", choices: ["key", "size"]), .flag("full", "all")]
) { invocation, console in
  let facts =
    invocation.operands + ["sort=\(invocation.value("sort") ?? "")"]
    + (invocation.has("full") ? ["full"] : []) + (invocation.has("quiet") ? ["quiet"] : [])
    + [invocation.format.rawValue]
  try console.write(facts.joined(separator: " "))
  return .success
}

private let other = Command(
  "run", abstract: "other", operands: "PATH…", operandCount: .atLeast(1),
  options: [.value("case", "N", "which")]
) { _, _ in .success }

struct ArgumentParserTests {
  private let harness = Harness(commands: [other, echo])

  @Test(arguments: [
    ["store", "ls", "s", "--sort", "size"], ["--sort", "size", "store", "ls", "s"],
    ["store", "--sort=size", "ls", "s"], ["store", "ls", "--sort=size", "--", "s"],
  ])
  func `flags may stand anywhere`(arguments: [String]) {
    #expect(harness.run(arguments).output == "s sort=size table")
  }

  @Test func `everything after two dashes is an operand`() {
    #expect(harness.run("store", "ls", "--", "-q", "--full").output == "-q --full sort= table")
  }

  @Test func `a single dash is an operand`() {
    #expect(harness.run("store", "ls", "-").output == "- sort= table")
  }

  @Test func `short options can be joined and carry their value`() {
    #expect(harness.run("store", "ls", "-qo-", "x").output == "x sort= quiet table")
  }

  @Test(arguments: ["--json", "--format=json"])
  func `a short form asks for the same format`(flag: String) {
    #expect(harness.run("store", "ls", flag).output == "sort= json")
  }

  @Test(arguments: [
    (["rnu"], "unknown command 'rnu'", "did you mean run?"),
    (["store", "lss"], "unknown command 'store lss'", "did you mean ls?"),
    (["store", "ls", "--srot", "x"], "unknown option '--srot'", "did you mean --sort?"),
    (["store", "ls", "--sort", "sise"], "--sort is one of key, size, not 'sise'", "size?"),
    (["store", "ls", "--case", "2"], "store ls has no option '--case'", "it belongs to run"),
    (["store"], "'store' needs one of ls", "scenesim help store"),
    (["--json"], "no command given", "scenesim help"),
    (["run"], "run takes PATH…, got nothing", "scenesim help run"),
    (["store", "ls", "a", "b", "c"], "store ls takes [STORE] [ADDR], got 'a' 'b' 'c'", "help"),
    (["store", "ls", "--sort"], "--sort needs a value (BY)", "it is one of key, size"),
    (["store", "ls", "--frob"], "unknown option '--frob'", "next   scenesim help store ls"),
    (["store", "ls", "--full=1"], "--full takes no value", "[usage]"),
    (["store", "ls", "-x"], "unknown option '-x'", "scenesim help"),
    (["-V"], "unknown option '-V'", "did you mean --version?"),
    (["store", "ls", "--json", "--plain"], "two output formats asked for: json and plain", "["),
    (["store", "ls", "--sort=key", "--sort=size"], "--sort is given twice", "["),
    (["store", "ls", "-q", "-v"], "--quiet and --verbose exclude each other", "["),
    (["stroe", "ls"], "unknown command 'stroe'", "did you mean store?"),
  ])
  func `wrong usage says what was expected`(arguments: [String], message: String, help: String) {
    let result = harness.run(arguments)
    #expect(result.code == .usage)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("error: \(message)"))
    #expect(result.errors.contains(help))
  }

  @Test func `a time of an exploration has its option`() {
    let result = Harness().run("explore", "--seconds", "2", "app.yaml")
    #expect(result.code == .usage)
    #expect(result.errors.contains("--for 2s"))
  }
}
