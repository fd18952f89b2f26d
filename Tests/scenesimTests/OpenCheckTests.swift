import Foundation
import SceneCommands
import Testing

/// `expect: "?"`, through the command line.
struct OpenCheckTests: GoldenSuite {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write(Self.scenario, path)
  }

  @Test func `an open check is filled in at its mark, and everything else stays`() throws {
    let steps = """
        -   launch   # the first\r
        # a remark\r
        - expect:   '?'     # what is there\r
        - { expect: "?",label: ü }\r
        - include: more.yaml\r

      """
    try write(
      "scenesim: 1\r\nscenario: ü\r\napp: { storage: { draft: string } }\r\nsteps:\r\n" + steps,
      path)
    let more = folder.file("more.yaml")
    try write("scenesim: 1\nsteps:\n  - set: { draft: a b }\n  - expect:\n      \"?\"\n", more)
    let old = try text(path)
    #expect(inCI.run("run", path).output.contains(":7:15: error: the expected values are not"))
    let told = harness.run("run", path, "--update=check")
    #expect(told.code == .no)
    for output in [told.output, inCI.run("run", path).output] {
      #expect(output.contains("`scenesim run \(path) --update=expect` writes them down"))
    }
    #expect(try text(path) == old)
    let result = harness.run("run", path, "--update")
    #expect(result.code == .success, "\(result.output)")
    #expect(result.errors.contains("1 check filled in in \(more)\n2 checks filled in in \(path)\n"))
    let filled = "{ windows: [A], A: { phase: active, values: { draft: \"\" } } }"
    #expect(
      try text(path)
        == old.replacingOccurrences(of: "'?'", with: filled)
        .replacingOccurrences(of: "\"?\"", with: filled))
    #expect(
      try text(more)
        == "scenesim: 1\nsteps:\n  - set: { draft: a b }\n  - expect:\n      "
        + "{ windows: [A], A: { phase: active, values: { draft: a b } } }\n")
    #expect(inCI.run("run", path).code == .success)
  }

  @Test func `one mark that would get two texts stays open`() throws {
    try write(Self.scenario + "  - expect: \"?\"\n", path)
    let result = harness.run("run", path, "--update")
    #expect(result.code == .no)
    #expect(
      result.output.contains(
        "\(path):12:13: error: what is here differs from case to case [not-filled-in]"))
    #expect(try text(path).hasSuffix("  - expect: \"?\"\n"))
  }
}
