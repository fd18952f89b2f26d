import Foundation
import SceneCommands
import SceneState
import Testing

/// What commands advise where somebody most likely meant something else.
struct StoreNextTests {
  private func errors(_ line: String...) -> String { Harness().run(line).errors }

  @Test func `edit of a place says what set says, and waits for nobody without a terminal`() throws
  {
    let store = try SampleStore.demo()
    for verb in [["edit"], ["set", "x"]] {
      let result = Harness().run(["store", verb[0], store.path, "A/hawk/"] + verb.dropFirst())
      #expect(result.code == .usage)
      #expect(result.errors.hasPrefix("error: 'A/hawk/' can mean more than one value [usage]\n"))
      #expect(result.errors.contains("next   scenesim store ls \(store.path) A/hawk/\n"))
    }
    for editor in [nil, "/usr/bin/vim -u NONE"] {
      var harness = Harness()
      harness.environment["EDITOR"] = editor
      harness.prepare = { surroundings in
        surroundings.runProgram = { _, _ in
          Issue.record("an editor was begun")
          return .exited(0)
        }
      }
      let result = harness.run("store", "edit", store.path, "A/hawk/draft")
      #expect(result.code == .usage && result.errors.contains("needs a terminal"), "\(result)")
    }
  }

  @Test func `an address without its scene is known`() throws {
    let store = try SampleStore.demo()
    #expect(errors("store", "get", store.path, "hawk/draft").contains("mean A/hawk/draft?"))
    #expect(errors("store", "ls", store.path, "hawk").contains("did you mean A/hawk/?"))
    let tab = errors("store", "ls", store.path, "selectedTab")
    #expect(tab.contains("did you mean A/selectedTab, B/selectedTab?"), "\(tab)")
  }

  @Test func `what is no store says how to come to one`() throws {
    let place = try TemporaryFolder()
    for (name, text, next) in [
      ("a.scene.yaml", "x", "scenesim run %@ --case 1 --store NEW-FOLDER"),
      ("a.jsonl", "{\"schema\":\"scenesim.dump/1\"}", "scenesim store load NEW-FOLDER %@"),
      ("001.snap", "SCENESNP", "scenesim store load NEW-FOLDER %@"),
    ] {
      let path = place.file(name)
      try Data(text.utf8).write(to: URL(filePath: path))
      let text = errors("store", "ls", path)
      #expect(text.contains("next   \(next.replacing("%@", with: path))\n"), "\(text)")
    }
    let store = try SampleStore.demo()
    let load = errors("store", "load", store.path, store.path)
    #expect(load.contains("is a store, and no dump [not-read]"), "\(load)")
    #expect(load.contains("next   scenesim store dump \(store.path) -o dump.jsonl\n"))
    #expect(errors("store", "cp", store.path, "x").contains("`store get` and `store set`"))
  }

  @Test func `a number below zero is a value`() throws {
    let store = try SampleStore.demo()
    let line = ["store", "set", store.path, "A/hawk/draft", "-5"]
    #expect(Harness().run(line).code == .success)
    #expect(Harness().run("store", "get", store.path, "A/hawk/draft").output == "\"-5\"\n")
    #expect(Harness().run(line.dropLast() + ["-5x"]).code == .usage)
  }

  @Test func `a value whose quotes are missing is put in quotes`() throws {
    let store = try SampleStore.demo()
    let line = errors("store", "set", store.path, "A/hawk/draft", "two", "words")
    #expect(line.contains("next   scenesim store set \(store.path) A/hawk/draft 'two words'\n"))
  }

  @Test func `the way back works where nobody can be asked`() throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "discard", store.path, "A", "--force")
    let back = try #require(result.errors.firstMatch(of: /back   scenesim (.+)/)?.output.1)
    let words = back.split(separator: " ").map(String.init)
    #expect(words.last == "--force" && Harness().run(words).code == .success)
    #expect(Harness().run("store", "get", store.path, "A/hawk/draft").code == .success)
  }

  @Test func `a check with another app's file removes nothing`() throws {
    let store = try SampleStore.demo()
    let app = store.folder.file("chat.scene.yaml")
    let text = """
      scenesim: 1
      scenario: t
      app:
        tabs: { chats: Chats, calls: Calls }
        storage: { unread: { type: int, scope: app } }
      steps: [{ launch: A }]
      """
    try Data(text.utf8).write(to: URL(filePath: app))
    let result = Harness().run("store", "check", store.path, "--app", app, "--quiet")
    #expect(result.code == .no && result.output.contains("another app's"), "\(result)")
    #expect(!result.output.contains("store rm"))
  }
}
