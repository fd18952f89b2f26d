import Foundation
import SceneCommands
import Testing

/// Golden traces, through the command line.
struct GoldenTests: GoldenSuite {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write(Self.scenario, path)
  }

  @Test func `a scenario without a golden trace passes where none has one`() {
    #expect(inCI.run("run", path).code == .success)
    #expect(harness.run("run", path).code == .success)
    #expect(!exists(trace))
  }

  @Test(arguments: ["--update", "--update=missing"])
  func `an update writes the trace of all cases, which is then golden`(option: String) throws {
    let result = harness.run("run", path, option)
    #expect(result.code == .success)
    let rule = "from now on each scenario of this folder needs one"
    #expect(result.errors == "golden trace written to \(trace): \(rule)\n")
    #expect(try text(trace) == Self.golden)
    #expect(inCI.run("run", path).code == .success)
    #expect(harness.run("run", path, "--update").errors.isEmpty)
    #expect(try text(trace) == Self.golden)
  }

  @Test func `an update of a run that fails says that it writes nothing`() throws {
    let text = try self.text(path)
    try write(text + "  - expect: { windows: [] }\n", path)
    let result = harness.run("run", path, "--update")
    #expect(result.code == .no)
    #expect(result.errors.contains("of runs that fail nothing is written"), "\(result)")
  }

  @Test func `a difference is a failure at its step, with the lines around it`() throws {
    try write(
      Self.golden.replacingOccurrences(of: "A/draft = \"y\"", with: "A/draft = \"z\""), trace)
    let result = harness.run("run", path, "--plain")
    #expect(result.code == .no)
    #expect(result.output.contains("ok\ttwo\tone\t"))
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
    #expect(missing.output.contains("none is needed, since no scenario of this folder has one:"))
    #expect(missing.output.contains("     +003 background\n"))
    #expect(!exists(trace))
    let wrong = Self.golden.replacingOccurrences(of: "background", with: "close")
    try write(wrong, trace)
    #expect(harness.run("run", path, "--update=check").code == .no)
    #expect(harness.run("run", path, "--update=missing").code == .no)
    #expect(try text(trace) == wrong)
  }

  @Test func `a missing trace is told where others are, and written only if asked for`() throws {
    _ = harness.run("run", path, "--update")
    let other = folder.file("other.scene.yaml")
    try write(Self.scenario, other)
    for harness in [inCI, harness] {
      let told = harness.run("run", folder.path)
      #expect(told.code == .no)
      #expect(told.output.contains("\(other):1:1: error: case 1 has no golden trace in"))
      #expect(told.output.contains("in this folder, such as `two.trace`, and without them"))
      #expect(!exists(folder.file("other.trace")))
    }
    #expect(harness.run("run", folder.path, "--update=missing").code == .success)
    #expect(try text(folder.file("other.trace")) == Self.golden)
    #expect(harness.run("run", folder.path).code == .success)
  }

  @Test func `a case that is new or gone is noticed`() throws {
    try write(Self.golden.components(separatedBy: "# case two").first ?? "", trace)
    let new = inCI.run("run", path)
    #expect(new.output.contains("case 2 has no golden trace in `\(trace)` [no-golden]"))
    #expect(new.output.contains("other cases have theirs there: `--update=missing`"))
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
}
