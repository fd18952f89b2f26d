import Foundation
import SceneCommands
import SceneState
import Testing

/// Stores whose folder is not as an app leaves it: what is advised harms nothing that a link leads
/// to, and a copy changes nothing in what was sent.
struct UnsafePlaceTests {
  private static let isRoot = geteuid() == 0

  private func link(_ path: String, to goal: String) throws {
    // What is not there yet is made.
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: goal)
  }

  @Test func `no permission is changed through a link`() throws {
    let store = try SampleStore.demo()
    let victim = store.folder.file("victim")
    try Data("x".utf8).write(to: URL(filePath: victim))
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: victim)
    try link(store.path + "/lock.mdb", to: victim)
    let check = Harness().run("store", "check", store.path)
    #expect(check.code == .no)
    #expect(check.output.contains("  rm \(store.path)/lock.mdb\n"), "\(check)")
    for line in [["set", "A/hawk/draft", "x"], ["set", "A/hawk/draft", "x", "-n"], ["compact"]] {
      let result = Harness().run(["store", line[0], store.path] + line.dropFirst())
      #expect(result.code == .unusable)
      #expect(result.errors.contains("next   rm \(store.path)/lock.mdb\n"), "\(result)")
    }
  }

  @Test func `a link in the place of the file is copied into a folder of its own`() throws {
    let store = try SampleStore.demo()
    let file = store.folder.file("elsewhere.mdb")
    try FileManager.default.moveItem(atPath: store.path + "/data.mdb", toPath: file)
    try link(store.path + "/data.mdb", to: file)
    for verb in [["check"], ["backup", store.folder.file("b")], ["set", "A/hawk/draft", "x"]] {
      let result = Harness().run(["store", verb[0], store.path] + verb.dropFirst())
      #expect(result.code == .unusable)
      #expect(result.errors.contains("it leads to '\(file)'"), "\(result)")
      #expect(
        result.errors.contains(
          "next   mkdir -m 700 NEW-FOLDER && cp -L \(store.path)/data.mdb NEW-FOLDER/data.mdb\n"),
        "\(result)")
    }
  }

  @Test func `a link to a store is followed by name`() throws {
    let store = try SampleStore.demo()
    let path = store.folder.file("link.store")
    try link(path, to: "demo.store")
    let backup = Harness().run("store", "backup", path, store.folder.file("b.store"))
    #expect(backup.code == .unusable)
    #expect(backup.errors.contains("next   scenesim store check \(store.path)\n"), "\(backup)")
  }

  @Test func `a store in the place of the file is named`() throws {
    let store = try SampleStore.demo()
    let path = store.folder.file("outer.store")
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try FileManager.default.moveItem(atPath: store.path, toPath: path + "/data.mdb")
    let list = Harness().run("store", "ls", path)
    #expect(list.errors.contains("next   scenesim store check \(path)/data.mdb\n"), "\(list)")
  }

  @Test func `no file of a store is said to be in the way of an answer`() throws {
    let store = try SampleStore.demo()
    for name in ["data.mdb", "lock.mdb", "use.lock"] {
      let dump = Harness().run("store", "dump", store.path, "-o", "\(store.path)/\(name)")
      #expect(dump.code == .usage && dump.errors.contains("a file of a store"), "\(dump)")
      #expect(!dump.errors.contains("remove"), "\(dump)")
    }
    let folder = Harness().run("store", "dump", store.path, "-o", store.folder.file("new/"))
    #expect(folder.code == .unusable && folder.errors.contains("it is a folder"), "\(folder)")
  }

  @Test func `a copy changes nothing in a store that was sent`() throws {
    let place = try TemporaryFolder()
    let path = place.file("demo.store")
    let file = URL(filePath: path + "/data.mdb")
    for text in ["old", "new"] {
      let old = try? Data(contentsOf: file)
      let store = try SceneStore.open(URL(filePath: path))
      store.scene("A")[SceneKey("draft", default: "")] = text
      store.close()
      // The older file over the newer one, which the backup has.
      if let old { try old.write(to: file) }
    }
    let files = FileManager.default
    func state() throws -> [String: Data?] {
      let names = try files.subpathsOfDirectory(atPath: path).filter { !$0.hasPrefix("lock.mdb") }
      return Dictionary(
        uniqueKeysWithValues: names.map { ($0, files.contents(atPath: "\(path)/\($0)")) })
    }
    let before = try state()
    for line in [
      ["backup", path, "a"], ["backup", path, "b.snap"], ["compact", path, "-o", "c"],
    ] {
      let words = line.dropLast() + [place.file(line[line.count - 1])]
      let copy = Harness().run(["store"] + words)
      #expect(copy.code == .success, "\(copy)")
      #expect(copy.errors.contains("an older file was put here [older-than-backup]"), "\(copy)")
      #expect(try state() == before)
    }
    let repair = Harness().run("store", "repair", path, "-o", place.file("r.store"))
    #expect(
      repair.errors.contains("next   scenesim store load NEW \(path)/backup/002.snap\n"),
      "\(repair)")
  }

  @Test func `copies go into a folder with nothing in it`() throws {
    let store = try SampleStore.demo()
    for line in [["backup", store.path], ["compact", store.path, "-o"]] {
      let goal = store.folder.file("empty-\(line[0])")
      try FileManager.default.createDirectory(
        atPath: goal, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      let result = Harness().run(["store"] + line + [goal])
      #expect(result.code == .success, "\(result)")
      #expect(Harness().run("store", "diff", store.path, goal).code == .success)
    }
    let goal = store.folder.file("new.store")
    let load = Harness().run("store", "load", goal, store.path)
    #expect(load.code == .unusable)
    #expect(load.errors.contains("is a store, and no dump"), "\(load)")
    #expect(load.errors.contains("  scenesim store backup \(store.path) \(goal)\n"), "\(load)")
  }

  @Test func `a backup of another app is none of the store's`() throws {
    let place = try TemporaryFolder()
    for (app, count) in [("com.example.notes", 1), ("com.example.chat", 9)] {
      for number in 0..<count {
        var options = SceneStore.Options()
        options.appID = app
        let store = try SceneStore.open(URL(filePath: place.file(app)), options: options)
        store.scene("A")[SceneKey("draft", default: "")] = "\(number)"
        store.close()
      }
    }
    let path = place.file("com.example.notes")
    let files = FileManager.default
    try files.removeItem(atPath: path + "/backup")
    try files.copyItem(atPath: place.file("com.example.chat/backup"), toPath: path + "/backup")
    let list = Harness().run("store", "ls", path)
    #expect(list.code == .success && list.errors.isEmpty, "\(list)")
    let check = Harness().run("store", "check", path)
    #expect(check.code == .no)
    #expect(
      check.output.contains("is a backup of another app, 'com.example.chat': it is none of this"),
      "\(check)")
    #expect(!check.output.contains("an older file"), "\(check)")
    // Nor of a damaged one, of which the pages say whose it is.
    let data = URL(filePath: path + "/data.mdb")
    var damaged = try Data(contentsOf: data)
    damaged.replaceSubrange(0..<2 * 4_096, with: Data(count: 2 * 4_096))
    try damaged.write(to: data)
    let again = Harness().run("store", "check", path)
    #expect(again.output.contains("is a backup of another app, 'com.example.chat'"), "\(again)")
    let new = place.file("new.store")
    let repair = Harness().run("store", "repair", path, "-o", new)
    #expect(repair.output.contains("009.snap is of another app"), "\(repair)")
    let value = Harness().run("store", "get", new, "A/draft", "--raw")
    #expect(value.output == "0", "\(value)")
  }

  @Test func `what keeps apps from writing is told by a check`() throws {
    let store = try SampleStore.demo()
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o400], ofItemAtPath: store.path + "/data.mdb")
    let check = Harness().run("store", "check", store.path)
    #expect(check.code == .no)
    #expect(check.output.contains("warning structure  no app can write it: "), "\(check)")
    #expect(!check.output.contains("nothing is wrong"), "\(check)")
    #expect(check.output.contains("  chmod -R u+rwX \(store.path)\n"), "\(check)")
  }

  @Test(.enabled(if: isRoot, "only root may give files away"))
  func `files of another user in a store are told, and copied by a repair`() throws {
    let tool = try Executable.find()
    let store = try SampleStore.demo()
    let lock = store.path + "/lock.mdb"
    try #require(try tool.shell("chown 65534 \(lock)").code == 0)
    let check = Harness().run("store", "check", store.path)
    #expect(check.code == .no)
    #expect(check.output.contains("'\(lock)' belongs to another user than the folder"), "\(check)")
    #expect(check.output.contains("  sudo chown root \(lock)\n"), "\(check)")
    let new = store.folder.file("new.store")
    for line in [["set", "A/hawk/draft", "x"], ["compact"], ["backup", new]] {
      let result = Harness().run(["store", line[0], store.path] + line.dropFirst())
      #expect(result.code == .noPermission)
      #expect(result.errors.contains("'\(lock)' belongs to nobody, and you may not"), "\(result)")
      let next = line[0] == "backup" ? "repair \(store.path) -o \(new)" : "dump \(store.path) -o "
      #expect(result.errors.contains("next   scenesim store \(next)"), "\(result)")
    }
  }

  /// Writes over the end of the page that the list of free pages begins with.
  private func damageFreePages(of path: String) throws {
    let file = URL(filePath: path + "/data.mdb")
    var bytes = [UInt8](try Data(contentsOf: file))
    func number(_ offset: Int) -> UInt64 {
      bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let first = number(144) > number(4_096 + 144) ? 0 : 4_096
    let page = Int(try #require(Int(exactly: number(first + 80)))) * 4_096
    for offset in page + 4_032..<page + 4_096 { bytes[offset] = 0x71 }
    try Data(bytes).write(to: file)
  }

  @Test func `damage in the list of free pages takes nothing from the last commit`() throws {
    let store = try SampleStore.demo()
    for text in ["one", "two", "three"] {
      let set = Harness().run("store", "set", store.path, "A/hawk/draft", text)
      #expect(set.code == .success)
    }
    try damageFreePages(of: store.path)
    for line in [["ls"], ["get", "A/hawk/draft"], ["find", "three"], ["dump"]] {
      let result = Harness().run(["store", line[0], store.path] + line.dropFirst())
      #expect(result.code == .no && result.output.contains("three"), "\(result)")
      #expect(result.errors.contains("of the free pages: "), "\(result)")
      #expect(result.errors.contains("every value of the last commit is shown"), "\(result)")
    }
    let check = Harness().run("store", "check", store.path)
    #expect(check.code == .no && check.output.contains("4 of 4 read back"), "\(check)")
    let watch = Harness().run("store", "watch", store.path)
    #expect(watch.code == .no && watch.errors.contains("the store is damaged"), "\(watch)")
    let dry = Harness().run("store", "repair", store.path, "-o", store.folder.file("new"), "-n")
    #expect(dry.code == .no && dry.output.contains("of the free pages: "), "\(dry)")
  }
}
