import Testing
import SceneCommands

struct HelpTests {
  @Test func `every command has three examples that name it`() {
    for command in CommandCatalogue.all {
      #expect(command.examples.count == 3, "\(command.name)")
      for example in command.examples {
        #expect(example.line.contains("scenesim"), "\(example.line)")
        #expect(example.line.contains(command.words.joined(separator: " ")), "\(example.line)")
      }
    }
  }

  @Test func `help of a command lists all its options after the examples`() {
    for command in CommandCatalogue.all {
      let page = Harness().run(["help"] + command.words)
      #expect(page.code == .success)
      #expect(page.output.split(separator: "\n").dropFirst().first == "examples")
      for option in command.options { #expect(page.output.contains("  \(option.spelling)")) }
      #expect(Harness().run(command.words + ["-h"]).output == page.output)
    }
  }

  @Test func `plain help and explanations are ASCII`() {
    var lines = [["help"], ["help", "checks"], ["explain"], ["explain", "isolated"]]
    lines += CommandCatalogue.all.map { ["help"] + $0.words }
    for line in lines {
      let said = Harness().run(line + ["--plain"])
      #expect(said.code == .success)
      #expect(said.output.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
    }
    #expect(Harness().run("help").output.contains("–"))
  }

  @Test(arguments: [
    (["test", "x"], "did you mean run?"), (["ls", "x"], "did you mean store ls?"),
    (["delete", "x"], "did you mean store rm?"), (["store", "list"], "did you mean store ls?"),
    (["store", "cat", "x"], "did you mean store get?"),
    (["store", "a.store"], "what to do stands before the place: store ls a.store"),
    (["run", "x", "--junit", "y"], "reports go with --report junit=FILE"),
    (["run", "x", "--report", "out/"], "a kind stands before the place: --report html=out/"),
    (["store", "rm", "x", "--yes"], "nothing is asked here: leave it out"),
  ])
  func `words of other tools lead to the command that is meant`(line: [String], hint: String) {
    let said = Harness().run(line)
    #expect(said.code == .usage)
    #expect(said.errors.contains("hint   \(hint)"), "\(said)")
  }

  @Test func `help of a step leads to its page`() {
    let said = Harness().run("help", "fault")
    #expect(said.code == .usage)
    #expect(said.errors.contains("'fault' is a step, not a command"), "\(said)")
    #expect(said.errors.contains("next   scenesim steps fault"), "\(said)")
  }

  @Test func `the overview lists exactly the commands there are`() {
    let overview = Harness().run("help").output
    for command in CommandCatalogue.all { #expect(overview.contains("\n  \(command.name) ")) }
    #expect(Harness().run("-h").output == overview)
  }

  @Test func `all exit codes are in their help page`() {
    let page = Harness().run("help", "exit-codes").output
    let numbers = page.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: " ").first.flatMap { Int32(String($0)) }
    }
    #expect(numbers == ExitCode.allCases.map(\.rawValue))
    #expect(numbers == [0, 1, 2, 3, 4, 5, 70, 77, 130, 141])
  }

  @Test func `the tool alone shows the overview, and --version the versions`() {
    let harness = Harness()
    #expect(harness.run([]).output == harness.run("help").output)
    #expect(harness.run([]).code == .success)
    #expect(harness.run("--version").output == harness.run("version").output)
  }

  @Test(arguments: [
    ("app", "storage"), ("checks", "A: phase"), ("matchers", "$contains"), ("scopes", "scope: tab"),
    ("types", "[string]"), ("handlers", "open-url"),
  ])
  func `the language of scenarios has its topics`(topic: String, word: String) {
    let page = Harness().run("help", topic)
    #expect(page.code == .success && page.output.contains(word), "\(page.output)")
  }

  @Test func `an option means the same for every command that has it`() {
    var valueNames: [String: String?] = [:]
    for command in CommandCatalogue.all {
      for option in command.options {
        if let known = valueNames[option.name] {
          #expect((known == nil) == (option.valueName == nil), "--\(option.name)")
        }
        valueNames[option.name] = option.valueName
      }
    }
  }

  @Test func `help about nothing we have suggests what is near`() {
    let result = Harness().run("help", "exit-code")
    #expect(result.code == .usage)
    #expect(result.errors.contains("did you mean exit-codes?"))
  }

  @Test(arguments: [
    (["help", "foo"], "topics are exit-codes, addresses"),
    (["help", "selct"], "next   scenesim steps select"),
    (["help", "isolated"], "next   scenesim explain isolated"),
    (["steps", "tapOn"], "nobody touches a screen here"),
    (["steps", "check"], "`expect: { A: { … } }` compares what a window shows"),
    (["steps", "relaunchApp"], "`relaunch` takes the app away and brings it back"),
    (["help", "no-such-tab"], "next   scenesim explain no-such-tab"),
    (["explain", "no-such"], "did you mean no-such-"),
    (["explain", "foo"], "`scenesim explain` has them all"),
    (["schema", "foo"], "there are scenario, app, steps"),
    (["steps", "foo"], "`scenesim steps` lists all of them"),
  ])
  func `a word that nothing is near to says where to look`(words: [String], said: String) {
    let result = Harness().run(words)
    #expect(result.code == .usage)
    #expect(result.errors.contains(said), "\(result.errors)")
  }
}
