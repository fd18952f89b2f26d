import Foundation
import Testing
import SceneCommands

/// Golden traces and `expect: "?"`, through the command line.
struct GoldenTests {
  private static let scenario = """
    scenesim: 1
    scenario: two
    app:
      storage: { draft: string }
    cases:
      - { case: one, text: x }
      - { case: two, text: y }
    steps:
      - launch
      - set: { draft: "${text}" }   # typed
      - background

    """
  private static let golden = """
    # scenesim trace 1
    # case one
    001 launch
          app   willFinishLaunching
          app   didFinishLaunching
          app   configurationForConnecting A
          A     willConnect  new session 1
          A     willEnterForeground
          A     didBecomeActive
    002 set {draft: x}
          store put  A/draft = "x"
    003 background
          A     willResignActive
          A     didEnterBackground
          A     stateRestorationActivity nil
    # case two
    001 launch
          app   willFinishLaunching
          app   didFinishLaunching
          app   configurationForConnecting A
          A     willConnect  new session 1
          A     willEnterForeground
          A     didBecomeActive
    002 set {draft: y}
          store put  A/draft = "y"
    003 background
          A     willResignActive
          A     didEnterBackground
          A     stateRestorationActivity nil

    """

  private let folder: TemporaryFolder
  private let path: String
  private let trace: String
  private let harness = Harness()
  private var inCI: Harness {
    var harness = harness
    harness.environment["CI"] = "true"
    return harness
  }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("two.scene.yaml")
    trace = folder.file("two.trace")
    try write(Self.scenario, path)
  }

  private func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  // MARK: Traces

  @Test func `a scenario without a golden trace passes where none has one`() {
    #expect(inCI.run("run", path).code == .success)
    #expect(harness.run("run", path).code == .success)
    #expect(!exists(trace))
  }

  @Test(arguments: ["--update", "--update=missing"])
  func `an update writes the trace of all cases, which is then golden`(option: String) throws {
    let result = harness.run("run", path, option)
    #expect(result.code == .success)
    #expect(result.errors == "golden trace written to \(trace)\n")
    #expect(try text(trace) == Self.golden)
    #expect(inCI.run("run", path).code == .success)
    #expect(harness.run("run", path, "--update").errors.isEmpty)
    #expect(try text(trace) == Self.golden)
  }

  @Test func `a difference is a failure at its step, with the lines around it`() throws {
    try write(
      Self.golden.replacingOccurrences(of: "A/draft = \"y\"", with: "A/draft = \"z\""), trace)
    let result = harness.run("run", path, "--plain")
    #expect(result.code == .no)
    #expect(result.output.contains(" ok   two - one "))
    #expect(
      result.output.contains(
        """
           \(path):10:5: error: the trace is not the golden one in step 2 [trace-differs]
                 9 |   - launch
                10 |   - set: { draft: "${text}" }   # typed
                   |     ^^^
             --- \(trace)
             +++ this run
             @@ -22,7 +22,7 @@ step 2, line 10
                    A     willEnterForeground
                    A     didBecomeActive
              002 set {draft: y}
             -      store put  A/draft = "z"
             +      store put  A/draft = "y"
              003 background
                    A     willResignActive
                    A     didEnterBackground
             hint     if the change is meant, `--update` makes this trace the golden one
             next     scenesim run \(path) --case 2 --update

        """), "\(result.output)")
    #expect(harness.run("run", path, "--case", "1").code == .success)
    #expect(harness.run("run", path, "--until", "2").code == .success)
  }

  @Test func `every line of a golden trace counts`() throws {
    let lines = Self.golden.components(separatedBy: "\n").dropLast()
    for index in lines.indices.dropFirst() {
      var changed = Array(lines)
      changed[index] += "x"
      try write(changed.joined(separator: "\n") + "\n", trace)
      #expect(inCI.run("run", path).code == .no, "\(lines[index])")
      changed.remove(at: index)
      try write(changed.joined(separator: "\n") + "\n", trace)
      #expect(inCI.run("run", path).code == .no, "without \(lines[index])")
    }
  }

  @Test func `an update of one case leaves the other alone, and the file its permissions`() throws {
    let wrong = Self.golden.replacingOccurrences(of: "background", with: "close")
    try write(wrong, trace)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: trace)
    let result = harness.run("run", path, "--case", "2", "--update")
    #expect(result.code == .success)
    #expect(result.errors == "golden trace updated in \(trace)\n")
    let parts = try text(trace).components(separatedBy: "# case two")
    #expect(parts.first == wrong.components(separatedBy: "# case two").first)
    #expect(parts.last == Self.golden.components(separatedBy: "# case two").last)
    let attributes = try FileManager.default.attributesOfItem(atPath: trace)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(harness.run("run", path, "--update").code == .success)
    #expect(try text(trace) == Self.golden)
  }

  @Test func `a check shows the whole difference and writes nothing`() throws {
    let missing = harness.run("run", path, "--update=check")
    #expect(missing.code == .no)
    #expect(missing.output.contains("     +003 background\n"))
    #expect(!exists(trace))
    let wrong = Self.golden.replacingOccurrences(of: "background", with: "close")
    try write(wrong, trace)
    #expect(harness.run("run", path, "--update=check").code == .no)
    #expect(harness.run("run", path, "--update=missing").code == .no)
    #expect(try text(trace) == wrong)
  }

  @Test func `a missing trace is written once where others are, and in CI never`() throws {
    _ = harness.run("run", path, "--update")
    let other = folder.file("other.scene.yaml")
    try write(Self.scenario, other)
    let inCI = inCI.run("run", folder.path)
    #expect(inCI.code == .no)
    #expect(inCI.output.contains("\(other):1:1: error: case 1 has no golden trace in"))
    #expect(!exists(folder.file("other.trace")))
    let first = harness.run("run", folder.path)
    #expect(first.code == .no)
    #expect(first.output.contains("it was written now; look at it, keep it, and run again"))
    #expect(try text(folder.file("other.trace")) == Self.golden)
    #expect(harness.run("run", folder.path).code == .success)
  }

  @Test func `a case that is new or gone is noticed`() throws {
    try write(Self.golden.components(separatedBy: "# case two").first ?? "", trace)
    let new = inCI.run("run", path)
    #expect(new.output.contains("case 2 has no golden trace in `\(trace)` [no-golden]"))
    try write(Self.golden, trace)
    try write(
      Self.scenario.replacingOccurrences(of: "  - { case: two, text: y }\n", with: ""), path)
    let gone = inCI.run("run", path)
    #expect(gone.code == .no)
    #expect(
      gone.output.contains("line 16 of `\(trace)` has a case “two”, which the scenario has not"))
    #expect(harness.run("run", path, "--update").code == .success)
    #expect(try text(trace) == Self.golden.components(separatedBy: "# case two").first)
  }

  @Test func `a case that fails has no trace to keep`() throws {
    try write(Self.scenario + "  - expect: { A: { values: { draft: x } } }\n", path)
    let result = harness.run("run", path, "--update")
    #expect(result.code == .no)
    #expect(try text(trace) == Self.golden.components(separatedBy: "# case two").first)
  }

  @Test func `in CI nothing golden is changed by accident`() throws {
    try write(Self.golden.replacingOccurrences(of: "003", with: "004"), trace)
    let refused = inCI.run("run", path, "--update")
    #expect(refused.code == .usage)
    #expect(refused.errors.contains("--update=force does it anyway"))
    #expect(inCI.run("run", path, "--update=missing").code == .no)
    #expect(inCI.run("run", path, "--update=check").code == .no)
    #expect(try text(trace).contains("004"))
    #expect(inCI.run("run", path, "--update=force").code == .success)
    #expect(try text(trace) == Self.golden)
    var off = harness
    off.environment["CI"] = "false"
    #expect(off.run("run", path, "--update").code == .success)
  }

  @Test func `a file that cannot be replaced stays, and says why`() throws {
    try write("no trace\n", trace)
    let other = harness.run("run", path, "--update")
    #expect(other.code == .unusable)
    #expect(other.errors.contains("'\(trace)' is no trace: it is left as it is [not-a-trace]"))
    let wrong = Self.golden.replacingOccurrences(of: "003", with: "004")
    try write(wrong, trace)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: trace)
    let locked = harness.run("run", path, "--update")
    #expect(locked.code == .unusable)
    #expect(locked.errors.contains("'\(trace)' is read-only, and is left as it is"))
    let target = folder.file("elsewhere")
    try FileManager.default.moveItem(atPath: trace, toPath: target)
    try FileManager.default.createSymbolicLink(atPath: trace, withDestinationPath: target)
    let link = harness.run("run", path, "--update")
    #expect(link.code == .unusable)
    #expect(link.errors.contains("'\(trace)' is a link, and is left as it is"))
    #expect(try text(target) == wrong)
  }

  @Test func `an update does not go with a part of a run, nor with another kind`() {
    #expect(harness.run("run", path, "--update", "--until", "1").code == .usage)
    let unknown = harness.run("run", path, "--update=chek")
    #expect(unknown.code == .usage)
    #expect(unknown.errors.contains("did you mean check?"))
  }

  @Test func `an update of all our scenarios changes nothing`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    for name in ["Samples", "Scenarios"] {
      try FileManager.default.copyItem(
        atPath: tests.appending(path: "SceneScenariosTests/\(name)").path(),
        toPath: folder.file(name))
    }
    try FileManager.default.removeItem(atPath: path)
    let before = try contents()
    #expect(before.count > 130)
    let result = harness.run("run", folder.path, "--update", "-q")
    #expect(result.code == .success, "\(result.output)")
    #expect(try contents() == before)
    #expect(inCI.run("run", folder.path, "-j", "2", "-q").output.isEmpty)
  }

  private func contents() throws -> [String: Data] {
    var result: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".trace") || name.hasSuffix(".yaml") {
      result[name] = try Data(contentsOf: URL(filePath: folder.file(name)))
    }
    return result
  }

  // MARK: expect: "?"

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
    #expect(harness.run("run", path, "--update=check").code == .no)
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
