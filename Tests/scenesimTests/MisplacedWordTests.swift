import SceneCommands
import Testing

/// Words that belong elsewhere: what is said leads there.
struct MisplacedWordTests {
  @Test func `a step and a command of a group have pages of their own`() {
    let step = Harness().run("explain", "set")
    #expect(step.code == .usage && step.errors.contains("next   scenesim steps set\n"), "\(step)")
    let command = Harness().run("help", "ls")
    #expect(command.errors.contains("'ls' is a command of `store`"), "\(command)")
    #expect(command.errors.contains("next   scenesim help store ls\n"))
  }

  @Test func `a dump before its store is told, and an option without its value`() throws {
    let sample = try SampleStore.demo()
    let dump = sample.folder.file("d.jsonl")
    #expect(Harness().run("store", "dump", sample.path, "-o", dump).code == .success)
    let load = Harness().run("store", "load", dump, sample.path)
    #expect(load.code == .usage && load.errors.contains("the store comes first"), "\(load)")
    #expect(load.errors.contains("next   scenesim store load \(sample.path) \(dump)\n"))
    let list = Harness().run("store", "ls", "--store=")
    #expect(list.code == .usage && list.errors.contains("--store needs a value (DIR)"), "\(list)")
  }
}
