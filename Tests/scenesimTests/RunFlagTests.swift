import Foundation
import SceneCommands
import SceneReports
import SceneScenarios
import SceneSimulator
import Synchronization
import Testing

/// A folder with real scenario files, and the tool.
private struct Stage {
  static let app = """
    app:
      tabs: { hawk: Hawk, raven: Raven }
      storage: { draft: string }

    """

  let folder: TemporaryFolder
  var harness = Harness()

  init() throws { folder = try TemporaryFolder() }

  func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
  }

  /// A scenario of two steps; `more` stands between title and app.
  func scenario(_ title: String, more: String = "", tab: String = "hawk") -> String {
    "scenesim: 1\nscenario: \(title)\n\(more)\(Self.app)"
      + "steps:\n  - launch: A\n  - expect: { A: { tab: \(tab) } }\n"
  }

  func run(_ arguments: String...) -> Harness.Result { harness.run(["run"] + arguments) }
}

struct RunFlagTests {
  // MARK: Details

  @Test func `a run without a case leaves the reports that are waited for`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("r.xml")
    let result = Harness().run("run", folder.path, "--report", "junit=\(path)")
    #expect(result.code == .nothingToDo)
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    #expect(text.contains(#"tests="0" failures="0" errors="0""#))
  }

  @Test func `details are told and no golden is compared`() throws {
    let stage = try Stage()
    try stage.write(stage.scenario("one"), "one.scene.yaml")
    let file = stage.folder.file("one.scene.yaml")
    #expect(stage.run(file, "--update").code == .success)
    let result = stage.run(file, "--trace-detail", "--trace", "-")
    #expect(result.code == .success)
    #expect(result.output.contains("      A     read draft\n"))
    #expect(!stage.run(file, "--trace", "-").output.contains("read draft"))
    #expect(stage.run(file, "--trace-detail", "--update").code == .usage)
  }

  // MARK: Choosing

  @Test func `mistakes in files that the tags do not choose stop nobody`() throws {
    let stage = try Stage()
    try stage.write(stage.scenario("One", more: "tags: [drag]\n"), "1.scene.yaml")
    try stage.write("scenesim: 1\nscenario: Two\ntags: [slow]\nsteps: [lanch]\n", "2.scene.yaml")
    try stage.write("scenesim: 1\nscenario: Three\nsteps: [lanch]\n", "3.scene.yaml")
    let chosen = stage.run(stage.folder.path, "--tag", "drag")
    #expect(chosen.code == .success, "\(chosen)")
    #expect(!chosen.output.contains("lanch"))
    #expect(stage.run(stage.folder.path, "--not-tag", "slow").code == .invalidInput)
    #expect(stage.run(stage.folder.path, "--tag", "slow").code == .invalidInput)
    // Whether this one is wanted cannot be told.
    try stage.write("scenesim: 1\nscenario: Four\ntag: [slow]\nsteps: [lanch]\n", "3.scene.yaml")
    #expect(stage.run(stage.folder.path, "--tag", "drag").code == .invalidInput)
  }

  @Test func `a case is chosen by the name of its file, too, and listed without being played`()
    throws
  {
    let stage = try Stage()
    try stage.write(stage.scenario("One"), "mail-box.scene.yaml")
    try stage.write(stage.scenario("Two", tab: "raven"), "notes.scene.yaml")
    let mail = stage.run(stage.folder.path, "--case", "mail")
    #expect(mail.output.contains(" mail-box · One ") && !mail.output.contains("notes"))
    let list = stage.run(stage.folder.path, "--list")
    #expect(list.code == .success)
    let lines = list.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasSuffix("/mail-box.scene.yaml  1  One"))
    #expect(lines.last?.hasSuffix("/notes.scene.yaml  1  Two") == true)
    #expect(stage.run(stage.folder.path, "--list", "--plain").output.contains(".yaml\t1\tOne\n"))
    #expect(stage.run(stage.folder.path, "--list", "--json").output.contains("\"case\":\"Two\""))
  }

  @Test func `files are chosen by tags`() throws {
    let stage = try Stage()
    try stage.write(stage.scenario("One", more: "tags: [drag, slow]\n"), "1.scene.yaml")
    try stage.write(stage.scenario("Two", more: "tags: [drag]\n"), "2.scene.yaml")
    try stage.write(stage.scenario("Three"), "3.scene.yaml")
    func titles(_ flags: String...) -> [String] {
      let output = stage.harness.run(["run", stage.folder.path] + flags).output
      return ["One", "Two", "Three"].filter { output.contains("· \($0) ") }
    }
    #expect(titles("--tag", "drag") == ["One", "Two"])
    #expect(titles("--tag", "drag", "--not-tag", "slow") == ["Two"])
    #expect(titles("--not-tag", "drag") == ["Three"])
    #expect(titles("--tag", "slow", "--tag=drag") == ["One", "Two"])
    let none = stage.run(stage.folder.path, "--tag", "darg")
    #expect(none.code == .nothingToDo)
    #expect(none.errors.contains("no case has the tag 'darg' [nothing-to-do]"))
    #expect(none.errors.contains("did you mean drag?"))
    let both = stage.run(stage.folder.path, "--tag", "slow", "--not-tag", "drag")
    #expect(both.code == .nothingToDo)
    #expect(both.errors.contains("the tags are drag, slow"))
  }

  @Test func `a skipped scenario says why and is no failure`() throws {
    let stage = try Stage()
    try stage.write(stage.scenario("One", more: "skip: not yet\n"), "1.scene.yaml")
    let result = stage.run(stage.folder.path)
    #expect(result.code == .success)
    #expect(result.output.contains(" – 1 · One"))
    #expect(result.output.contains("   skipped: not yet\n"))
    #expect(result.output.contains("1 run · 1 skipped · 0 steps\n"))
  }

  // MARK: At the same time

  /// Cases that end the sooner the later they stand in the file.
  private static func slowFirst(
    _ source: SourceFile, _ apps: KnownApps
  ) -> Result<[PlayableCase], MistakesFound> {
    .success(
      (1...6).map { number in
        PlayableCase(
          number: number, title: "case \(number)",
          player: .anywhere { _ in
            usleep(UInt32(8 - number) * 20_000)
            return CaseRun(
              file: source.path, number: number, title: "case \(number)",
              outcome: number == 4 ? .failed : .passed, steps: number)
          })
      })
  }

  @Test func `the order of the lines does not depend on who is finished first`() throws {
    var stage = try Stage()
    stage.harness.loader = Self.slowFirst
    try stage.write("", "1.scene.yaml")
    let one = stage.run(stage.folder.path)
    #expect(one.output.contains("case 1 "))
    for jobs in ["2", "6", "100"] {
      #expect(stage.run(stage.folder.path, "-j", jobs).output == one.output)
    }
    let early = stage.run(stage.folder.path, "--fail-fast")
    #expect(early.output.contains("4 runs · 3 passed · 1 failed"))
    #expect(stage.run(stage.folder.path, "--fail-fast", "-j6").output == early.output)
  }

  @Test func `cases really run at the same time, each on a store of its own`() throws {
    var stage = try Stage()
    let most = Mutex((now: 0, most: 0))
    let stores = Mutex<Set<String>>([])
    stage.harness.loader = { _, _ in
      .success(
        (1...4).map { number in
          PlayableCase(
            number: number, title: "case",
            player: .anywhere { options in
              most.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
              _ = stores.withLock { $0.insert(options.storeDirectory ?? "own \(number)") }
              // The second thread may start late on a busy machine; the first waits for it.
              for _ in 0..<3000 where most.withLock({ $0.most }) < 2 { usleep(10_000) }
              most.withLock { $0.now -= 1 }
              return CaseRun(
                file: "", number: number, title: "case", outcome: .passed, steps: 1, total: 1)
            })
        })
    }
    try stage.write("", "1.scene.yaml")
    #expect(stage.run(stage.folder.path, "-j", "2", "--keep-store").code == .success)
    #expect(most.withLock { $0.most } == 2)
    #expect(stores.withLock { $0.count } == 4)
  }

  @Test func `an error nobody foresaw waits for the others and is our bug`() throws {
    var stage = try Stage()
    stage.harness.loader = { _, _ in
      .success(
        (1...3).map { number in
          PlayableCase(
            number: number, title: "case",
            player: .anywhere { _ in throw CocoaError(.featureUnsupported) })
        })
    }
    try stage.write("", "1.scene.yaml")
    #expect(stage.run(stage.folder.path, "-j", "2").code == .bug)
  }

  // MARK: The same bytes

  private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "SceneScenariosTests/Samples").path()

  @Test(arguments: [
    ["--plain"], ["-v"], ["--json"], ["--format", "jsonl"], ["--report", "junit=-"],
    ["--report", "tap=-"], ["--report", "md=-"], ["--report", "github=-"], ["--trace", "-"],
  ])
  func `two runs say the same bytes, whatever the locale and the number of jobs`(
    flags: [String]
  ) throws {
    let stage = try Stage()
    let text = try String(
      contentsOfFile: "\(Self.samples)/01-shared-key.scene.yaml", encoding: .utf8)
    try stage.write(
      text.replacingOccurrences(of: "draft-elsewhere: \"\"", with: "draft-elsewhere: Tala"),
      "wrong.scene.yaml")
    var harness = Harness()
    // The time differs from one look to the next, as it does in life.
    let time = Mutex(0)
    harness.prepare = { surroundings in
      surroundings.clock.now = {
        time.withLock {
          $0 += 7; return .milliseconds($0)
        }
      }
    }
    // Files of some cases each, of which the first takes the longest.
    let files = ["05-countries", "01-shared-key", "02-drag-new-window"]
    let line =
      ["run"] + files.map { "\(Self.samples)/\($0).scene.yaml" }
      + [stage.folder.file("wrong.scene.yaml")] + flags
    let first = harness.run(line)
    #expect(first.code == .no)
    #expect(first.output.utf8.count > 100)
    #expect(harness.run(line).output == first.output)
    #expect(harness.run(line + ["-j", "2"]).output == first.output)
    harness.environment = ["LC_ALL": "C"]
    let plain = harness.run(line)
    #expect(harness.run(line + ["-j", "2"]).output == plain.output)
    let isForPeople = flags == ["-v"] || flags == ["--plain"]
    // The table is for people, the trace behind it is a file's text wherever it goes.
    let isMixed = flags == ["--trace", "-"]
    #expect(isForPeople || isMixed || plain.output == first.output)
    if isForPeople { #expect(plain.output.utf8.allSatisfy { $0 < 0x80 }) }
  }

  // MARK: Seeds

  @Test func `a seed on the command line wins over those of the file`() throws {
    let stage = try Stage()
    // Lane after lane goes well; which of the other orders comes next is chance.
    func failing(_ file: String, _ step: String, _ flags: String...) throws -> String {
      let sets = ["one", "two", "three"].map { "{ in: A, set: { draft: \($0) } }" }
      let lanes =
        "{ a: [\(sets.joined(separator: ", "))], b: [expect: { A: { values: { draft: three } } }] }"
      let steps = "steps:\n  - launch: A\n  - parallel: { \(step)orders: 2, lanes: \(lanes) }\n"
      try stage.write("scenesim: 1\nscenario: S\n\(file)\(Stage.app)\(steps)", "1.scene.yaml")
      let output = stage.harness.run(["run", stage.folder.path] + flags).output
      let line = output.split(separator: "\n").first { $0.contains("expected \"three\", got") }
      return try #require(line?.components(separatedBy: "got ").last)
    }
    let bySeed = try (0..<8).map { try failing("", "", "--seed", "\($0)") }
    #expect(Set(bySeed).count > 1)
    let other = try #require(bySeed.firstIndex { $0 != bySeed[0] })
    #expect(try failing("", "") == bySeed[0])
    #expect(try failing("seed: \(other)\n", "") == bySeed[other])
    #expect(try failing("seed: 0\n", "seed: \(other), ") == bySeed[other])
    #expect(try failing("seed: 0\n", "seed: 0, ", "--seed", "\(other)") == bySeed[other])
  }

  // MARK: Stores

  @Test func `a folder for the store is made with those above it`() throws {
    let stage = try Stage()
    try stage.write(stage.scenario("One"), "1.scene.yaml")
    let store = stage.folder.file("deep/er/one.store")
    #expect(stage.run(stage.folder.path, "--store", store).code == .success)
    #expect(FileManager.default.fileExists(atPath: store + "/data.mdb"))
  }

  @Test func `a place that cannot be a store is told before anything runs`() throws {
    let stage = try Stage()
    try stage.write(stage.scenario("One"), "1.scene.yaml")
    let result = stage.run(
      stage.folder.path, "--store", stage.folder.file("1.scene.yaml/one.store"))
    #expect(result.code == .unusable)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("[not-written]"))
  }

  @Test func `kept stores are named, also for programs`() throws {
    let stage = try Stage()
    try stage.write(stage.scenario("One"), "one-\(UUID().uuidString).scene.yaml")
    let result = stage.run(stage.folder.path, "--keep-store", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let runs = try #require(object["runs"] as? [[String: Any]])
    let store = try #require(runs.first?["store"] as? String)
    #expect(FileManager.default.fileExists(atPath: store + "/data.mdb"))
    try FileManager.default.removeItem(atPath: store)
  }

  @Test(arguments: [
    (["--watch", "--keep-store"], "--watch and --keep-store exclude each other"),
    (["--watch", "-o", "x"], "--watch and --output exclude each other"),
    (["--store", "x", "--keep-store"], "--store and --keep-store exclude each other"),
    (["-j", "0"], "--jobs needs a whole number from 1, got '0'"),
    (["--slow", "-1"], "--slow needs a whole number from 0, got '-1'"),
    (["--seed", "x"], "--seed needs a whole number from 0, got 'x'"),
    (["--report", "out.htm"], "there is no report 'out.htm'"),
    (["--report", "junti=x.xml"], "did you mean junit?"),
    (["--report", "junit"], "--report junit=FILE"),
    (["--report", "junit=x", "--report", "tap=x"], "two reports would be written to 'x'"),
    (["--report", "junit=-", "--report", "tap=-"], "only one report can stand on standard output"),
    (["--trace", "-", "--json"], "only one of trace and report can stand on standard output"),
    (["--report", "junit=-", "--json"], "only one report can stand on standard output"),
  ])
  func `what cannot be meant is wrong usage`(flags: [String], text: String) throws {
    let stage = try Stage()
    try stage.write(stage.scenario("One"), "1.scene.yaml")
    let result = stage.harness.run(["run", stage.folder.path] + flags)
    #expect(result.code == .usage)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(text), "\(result.errors)")
  }

  // MARK: Pace

  @Test func `a slow run waits after each step`() throws {
    var stage = try Stage()
    try stage.write(stage.scenario("One"), "1.scene.yaml")
    let slept = Mutex(Duration.zero)
    stage.harness.prepare = { surroundings in
      surroundings.clock.sleep = { duration in slept.withLock { $0 += duration } }
    }
    #expect(stage.run(stage.folder.path, "--slow", "150").code == .success)
    #expect(slept.withLock { $0 } == .milliseconds(300))
  }
}
