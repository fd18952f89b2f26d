import Foundation
import SceneCommands
import SceneScenarios
import Testing

struct CompletionTests {
  /// What can stand at the last word.
  private func words(_ line: String...) -> [String] {
    let result = Harness().run(["completion", "--words", "--"] + line)
    #expect(result.code == .success)
    return result.output.split(separator: "\n").map { line in
      String(line.prefix { $0 != "\t" })
    }
  }

  @Test func `commands are completed, verbs of a group after it`() {
    let first = CommandCatalogue.all.map { $0.words[0] }
    #expect(Set(words("")) == Set(first))
    #expect(words("ver") == ["version"])
    let verbs = CommandCatalogue.all.filter { $0.words[0] == "store" }.map { $0.words[1] }
    #expect(Set(words("store", "")) == Set(verbs))
    #expect(verbs.contains("ls"))
    #expect(words("no-such-command", "").isEmpty)
  }

  @Test func `every option of a command and every global one is offered once`() {
    for command in CommandCatalogue.all {
      let result = Harness().run(["completion", "--words", "--"] + command.words + ["--"])
      for option in command.options {
        #expect(result.output.contains("--\(option.name)\t"), "\(command.name) \(option.name)")
      }
      #expect(result.output.contains("--json\t"))
    }
    #expect(words("version", "--quiet", "--qu").isEmpty)
    #expect(words("version", "--qu") == ["--quiet"])
  }

  @Test func `values come from where the option gets them`() {
    #expect(words("version", "--format", "j") == ["json", "jsonl"])
    #expect(words("version", "--format=j") == ["--format=json", "--format=jsonl"])
    // Bash takes them apart, and its script takes what is before the mark away.
    #expect(words("version", "--format", "=", "j") == ["--format=json", "--format=jsonl"])
    #expect(words("run", "x", "--update", "=", "m") == ["--update=missing"])
    #expect(words("run", "x", "--update", "=").count == 5)
    #expect(words("run", "x", "--update=f") == ["--update=force"])
    #expect(words("run", "--trace", "") == [":files"])
    #expect(words("run", "x", "--store", "") == [":folders"])
    #expect(words("run", "--", "-") == [":files"])
    #expect(words("new", "--like", "ta") == ["tabs", "tables"])
  }

  @Test func `operands come from the tables`() {
    #expect(words("steps", "dra") == ["drag"])
    #expect(words("explain", "not-as") == ["not-as-expected"])
    #expect(words("help", "exit") == ["exit-codes"])
    #expect(words("completion", "") == ["bash", "zsh", "fish"])
    #expect(words("run", "") == [":files"])
    #expect(words("steps", "").count == StepCatalogue.all.count)
    #expect(words("version", "").isEmpty)
  }

  @Test func `cases come from the files of the line`() throws {
    let stage = try TranscriptStage(hasStore: false)
    let file = stage.folder.file("my.scene.yaml")
    #expect(
      words("run", file, "--case", "")
        == ["one key per scene (the bug)", "one key per tab (the fix)"])
    #expect(words("run", stage.folder.file("none.scene.yaml"), "--case", "").isEmpty)
  }

  @Test func `addresses come from the store of the line`() throws {
    let store = try SampleStore.demo()
    #expect(words("store", "get", store.path, "") == ["A/", "B/"])
    #expect(words("store", "get", store.path, "A/") == ["A/selectedTab", "A/hawk/", "A/raven/"])
    #expect(words("store", "get", store.path, "A/h") == ["A/hawk/"])
    #expect(words("store", "ls", store.path, "A/hawk/") == ["A/hawk/draft"])
    #expect(words("store", "ls", "--store", store.path, "B") == ["B/"])
    #expect(
      words("store", "export", store.path, "--redact", "") == ["draft", "path", "selectedTab"])
    #expect(words("store", "get", "none.store", "A/").isEmpty)
    #expect(words("store", "ls", "") == [":folders"])
    var harness = Harness()
    harness.environment["SCENESIM_STORE"] = store.path
    let standing = harness.run("completion", "--words", "--", "store", "get", "A/hawk/")
    #expect(standing.output == ":folders\nA/hawk/draft\t\"Tala is brave\"\n")
    let either = harness.run("completion", "--words", "--", "store", "ls", "")
    #expect(either.output == ":folders\nA/\t3 values\nB/\t1 value\n")
  }

  @Test func `an unknown shell is refused with the ones there are`() {
    let result = Harness().run("completion", "bsh")
    #expect(result.code == .usage)
    #expect(result.errors.contains("did you mean bash"))
    #expect(Harness().run("completion", "bash", "zsh").code == .usage)
  }

  // MARK: In real shells

  /// Runs the script that a shell gets; nil if the shell is not installed.
  private func shell(_ name: String, _ script: (String) -> String) throws -> String? {
    let tool = try Executable.find()
    guard try tool.shell("command -v \(name)").code == 0 else { return nil }
    let folder = try TemporaryFolder()
    #expect(try tool.shell("$T completion \(name) > \(folder.file("c"))").code == 0)
    #expect(try tool.shell("\(name) -n \(folder.file("c"))").code == 0)
    try Data(script(folder.file("c")).utf8).write(to: URL(filePath: folder.file("s")))
    let result = try tool.shell(
      "PATH=$(dirname $T):$PATH \(name == "fish" ? "fish -N" : name) \(folder.file("s"))")
    #expect(result.errors.isEmpty)
    return result.output
  }

  @Test func `bash completes options, values behind an equals sign and file names`() throws {
    let stage = try TranscriptStage(hasStore: false)
    let output = try shell("bash") { path in
      """
      source \(path)
      compopt() { :; }
      ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _scenesim; echo "${COMPREPLY[*]}"; }
      complete -p scenesim
      ask scenesim run --ke
      ask scenesim version --format = js
      ask scenesim run \(stage.folder.file("my.scene.yaml")) --case ""
      ask scenesim run \(stage.folder.file("my.s"))
      """
    }
    #expect(
      output == """
        complete -F _scenesim scenesim
        --keep-store
        json jsonl
        one\\ key\\ per\\ scene\\ \\(the\\ bug\\) one\\ key\\ per\\ tab\\ \\(the\\ fix\\)
        \(stage.folder.file("my.scene.yaml"))

        """)
  }

  @Test func `zsh hands the words to its completion, files to its own`() throws {
    let output = try shell("zsh") { path in
      """
      compdef() { print -r -- "compdef $@" }
      compadd() { print -rl -- $found }
      _files() { print files $@ }
      source \(path)
      words=(scenesim run --ke) CURRENT=3; _scenesim
      words=(scenesim run "") CURRENT=3; _scenesim
      words=(scenesim version --nothing) CURRENT=3; _scenesim; true
      """
    }
    guard let output else { return }
    #expect(output == "compdef _scenesim scenesim\n--keep-store\nfiles\n")
  }

  @Test func `fish shows words with what they mean`() throws {
    let output = try shell("fish") { path in
      """
      source \(path)
      complete -C "scenesim run --ke"
      complete -C "scenesim new --like ta"
      """
    }
    guard let output else { return }
    #expect(output.hasPrefix("--keep-store\tkeep"))
    #expect(output.hasSuffix("tables\ntabs\n"))
  }
}
