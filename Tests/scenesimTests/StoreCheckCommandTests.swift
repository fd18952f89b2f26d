import Foundation
import SceneCommands
import SceneState
import StoreFormat
import Testing

struct StoreCheckCommandTests {
  /// A store as an app leaves it.
  private func store() throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: path), options: options)
    store.scene("A").tab("hawk")[SceneKey("draft", default: "")] = "Tala"
    store.scene("B")[SceneKey("n", default: 0)] = 1
    store.close()
    return (folder, path)
  }

  @Test func `a healthy store has a line for each area and nothing is wrong`() throws {
    let (folder, path) = try store()
    defer { withExtendedLifetime(folder) {} }
    let result = Harness().run("store", "check", path)
    #expect(result.code == .success)
    #expect(result.errors.isEmpty)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("ok      structure  5 databases, 2 values") == true)
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("ok      ") || $0.hasPrefix("note    ") })
    #expect(lines.last == "nothing is wrong")
    let quiet = Harness().run("store", "check", path, "-q")
    #expect(quiet.output.isEmpty && quiet.code == .success)
    let json = Harness().run("store", "check", path, "--json").output
    #expect(
      json.hasPrefix("{\"schema\":\"scenesim.store.check/1\",\"store\":\"\(path)\",\"sound\":true"))
  }

  @Test func `a damaged value is found, and the command that helps is named`() throws {
    let (folder, path) = try store()
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: path), options: options)
    try store.corrupt(ValueAddress(session: 1, path: ScopePath([.tab("hawk")]), key: "draft"))
    store.close()
    let result = Harness().run("store", "check", path)
    #expect(result.code == .no)
    let line = try #require(result.output.split(separator: "\n").first { $0.hasPrefix("damage") })
    #expect(line.contains("values     A/hawk/draft: "))
    #expect(line.hasSuffix("scenesim store repair \(path) -o repaired-demo.store"))
    #expect(result.output.hasSuffix("\n1 damage\n"))
    let rows = Harness().run("store", "check", path, "--format", "jsonl").output
    #expect(rows.contains(#""severity":"damage","area":"values""#))
    // What it names does help.
    let goal = folder.file("repaired.store")
    let repair = Harness().run("store", "repair", path, "-o", goal)
    #expect(repair.code == .no)
    // The commit before had it whole, and the sums prove that it is the newest; the damaged bytes
    // are kept, too.
    #expect(
      repair.output.contains(
        "taken\nset aside  A/hawk/draft: its bytes are damaged; those of the commit before were taken\n"
      ))
    #expect(
      repair.output.hasSuffix(
        "\(goal): 2 values saved; something may be lost: 1 value is damaged, "
          + "1 value is of the commit before\n"))
    #expect(Harness().run("store", "check", goal).code == .success)
    #expect(Harness().run("store", "get", goal, "A/hawk/draft").output == "\"Tala\"\n")
  }

  @Test func `a value that the app could not read is a note that says why`() throws {
    let (folder, path) = try store()
    defer { withExtendedLifetime(folder) {} }
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: path), options: options)
    #expect(store.scene("B")[SceneKey("n", default: "")] == "")
    store.close()
    let result = Harness().run("store", "check", path)
    #expect(result.code == .success)
    let lines = result.output.split(separator: "\n")
    let line = try #require(lines.first { $0.contains("set-aside") })
    #expect(line.hasPrefix("note    set-aside  B/n: the app could not read the value that is "))
    #expect(line.hasSuffix("scenesim store ls \(path) B/n --set-aside"))
  }

  @Test func `values of a scene whose record is gone are found and saved by what is said`() throws {
    let store = try SampleStore(
      sessions: [(1, "A", "")],
      values: [.text("x", "k"), .text("old", "k", session: 7), .text("old", "j", session: 7)])
    let result = Harness().run("store", "check", store.path)
    #expect(result.code == .no)
    let line = try #require(
      result.output.split(separator: "\n").first { $0.hasPrefix("warning orphans") })
    #expect(line.hasSuffix("scenesim store repair \(store.path) -o repaired-demo.store"))
    let goal = store.path + "-repaired"
    let repair = Harness().run("store", "repair", store.path, "-o", goal)
    #expect(repair.output.contains("found"))
    #expect(Harness().run("store", "check", goal).code == .success)
  }

  @Test func `what is found several times is told once, and in JSON each time`() throws {
    let store = try SampleStore.demo()
    try store.put((1...3).map { ("sessions", [0, 0, 0, 0, UInt8($0)], [82, 1, 2]) })
    let check = Harness().run("store", "check", store.path)
    #expect(check.output.contains(" (3 times)  scenesim store repair "), "\(check)")
    let json = Harness().run("store", "check", store.path, "--json").output
    #expect(json.components(separatedBy: "session 0: ").count == 4, "\(json)")
  }

  @Test func `an app with variables is compared as its first case has it`() throws {
    let store = try SampleStore.demo()
    let app = store.folder.file("app.scene.yaml")
    let text = """
      scenesim: 1
      scenario: t
      app:
        tabs: { hawk: Hawk, raven: Raven }
        storage:
          selectedTab: { type: string, scope: scene }
          draft: { type: string, scope: "${scope}" }
          path: { type: "[string]", scope: "${scope}" }
      cases: [{ case: one, scope: tab }]
      steps: [{ launch: A }]
      """
    try Data(text.utf8).write(to: URL(filePath: app))
    let check = Harness().run("store", "check", store.path, "--app", app)
    #expect(!check.errors.contains("declares no app"), "\(check)")
  }

  @Test func `what is no store cannot be checked`() throws {
    let folder = try TemporaryFolder()
    #expect(Harness().run("store", "check", folder.path).code == .unusable)
    #expect(Harness().run("store", "check", folder.file("none")).code == .unusable)
    #expect(Harness().run("store", "repair", folder.file("none"), "-o", "x").code == .unusable)
  }
}

struct StoreCopyCommandTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func filled() throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: path), options: options)
    for index in 0..<40 {
      store.scene("A")[SceneKey("k\(index)", default: "")] = String(repeating: "x", count: 4_000)
    }
    try store.flush()
    for index in 1..<40 { store.scene("A").reset(SceneKey("k\(index)", default: "")) }
    store.close()
    return (folder, path)
  }

  @Test func `a copy has the same content, its own size, and one owner`() throws {
    let (folder, path) = try filled()
    let copy = folder.file("copy.store")
    let result = Harness().run("store", "backup", path, copy)
    #expect(result.code == .success, "\(result.errors)")
    #expect(result.output.hasPrefix("\(path)  "))
    #expect(result.output.contains(" → \(copy)  "))
    #expect(try mode(copy) == 0o700 && mode(copy + "/data.mdb") == 0o600)
    let (old, new) = (
      Harness().run("store", "ls", path, "--plain").output,
      Harness().run("store", "ls", copy, "--plain").output
    )
    #expect(old == new && !new.isEmpty)
    let again = Harness().run("store", "backup", path, copy)
    #expect(again.code == .unusable)
    #expect(again.errors.contains("[file-exists]"))
  }

  @Test func `a backup file becomes a store again`() throws {
    let (folder, path) = try filled()
    let file = folder.file("notes.snap")
    let made = Harness().run("store", "backup", path, file, "--json")
    #expect(made.code == .success, "\(made.errors)")
    #expect(made.output.contains(#""schema":"scenesim.store.copy/1""#))
    #expect(try mode(file) == 0o600)
    let copy = folder.file("again.store")
    let loaded = Harness().run("store", "load", copy, file)
    #expect(loaded.code == .success, "\(loaded.errors)")
    #expect(loaded.output == "made \(copy): 1 value added, 1 scene added\n")
    #expect(
      Harness().run("store", "ls", copy, "--plain").output
        == Harness().run("store", "ls", path, "--plain").output)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(filePath: file))
    let broken = Harness().run("store", "load", folder.file("third.store"), file)
    #expect(broken.code == .invalidInput)
    #expect(!FileManager.default.fileExists(atPath: folder.file("third.store")))
  }

  @Test func `compacting makes the file smaller, where it is or elsewhere`() throws {
    let (folder, path) = try filled()
    func size(_ path: String) throws -> Int {
      try #require(
        FileManager.default.attributesOfItem(atPath: path + "/data.mdb")[.size] as? Int)
    }
    let before = try size(path)
    let dump = Harness().run("store", "dump", path).output
    let dry = Harness().run("store", "compact", path, "-n")
    #expect(dry.code == .success && dry.output.hasPrefix("\(path)  "))
    let small = folder.file("small.store")
    let elsewhere = Harness().run("store", "compact", path, "-o", small)
    #expect(elsewhere.code == .success, "\(elsewhere.errors)")
    #expect(try size(path) == before && size(small) < before)
    let here = Harness().run("store", "compact", path)
    #expect(here.code == .success, "\(here.errors)")
    #expect(try size(path) < before)
    for store in [path, small] {
      let now = Harness().run("store", "ls", store, "--plain").output
      #expect(now.contains("k0") && dump.contains("k0"))
    }
  }

  @Test func `purging asks for the store's name and leaves no old bytes`() throws {
    let (folder, path) = try filled()
    defer { withExtendedLifetime(folder) {} }
    let store = try SceneStore.open(URL(filePath: path), options: .init(commitDelay: .zero))
    store.scene("A")[SceneKey("secret", default: "")] = "s3cr3t-of-this-test"
    try store.flush()
    store.scene("A").reset(SceneKey("secret", default: ""))
    store.close()
    #expect(Harness().run("store", "purge", path).code == .usage)
    let result = Harness(isTerminal: true, input: "demo.store\n").run("store", "purge", path)
    #expect(result.code == .success, "\(result.errors)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: path)
    for file in files {
      let bytes = try? Data(contentsOf: URL(filePath: path + "/" + file))
      #expect(bytes?.range(of: Data("s3cr3t-of-this-test".utf8)) == nil, "\(file)")
    }
  }

  @Test func `a store that somebody has open is copied and not compacted`() throws {
    let (folder, path) = try filled()
    let store = try SceneStore.open(URL(filePath: path))
    let tool = try Executable.find()
    let copy = folder.file("copy.store")
    #expect(try tool.shell("$T store backup \(path) \(copy)").code == 0)
    let refused = try tool.shell("$T store compact \(path)")
    #expect(refused.code == 4)
    #expect(refused.errors.contains("[store-in-use]"))
    store.close()
  }
}
