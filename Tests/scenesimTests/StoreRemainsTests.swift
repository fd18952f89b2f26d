import Foundation
import LMDB
import SceneCommands
import SceneState
import StoreFormat
import Testing

/// What a store still has when a part of it is gone: values by their names, dumps and backups by
/// what they are, and what a command would take away for good.
struct StoreRemainsTests {
  private let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  /// A store with backups, two of its values in pages of their own.
  private func store() throws -> String {
    let path = place.file("demo.store")
    let store = try SceneStore.open(URL(filePath: path))
    store.scene("A").tab("one")[SceneKey("long", default: "")] = String(
      repeating: "L", count: 9_000)
    store.scene("A").tab("one")[SceneKey("draft", default: "")] = "typed"
    store.close()
    return path
  }

  /// Makes every page zeros in which a text stands.
  private func clear(_ text: String, in path: String) throws {
    let file = URL(filePath: path + "/data.mdb")
    var bytes = [UInt8](try Data(contentsOf: file))
    for page in stride(from: 8_192, to: bytes.count, by: 4_096)
    where bytes[page..<page + 4_096].firstRange(of: Array(text.utf8)) != nil {
      bytes.replaceSubrange(page..<page + 4_096, with: repeatElement(0, count: 4_096))
    }
    try Data(bytes).write(to: file)
  }

  private func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

  @Test func `a value whose pages are damaged is lost by its name`() throws {
    let path = try store()
    try clear(String(repeating: "L", count: 100), in: path)
    try remove(path + "/backup")
    let repair = Harness().run("store", "repair", path, "-o", place.file("new.store"))
    #expect(repair.code == .no)
    #expect(
      repair.output.contains(
        "lost       A/one/long: its page is damaged, and no version of it was found\n"),
      "\(repair)")
    #expect(repair.output.contains("1 value saved; 1 value is lost"), "\(repair)")
    let json = Harness().run("store", "repair", path, "-o", place.file("b.store"), "--json").output
    #expect(json.contains(#""lost":1,"lostValues":["A/one/long"]"#), "\(json)")
  }

  @Test(arguments: ["dump", "backup"])
  func `a dump or a backup in the place of the file is said to be one, and loaded`(
    kind: String
  ) throws {
    let path = try store()
    let before = Harness().run("store", "ls", path, "--plain").output
    let file = place.file(kind == "dump" ? "a.jsonl" : "a.snap")
    let made =
      kind == "dump"
      ? Harness().run("store", "dump", path, "-o", file)
      : Harness().run("store", "backup", path, file)
    #expect(made.code == .success, "\(made)")
    try remove(path + "/backup")
    try remove(path + "/data.mdb")
    try FileManager.default.moveItem(atPath: file, toPath: path + "/data.mdb")
    let words = kind == "dump" ? "the dump of a store" : "a backup of a store"
    let check = Harness().run("store", "check", path)
    #expect(check.code == .no)
    #expect(check.output.contains("data.mdb is \(words), which can be loaded"), "\(check)")
    #expect(check.output.contains("scenesim store load NEW \(path)/data.mdb"), "\(check)")
    for line in [["ls"], ["repair", "-o", place.file("x")]] {
      let result = Harness().run(["store", line[0], path] + line.dropFirst())
      #expect(result.code == .unusable)
      #expect(result.errors.contains("data.mdb is \(words), and no store"), "\(result)")
      #expect(result.errors.contains("scenesim store load NEW-FOLDER \(path)/data.mdb\n"))
    }
    let new = place.file("new.store")
    let load = Harness().run("store", "load", new, path + "/data.mdb")
    #expect(load.code == .success, "\(load)")
    #expect(Harness().run("store", "ls", new, "--plain").output == before)
  }

  @Test func `what may have the only whole version of a value is not thrown away`() throws {
    let sample = try SampleStore.demo()
    try sample.damage("draft", tab: "hawk")
    let bytes = try Data(contentsOf: URL(filePath: sample.path + "/data.mdb"))
    for line in [["purge", "--force"], ["compact"], ["purge", "-n"]] {
      let result = Harness().run(["store", line[0], sample.path] + line.dropFirst())
      #expect(result.code == .unusable)
      #expect(result.errors.contains("1 value is damaged, the first at A/hawk/draft"), "\(result)")
      #expect(result.errors.contains("`store check` lists"), "\(result)")
      #expect(result.errors.contains("next   scenesim store repair "), "\(result)")
    }
    #expect(try Data(contentsOf: URL(filePath: sample.path + "/data.mdb")) == bytes)
    // A copy takes nothing away, and is one of a store that is not whole.
    for line in [["backup", "copy.snap"], ["compact", "-o", "copy.store"]] {
      let words = line.dropFirst().map { $0 == "-o" ? $0 : sample.folder.file($0) }
      let result = Harness().run(["store", line[0], sample.path] + words)
      #expect(result.code == .no)
      #expect(result.errors.contains("1 value is damaged, the first at A/hawk/draft"), "\(result)")
    }
    #expect(Harness().run("store", "rm", sample.path, "A/hawk/draft", "--force").code == .success)
    #expect(Harness().run("store", "purge", sample.path, "--force").code == .success)
  }

  @Test func `a repair says why a damaged backup helps nothing`() throws {
    let path = try store()
    let backup = URL(filePath: path + "/backup/001.snap")
    try Data(contentsOf: backup).dropLast(100).write(to: backup)
    try Data(repeating: 0, count: 3 * 4_096).write(to: URL(filePath: path + "/data.mdb"))
    let repair = Harness().run("store", "repair", path, "-o", place.file("new.store"))
    #expect(repair.code == .unusable)
    #expect(repair.errors.contains("a backup counts as a whole or not at all"), "\(repair)")
  }

  @Test func `a check reads the backups, too`() throws {
    let path = try store()
    let backup = path + "/backup/001.snap"
    let sound = Harness().run("store", "check", path)
    #expect(sound.code == .success)
    #expect(sound.output.contains("ok      backups    1 backup, read to the end\n"), "\(sound)")
    let bytes = try Data(contentsOf: URL(filePath: backup))
    try bytes.dropLast(100).write(to: URL(filePath: backup))
    let check = Harness().run("store", "check", path)
    #expect(check.code == .no)
    #expect(
      check.output.contains("warning backups    backup/001.snap: the record at byte "), "\(check)")
    #expect(check.output.contains("\n1 warning\n"), "\(check)")
    let load = Harness().run("store", "load", place.file("new.store"), backup)
    #expect(load.code == .invalidInput && load.errors.contains("an older one beside it"), "\(load)")
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path + "/backup")
    let open = Harness().run("store", "check", path).output
    #expect(open.contains("no backup is made: ") && open.contains("everybody may write to it"))
    try remove(path + "/backup")
    try Data().write(to: URL(filePath: path + "/backup"))
    #expect(Harness().run("store", "check", path).output.contains("no backup is made: "))
  }

  @Test func `a store without its data file is said to have been one`() throws {
    let path = try store()
    try remove(path + "/backup")
    try remove(path + "/data.mdb")
    for verb in ["ls", "check"] {
      let result = Harness().run("store", verb, path)
      #expect(result.code == .unusable)
      #expect(result.errors.contains("'\(path)' was a store: its data.mdb is gone"), "\(result)")
    }
  }

  @Test func `a data file that lies there under another name is named`() throws {
    let path = try store()
    try remove(path + "/backup")
    let old = URL(filePath: path + "/data.mdb")
    try FileManager.default.moveItem(at: old, to: URL(filePath: path + "/data.mdb.bak"))
    let moved = Harness().run("store", "ls", path)
    #expect(moved.errors.contains("but 'data.mdb.bak' lies there [store-damaged]"), "\(moved)")
    #expect(moved.errors.contains("next   cp -p \(path)/data.mdb.bak \(path)/data.mdb"), "\(moved)")
    try remove(path + "/data.mdb.bak")
    try Data([0x1F, 0x8B, 8, 0]).write(to: URL(filePath: path + "/data.mdb.gz"))
    let packed = Harness().run("store", "ls", path)
    #expect(
      packed.errors.contains("but 'data.mdb.gz', a compressed file (gzip), lies there"), "\(packed)"
    )
    #expect(packed.errors.contains("unpacked as data.mdb"), "\(packed)")
  }

  @Test func `what rsync leaves of a copy that was cut short is told as that`() throws {
    let place = try TemporaryFolder()
    let path = place.file("part.store")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try Data([1, 2, 3]).write(to: URL(filePath: path + "/.data.mdb.Xk2PqR"))
    let list = Harness().run("store", "ls", path)
    #expect(list.errors.contains("a copy by rsync leaves that was cut short [store-damaged]"))
    #expect(
      list.errors.contains("next   cp -p \(path)/.data.mdb.Xk2PqR \(path)/data.mdb"), "\(list)")
  }

  @Test func `what is packed is to be unpacked, whatever its name is`() throws {
    let place = try TemporaryFolder()
    for (name, bytes, next) in [
      ("a.tgz", [0x1F, 0x8B, 8, 0], "mkdir -m 700 NEW-FOLDER && tar -xf %@ -C NEW-FOLDER"),
      ("b.gz", [0x1F, 0x8B, 8, 0], "mkdir -m 700 NEW-FOLDER && gzip -dc %@ > NEW-FOLDER/"),
      ("c.zip", [0x50, 0x4B, 3, 4], "unzip %@ -d NEW-FOLDER"),
    ] as [(String, [UInt8], String)] {
      let path = place.file(name)
      try Data(bytes).write(to: URL(filePath: path))
      let list = Harness().run("store", "ls", path)
      #expect(list.errors.contains("unpack it"), "\(list)")
      #expect(list.errors.contains("next   \(next.replacing("%@", with: path))"), "\(list)")
    }
    let path = try store()
    let file = URL(filePath: path + "/data.mdb")
    try Data(try Data(contentsOf: file).base64EncodedString().utf8).write(to: file)
    try remove(path + "/backup")
    let list = Harness().run("store", "ls", path)
    #expect(list.errors.contains("as a text (base64) [not-a-store]"), "\(list)")
    #expect(
      list.errors.contains("next   mkdir -m 700 NEW-FOLDER && base64 -d \(path)/data.mdb > "),
      "\(list)")
  }

  @Test func `nothing is left beside a file of somebody else's`() throws {
    let place = try TemporaryFolder()
    let path = place.file("mails")
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let file = URL(filePath: path + "/data.mdb")
    let environment = try Environment.open(
      place.file("other"), options: .init(allowsAnyFileSystem: true, databases: ["mails"]))
    environment.close()
    let foreign = try Data(contentsOf: URL(filePath: place.file("other/data.mdb")))
    for bytes in [Data("SQLite format 3\0".utf8) + Data(count: 4_096), foreign] {
      try bytes.write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
      for line in [["ls"], ["check"], ["tree"], ["repair", "-o", place.file("new")]] {
        let result = Harness().run(["store", line[0], path] + line.dropFirst())
        #expect(result.code == .unusable && result.errors.contains("[not-a-store]"), "\(result)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["data.mdb"])
    }
  }

  @Test func `values are shown though all is lost that says they are a store's`() throws {
    let sample = try SampleStore.demo()
    let environment = try Environment.open(
      sample.path,
      options: .init(
        mapSizeBytes: 16 << 20, allowsAnyFileSystem: true,
        databases: ["info", "sessions", "values", "set-aside"]))
    let info = try #require(environment.database("info"))
    try environment.write { txn throws(LMDBError) in
      for key in [InfoKey.format, InfoKey.commit] { _ = try txn.delete(key, in: info) }
    }
    environment.close()
    let list = Harness().run("store", "ls", sample.path, "--keys")
    #expect(list.code == .no)
    #expect(list.output.contains("A/hawk/draft\n"), "\(list)")
  }
}
