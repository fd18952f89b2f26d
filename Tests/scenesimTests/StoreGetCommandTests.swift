import Foundation
import Testing
import SceneCommands

struct StoreGetCommandTests {
  @Test(arguments: [
    ([String](), "\"Tala is brave\"\n"), (["--raw"], "Tala is brave"),
    (["--hex"], "54616c61206973206272617665\n"), (["--plain"], "\"Tala is brave\"\n"),
  ])
  func `only the value is printed`(flags: [String], output: String) throws {
    let store = try SampleStore.demo()
    let result = Harness().run(["store", "get", store.path, "A/hawk/draft"] + flags)
    #expect(result.code == .success)
    #expect(result.output == output)
    #expect(result.errors.isEmpty)
  }

  @Test func `a missing value is a no with the nearest address`() throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "get", store.path, "A/hawk/darft")
    #expect(result.code == .no)
    #expect(result.output.isEmpty)
    #expect(
      result.errors == """
        error: no value at A/hawk/darft [no-such-value]
          hint   did you mean A/hawk/draft?

        """)
  }

  @Test(arguments: ["A/", "A", "*/draft", "A/*", "A/hawk/"])
  func `an address of several values is refused`(address: String) throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "get", store.path, address)
    #expect(result.code == .usage)
    #expect(result.errors.contains("'\(address)' can mean more than one value"))
  }

  @Test(arguments: ["/draft", "?tmp/draft", "A/10%", "A/%zz", "A/%FF"])
  func `an address that means nothing is wrong usage`(address: String) throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "get", store.path, address)
    #expect(result.code == .usage)
    #expect(result.errors.contains("next   scenesim help addresses"))
  }

  @Test func `names with marks of addresses are escaped both ways`() throws {
    let names = ["a/b", "100%", "*", "?app", "ü 鷹", "a\u{7}b", "%2F"]
    let store = try SampleStore(
      sessions: names.enumerated().map { (UInt32($0.offset + 1), $0.element, "") },
      values: names.enumerated().map {
        .text($0.element, $0.element, session: UInt32($0.offset + 1), tab: $0.element)
      })
    let addresses = Harness().run("store", "ls", store.path, "--keys").output
      .split(separator: "\n")
    #expect(addresses.count == names.count)
    for (address, name) in zip(addresses, names) {
      let result = Harness().run("store", "get", store.path, String(address), "--raw")
      #expect(result.output == name)
    }
  }

  @Test func `a missing store says what to do next`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("none.store")
    let result = Harness().run("store", "get", path, "A/k")
    #expect(result.code == .unusable)
    #expect(result.errors.contains("there is no store at '\(path)' [no-such-store]"))
    #expect(result.errors.contains("next   scenesim run FILE --case 1 --store \(path)"))
    let other = Harness().run("store", "ls", folder.path)
    #expect(other.code == .unusable)
    #expect(other.errors.contains("[not-a-store]"))
    #expect(FileManager.default.subpaths(atPath: folder.path) == [])
  }

  @Test func `a store of a newer format is shown as far as it is understood`() throws {
    let store = try SampleStore(
      sessions: [(1, "A", "")], values: [.text("raven", "selectedTab")], format: 9)
    for verb in ["ls", "tree", "stats", "scenes", "dump", "export"] {
      let result = Harness().run("store", verb, store.path)
      #expect(result.code == .success, "\(verb) \(result)")
      #expect(
        result.errors.contains("warning: format 9 is newer than this version's 1"), "\(verb)")
      #expect(result.errors.contains("[newer-format]"))
    }
    let get = Harness().run("store", "get", store.path, "A/selectedTab")
    #expect(get.output == "\"raven\"\n" && get.errors.contains("[newer-format]"))
    // Nothing is written into what is not understood.
    let set = Harness().run("store", "set", store.path, "A/selectedTab", "hawk")
    #expect(set.code == .unusable, "\(set)")
  }

  @Test func `the standing store is used if none is given`() throws {
    let store = try SampleStore.demo()
    var harness = Harness()
    let missing = harness.run("store", "ls")
    #expect(missing.code == .usage)
    #expect(missing.errors.contains("set SCENESIM_STORE"))
    harness.environment["SCENESIM_STORE"] = store.path
    #expect(harness.run("store", "get", "B/selectedTab").output == "\"hawk\"\n")
    #expect(harness.run("store", "ls", "B/", "--keys").output == "B/selectedTab\n")
    #expect(harness.run("store", "ls", "--keys").output.split(separator: "\n").count == 4)
    harness.environment["SCENESIM_STORE"] = store.path + "-gone"
    for words in [["ls"], ["set", "B/draft", "x"]] {
      let gone = harness.run(["store"] + words)
      #expect(gone.code == .unusable && gone.errors.contains("SCENESIM_STORE names it"), "\(gone)")
    }
    let chosen = Harness().run("store", "ls", "B/", "--keys", "--store", store.path)
    #expect(chosen.output == "B/selectedTab\n")
  }
}
