import Foundation
import SceneCommands
import SceneState
import Testing

/// Stores of which little or nothing is left: what commands say of them, and what they advise.
struct StoreLossTests {
  /// A folder like a store's with nothing but a data file.
  private func folder(_ bytes: [UInt8], in place: TemporaryFolder) throws -> String {
    let path = place.file("lost.store")
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(bytes).write(to: URL(filePath: path + "/data.mdb"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: path + "/data.mdb")
    return path
  }

  private static var sound: [UInt8] {
    get throws {
      let sample = try SampleStore.demo()
      return [UInt8](try Data(contentsOf: URL(filePath: sample.path + "/data.mdb")))
    }
  }

  @Test(arguments: [
    ("an empty file", 0), ("a text", 1), ("a file of zeros", 2),
    ("a file without any page of a store", 3),
    ("the beginning of a store, without any of its values", 4),
  ])
  func `a file of which nothing can be saved is said to be what it is`(
    words: String, kind: Int
  ) throws {
    let place = try TemporaryFolder()
    let bytes: [UInt8] =
      switch kind {
      case 0: []
      case 1: Array(repeating: "hello\nthis is text\n", count: 700).flatMap { Array($0.utf8) }
      case 2: Array(repeating: 0, count: 16_384)
      case 3: (0..<16_384).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
      default: Array(try Self.sound.prefix(8_192))
      }
    let path = try folder(bytes, in: place)
    let goal = place.file("repaired.store")
    for line in [["ls"], ["repair", "-o", goal], ["export"], ["check"]] {
      let result = Harness().run(["store", line[0], path] + line.dropFirst())
      #expect(result.code == .unusable, "\(line) \(result)")
      let text = result.output + result.errors
      #expect(text.contains("data.mdb is \(words), and there is no backup"), "\(line) \(text)")
      #expect(!text.contains("store repair"), "\(line) \(text)")
      if line[0] == "check" { #expect(text.contains("scenesim store load NEW-FOLDER FILE\n")) }
    }
    #expect(!FileManager.default.fileExists(atPath: goal))
    // A dump that a command left beside it is named.
    try Data().write(to: URL(filePath: path + ".before-7.jsonl"))
    let list = Harness().run("store", "ls", path).errors
    #expect(list.contains("store load NEW-FOLDER \(path).before-7.jsonl\n"), "\(list)")
    // So is a data file under another name, before it.
    try Data(try Self.sound).write(to: URL(filePath: path + "/data.mdb.bak"))
    for verb in ["ls", "check"] {
      let result = Harness().run("store", verb, path)
      let text = result.output + result.errors
      #expect(text.contains("beside it lies 'data.mdb.bak', the file of a store"), "\(text)")
      #expect(text.contains("cp -p \(path)/data.mdb.bak NEW-FOLDER/data.mdb\n"), "\(text)")
    }
  }

  @Test func `a store whose file is gone comes back from its backup, as is said`() throws {
    let place = try TemporaryFolder()
    let path = place.file("gone.store")
    let store = try SceneStore.open(URL(filePath: path))
    store.scene("A")[SceneKey("draft", default: "")] = "typed"
    store.close()
    try FileManager.default.removeItem(atPath: path + "/data.mdb")
    let goal = place.file("repaired.store")
    for verb in ["ls", "check"] {
      let result = Harness().run("store", verb, path)
      #expect(result.code == .unusable)
      #expect(result.errors.contains("'\(path)' has no data.mdb, but backup/001.snap"))
      #expect(result.errors.contains("scenesim store repair \(path) -o repaired-gone.store\n"))
    }
    let repair = Harness().run("store", "repair", path, "-o", goal)
    #expect(repair.code == .no)
    #expect(repair.output.contains("1 value saved; something may be lost: "), "\(repair)")
    #expect(repair.output.contains("1 value is of a backup"), "\(repair)")
    #expect(Harness().run("store", "get", goal, "A/draft").output == "\"typed\"\n")
  }

  @Test func `what a cut took is counted, also where the commit's record went with it`() throws {
    let place = try TemporaryFolder()
    let whole = place.file("whole.store")
    let store = try SceneStore.open(URL(filePath: whole))
    for scene in ["A", "B", "C"] {
      for note in 0..<90 {
        store.scene(SceneID(rawValue: scene)).nested("note", "n\(note)")[
          SceneKey("line", default: "")] = String(repeating: "\(note) ", count: 40)
      }
      // The pages of the values lie before those that the last commits write.
      try store.flush()
    }
    store.close()
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: whole + "/data.mdb")))
    let goal = place.file("repaired.store")
    var counted = 0
    for pages in stride(from: bytes.count / 4096 - 1, to: 8, by: -3) {
      let path = try folder(Array(bytes.prefix(pages * 4096)), in: place)
      let repair = Harness().run("store", "repair", path, "-o", goal, "--json")
      try FileManager.default.removeItem(atPath: path)
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(repair.output.utf8)) as? [String: Any])
      let (saved, lost) = (json["values"] as? Int ?? 0, json["lost"] as? Int ?? 0)
      #expect(saved + lost == 270, "\(pages) pages: \(saved) saved, \(lost) lost")
      if saved < 270 { counted += 1 }
      try FileManager.default.removeItem(atPath: goal)
    }
    #expect(counted > 3)
  }

  @Test func `rows under damaged names make no windows`() throws {
    let sample = try SampleStore.demo()
    try sample.put([
      ("values", Array("!commit".utf8), [1, 2, 3]), ("values", Array("app".utf8), [4]),
      ("values", Array("session/A".utf8), [0, 0, 0, 1]),
    ])
    let goal = sample.folder.file("new.store")
    let repair = Harness().run("store", "repair", sample.path, "-o", goal)
    #expect(repair.code == .no)
    #expect(repair.output.contains("left out   3 rows under damaged names were left out\n"))
    #expect(!repair.output.contains("recovered-"), "\(repair)")
    #expect(Harness().run("store", "check", goal).code == .success)
    #expect(Harness().run("store", "ls", goal, "--set-aside", "--plain").output == "")
    let scenes = Harness().run("store", "scenes", goal, "--plain").output
    #expect(scenes.split(separator: "\n").count == 2, "\(scenes)")
  }

  @Test func `what the last commit had and is lost is counted, with its scene`() throws {
    let place = try TemporaryFolder()
    let path = place.file("demo.store")
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: path), options: options)
    // Enough for pages of their own; the last page that is written has the newest values.
    for name in ["A", "B"] {
      for key in 0..<60 {
        store.scene(SceneID(rawValue: name))[SceneKey("k\(key)", default: "")] =
          String(repeating: name, count: 150)
      }
      try store.flush()
    }
    store.close()
    let file = URL(filePath: path + "/data.mdb")
    var bytes = [UInt8](try Data(contentsOf: file))
    let pages = Array(stride(from: 0, to: bytes.count, by: 4_096))
    let needle = Array(String(repeating: "B", count: 150).utf8)
    // The last page with values of B and none of A.
    let found = try #require(
      pages.last { page in
        let text = bytes[page..<page + 4_096]
        return text.firstRange(of: needle) != nil
          && text.firstRange(of: Array(String(repeating: "A", count: 150).utf8)) == nil
      })
    bytes.replaceSubrange(found..<found + 4_096, with: repeatElement(0, count: 4_096))
    try Data(bytes).write(to: file)
    let goal = place.file("repaired.store")
    let repair = Harness().run("store", "repair", path, "-o", goal)
    #expect(repair.code == .no)
    let lost = try #require(
      repair.output.firstMatch(
        of:
          /lost +(\d+) values of scene B: the last commit had 120; their names were in pages that cannot be read\n/
      ))
    #expect(
      repair.output.contains("\(120 - (Int(lost.output.1) ?? 0)) values saved; \(lost.output.1) "))
    #expect(!repair.output.contains("something may be lost"), "\(repair)")
  }

  @Test func `an older file over a newer one is told, and what the backup has is named`() throws {
    let place = try TemporaryFolder()
    let path = place.file("demo.store")
    let file = URL(filePath: path + "/data.mdb")
    func write(_ text: String) throws {
      let store = try SceneStore.open(URL(filePath: path))
      store.scene("A")[SceneKey("draft", default: "")] = text
      store.close()
    }
    try write("old")
    let old = try Data(contentsOf: file)
    try write("new")
    try old.write(to: file)
    for line in [["ls"], ["get", "A/draft"], ["stats"]] {
      let look = Harness().run(["store", line[0], path] + line.dropFirst())
      #expect(look.code == .success && look.errors.contains("[older-than-backup]"), "\(look)")
      #expect(look.errors.contains("next   scenesim store check \(path)\n"), "\(look)")
    }
    let check = Harness().run("store", "check", path)
    #expect(check.code == .no)
    let line = try #require(check.output.split(separator: "\n").first { $0.contains("warning") })
    #expect(line.contains("backup/002.snap at txn ") && line.contains("an older file was put here"))
    #expect(line.hasSuffix("scenesim store load NEW \(path)/backup/002.snap"))
    let goal = place.file("repaired.store")
    let repair = Harness().run("store", "repair", path, "-o", goal)
    #expect(repair.code == .no && repair.output.hasSuffix("saved, and a backup has more\n"))
    let new = place.file("new.store")
    #expect(Harness().run("store", "load", new, path + "/backup/002.snap").code == .success)
    #expect(Harness().run("store", "get", new, "A/draft").output == "\"new\"\n")
    // Whoever goes on from the older file is told what became of the backup.
    let set = Harness().run("store", "set", path, "A/draft", "next")
    #expect(set.code == .success && set.errors.contains("backup/002.newer.snap"), "\(set)")
  }

  @Test func `links that lead nowhere are said to do so`() throws {
    let place = try TemporaryFolder()
    let files = FileManager.default
    let (itself, gone) = (place.file("itself"), place.file("gone"))
    try files.createSymbolicLink(atPath: itself, withDestinationPath: "itself")
    try files.createSymbolicLink(atPath: gone, withDestinationPath: "nowhere")
    let inside = place.file("inside.store")
    try files.createDirectory(atPath: inside, withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: inside + "/data.mdb", withDestinationPath: "data.mdb")
    for (path, words, code) in [
      (itself, "'\(itself)' is a symbolic link to itself", "no-such-store"),
      (gone, "'\(gone)' is a symbolic link to 'nowhere', where nothing is", "no-such-store"),
      (inside, "'\(inside)/data.mdb' is a symbolic link to itself", "not-a-store"),
    ] {
      for line in [["ls"], ["check"], ["repair", "-o", place.file("x")]] {
        let result = Harness().run(["store", line[0], path] + line.dropFirst())
        #expect(result.code == .unusable)
        #expect(result.errors.contains("\(words) [\(code)]"), "\(result)")
      }
    }
  }
}
