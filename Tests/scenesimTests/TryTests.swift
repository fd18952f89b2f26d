import AppsInSwift
import Foundation
import SceneCommands
import SceneScenarios
import Testing

struct TryTests {
  private static let app = """
    tabs: { hawk: Hawk, raven: Raven }
    storage: { selectedTab: string, draft: { type: string, scope: tab } }
    tombstones: true
    """

  /// Types lines into a session and gives back what it says.
  private func type(_ lines: String..., app: String = app, file: String = "app.yaml") throws
    -> Harness.Result
  {
    let folder = try TemporaryFolder()
    try Data(app.utf8).write(to: URL(filePath: folder.file(file)))
    let input = lines.map { $0.replacing("FOLDER", with: folder.path) + "\n" }.joined()
    return Harness(input: input).run("try", folder.file(file))
  }

  @Test func `each step shows the windows as they are then`() throws {
    let said = try type(
      "launch: A", "- set: { draft: typed }", "select: raven", "expect: {front: A}")
    #expect(said.code == .success && said.errors.isEmpty)
    let lines = said.output.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.hasPrefix("┏ A ━") && $0.hasSuffix(" active · front ┓") } == 3)
    #expect(lines.count { $0.contains("draft  \"typed\"") } == 1)
    #expect(lines.contains { $0.contains(" hawk [raven]") })
    #expect(lines.last == "✓")
  }

  @Test func `what is refused leaves everything as it was`() throws {
    let said = try type("launch: A", "kill", "sett: {draft: x}", "open", "expect: {front: A}")
    #expect(said.output.contains("[app-in-foreground]"))
    #expect(said.output.contains("did you mean `set`"))
    #expect(said.output.contains("expected \"A\", got \"B\""))
    #expect(!said.output.contains("next "))
    #expect(try type("launch: A", "{", "", "history").output.hasSuffix("  1  launch: A\n"))
  }

  @Test func `a step may go on in the next lines, and is saved as it was typed`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("saved.scene.yaml")
    let said = try type(
      "launch: A", "set: {", "  draft: 漢字,", "}", "for-each:", "  x: [hawk, raven]", "do:",
      "  - select: ${x}", "", "history", "undo", "save \(path)")
    #expect(said.output.contains("draft  \"漢字\""))
    #expect(said.output.contains("  2  set: {\n       draft: 漢字,\n     }\n"), "\(said.output)")
    #expect(said.output.contains("took back  for-each:   x: [hawk, raven] do:   - select: ${x}"))
    #expect(
      try String(contentsOfFile: path, encoding: .utf8).contains(
        "  - set: {\n      draft: 漢字,\n    }\n"))
    #expect(Harness().run("run", path).code == .success)
  }

  @Test func `a bracket that was forgotten costs one step`() throws {
    let said = try type("launch: A", "set: { draft: [1,", "select: raven", "- select: hawk")
    #expect(said.output.contains("is never closed"), "\(said.output)")
    #expect(said.output.contains(" hawk [raven]") && said.output.hasSuffix("┛\n"))
    #expect(said.output.contains("draft") && said.code == .no)
  }

  @Test func `a step that was refused, or an expect that fails, is the answer no`() throws {
    #expect(try type("launch: A", "expect: {front: A}").code == .success)
    #expect(try type("launch: A", "expect: {front: B}").code == .no)
    #expect(try type("launch: A", "sett: {draft: x}", "exit").code == .no)
  }

  @Test func `a group is taken as it stands in a file`() throws {
    let said = try type(
      "- launch: A", "- group: Two", "  do:", "    - open: B", "    - { in: A, select: raven }",
      "- open: C", "history")
    #expect(said.code == .success, "\(said.output)")
    #expect(said.output.contains("┏ C ━"))
    #expect(said.output.contains("  2  group: Two\n     do:\n"), "\(said.output)")
    #expect(said.output.contains("  3  open: C\n"))
  }

  @Test func `app, store and trace show what there is`() throws {
    let said = try type("app", "store", "launch: A", "set: {draft: typed}", "store", "trace")
    #expect(said.output.contains("  storage: { selectedTab: string"))
    #expect(said.output.contains("nothing is stored\n"))
    #expect(said.output.contains("/draft  \"typed\"\n"), "\(said.output)")
    #expect(said.output.contains("# scenesim trace 1\n001 launch A\n"))
  }

  @Test func `a name without ending gets one, and programs are told to look elsewhere`() throws {
    let said = try type("launch: A", "save FOLDER/foo")
    #expect(said.output.contains("/foo.scene.yaml\nnext  scenesim run "))
    let folder = try TemporaryFolder()
    try Data(Self.app.utf8).write(to: URL(filePath: folder.file("app.yaml")))
    let refused = Harness(input: "launch: A\n").run("try", folder.file("app.yaml"), "--json")
    #expect(refused.code == .usage && refused.output.isEmpty)
  }

  @Test func `pictures and lists take the width there is`() throws {
    let folder = try TemporaryFolder()
    try Data(Self.app.utf8).write(to: URL(filePath: folder.file("app.yaml")))
    for width in [40, 120] {
      var harness = Harness(input: "launch: A\nhelp\n")
      harness.environment["COLUMNS"] = "\(width)"
      harness.terminalWidth = width
      let lines = harness.run("try", folder.file("app.yaml")).output.split(separator: "\n")
      #expect(lines.first?.count == width)
      let steps = lines.drop { !$0.hasPrefix("steps:") }
      #expect(steps.count > 1 && steps.allSatisfy { $0.count <= width }, "\(steps)")
    }
  }

  @Test func `a terminal that is made wider gets wider pictures`() throws {
    let folder = try TemporaryFolder()
    try Data(Self.app.utf8).write(to: URL(filePath: folder.file("app.yaml")))
    var harness = Harness(isTerminal: true, input: "launch: A\nset: {draft: x}\n")
    harness.prepare = { surroundings in
      var widths = [40, 90]
      let readLine = surroundings.readLine
      var width = 0
      surroundings.readLine = {
        if !widths.isEmpty { width = widths.removeFirst() }
        return readLine()
      }
      surroundings.terminalWidth = { width }
    }
    let lines = harness.run("try", folder.file("app.yaml")).output.split(separator: "\n")
    let tops = lines.filter { $0.contains("┏") }.map { $0.drop { $0 != "┏" }.count }
    #expect(tops == [40, 90])
  }

  @Test func `undo goes back, also over a step that closed a window`() throws {
    let said = try type(
      "launch: A", "set: {draft: typed}", "close: A", "undo", "history", "undo", "undo", "undo")
    #expect(said.output.contains("took back  close: A\n┏ A"))
    #expect(said.output.contains("  2  set: {draft: typed}\n"))
    #expect(said.output.contains("took back  launch: A\nthe app is not running\n"))
    #expect(said.output.hasSuffix("there is no step yet\n"))
  }

  @Test func `what is saved runs as a scenario, and overwrites nothing`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("saved.scene.yaml")
    let said = try type(
      "save \(path)", "launch: A", "set: {draft: x}", "save \(path)", "save \(path)")
    #expect(said.output.contains("there is no step to save yet"))
    #expect(said.output.contains("saved \(path)\nnext  scenesim run \(path)\n"))
    #expect(said.output.hasSuffix("there is a file '\(path)' already\n"))
    #expect(Harness().run("run", path).code == .success)
  }

  @Test(arguments: [
    "scenesim: 1\napp:\n  storage:\n    draft: string\n",
    "scenesim: 1\nscenario: t\nvars: { x: typed }\napp:\n  storage: { draft: { type: string, default: \"${x}\" } }\n\n# end\nsteps: []\n",
    "{\"scenesim\": 1, \"app\": {\"storage\": {\"draft\": \"string\"}}}",
    "storage: { draft: string }\n",
  ])
  func `the app comes from a scenario, a file of its own, or JSON`(app: String) throws {
    let said = try type("launch: A", "set: {draft: typed again}", app: app)
    #expect(said.output.contains("draft  \"typed again\""), "\(said.output)\(said.errors)")
  }

  @Test func `a file that is no app, a misspelt word and help say what to do`() throws {
    let wrong = try type("launch", app: "storage: [")
    #expect(wrong.code == .invalidInput && wrong.errors.contains("[not-valid]"))
    let mistaken = try type("launch", app: "storge: {}")
    #expect(mistaken.code == .invalidInput && mistaken.errors.contains("did you mean `storage`?"))
    #expect(try type("hlep").output.contains("did you mean help?"))
    #expect(try type("help drag").output.contains("drop: right-edge"))
    #expect(try type("help drga").output.contains("did you mean drag"))
    #expect(try type("help", "exit", "launch: A").output.hasSuffix(" expect\n"))
    #expect(Harness().run("try", "/no/such/file").code == .unusable)
  }

  @Test func `lines may arrive in pieces, the last one without an end`() {
    var chunks = ["lau", "nch: A\nset: { draft: x", " }\n", "undo"][...]
    let reader = LineReader { Array((chunks.popFirst() ?? "").utf8) }
    #expect(reader.next() == "launch: A")
    #expect(reader.next() == "set: { draft: x }")
    #expect(reader.next() == "undo")
    #expect(reader.next() == nil)
  }

  @Test func `Ctrl-C at the prompt ends the tool quietly`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    try Data(Self.app.utf8).write(to: URL(filePath: folder.file("app.yaml")))
    let ended = try tool.shell(
      "$T try \(folder.file("app.yaml")) < <(echo launch; exec sleep 5) > \(folder.file("out"))"
        + " & p=$!; sleep 1; kill -INT $p; wait $p; echo code $?")
    #expect(ended.output == "code 130\n" && ended.errors.isEmpty)
    #expect(try String(contentsOfFile: folder.file("out"), encoding: .utf8).contains("front"))
  }

  @Test @MainActor func `an app in Swift is tried by its name`() throws {
    var harness = Harness(input: "launch: A\n")
    harness.apps = KnownApps(["HawkNotes": { HawkNotes() }])
    let said = harness.run("try", "HawkNotes")
    #expect(said.code == .success && said.output.contains(" active · front "), "\(said.errors)")
  }

  @Test func `a terminal gets a prompt`() throws {
    let tool = try Executable.find()
    guard try tool.shell("command -v script").code == 0 else { return }
    let folder = try TemporaryFolder()
    try Data(Self.app.utf8).write(to: URL(filePath: folder.file("app.yaml")))
    let said = try tool.shell(
      "printf 'launch: A\\nexit\\n' | script -qec '$T try \(folder.file("app.yaml"))' /dev/null"
    ).output
    #expect(said.contains("Type a step, such as `launch: A`, or help."))
    #expect(said.contains("> "))
    #expect(said.contains(" active · front "))
  }
}
