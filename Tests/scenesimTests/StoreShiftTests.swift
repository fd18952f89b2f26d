import Foundation
import SceneCommands
import SceneState
import Testing

/// Stores whose bytes stand elsewhere than they were written, and values whose pages are gone.
struct StoreShiftTests {
  /// A store with short values and one that needs pages of its own.
  private static func store(_ folder: TemporaryFolder) throws -> (path: String, bytes: [UInt8]) {
    let path = folder.file("demo.store")
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: path), options: options)
    for name in ["A", "B"] {
      store.scene(SceneID(rawValue: name))[SceneKey("draft", default: "")] = name
    }
    store.scene("A")[SceneKey("notes", default: "")] = String(repeating: "Tala ", count: 3_000)
    store.close()
    return (path, [UInt8](try Data(contentsOf: URL(filePath: path + "/data.mdb"))))
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path + "/data.mdb"))
  }

  @Test(arguments: ["in front", "gone in front", "inside", "archive"])
  func `a file whose bytes are shifted is repaired`(_ way: String) throws {
    let folder = try TemporaryFolder()
    var (path, bytes) = try Self.store(folder)
    switch way {
    case "in front": bytes.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: 0)
    case "gone in front": bytes.removeFirst()
    // The folder and the file have a block each before the file's bytes, and zeros stand at the end.
    case "archive":
      bytes.insert(contentsOf: Array(repeating: 0x41, count: 1_024), at: 0)
      bytes += Array(repeating: 0, count: 1_024 + 2_048)
    default: bytes.insert(7, at: 8_192)
    }
    try Self.write(bytes, to: path)
    let check = Harness().run("store", "check", path)
    #expect(check.code == .no && check.output.contains("store repair"), "\(check)")
    let goal = folder.file("new.store")
    let repair = Harness().run("store", "repair", path, "-o", goal)
    // Where the first pages are found all is as it was.
    let isWhole = ["in front", "archive"].contains(way)
    #expect(repair.code == (isWhole ? .success : .no), "\(repair)")
    #expect(repair.output.contains(": 3 values saved"), "\(repair)")
    #expect(Harness().run("store", "get", goal, "B/draft").output == "\"B\"\n")
    #expect(Harness().run("store", "get", goal, "A/notes").output.utf8.count == 15_003)
  }

  @Test func `a store that was copied as text is told, and how to copy it`() throws {
    let folder = try TemporaryFolder()
    let (path, bytes) = try Self.store(folder)
    // Behind its beginning line ends have moved all so often that no value is whole.
    let rest = (0..<20_000).flatMap { (index: Int) -> [UInt8] in
      index % 8 == 0 ? [13, 10] : [UInt8(truncatingIfNeeded: index) | 128]
    }
    try Self.write(Array(bytes.prefix(64)) + rest, to: path)
    let check = Harness().run("store", "check", path)
    #expect(check.output.contains("copied as text"), "\(check)")
    #expect(check.output.contains("copy it again as it is"), "\(check)")
  }

  @Test func `text with line ends of another system is no store`() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try Self.store(folder)
    let text = String(repeating: "a line\r\n\0", count: 100)
    try Self.write(Array(text.utf8), to: path)
    let check = Harness().run("store", "check", path)
    #expect(check.code == .unusable && !check.output.contains("copied as text"), "\(check)")
  }

  @Test(arguments: ["line ends", "replaced", "Latin-1"])
  func `a copy as text is told by whoever looks at what is left`(_ way: String) throws {
    let folder = try TemporaryFolder()
    var (path, bytes) = try Self.store(folder)
    // Enough line ends, in a text that is long.
    let text = Array("Tala Tala".utf8)
    let start = try #require(bytes.indices.last { bytes[$0...].starts(with: text) })
    for index in 0..<4 { bytes[start + 2 * index] = 10 }
    let copy = bytes.flatMap { (byte: UInt8) -> [UInt8] in
      if byte == 10, way == "line ends" { return [13, 10] }
      if byte < 128 || way == "line ends" { return [byte] }
      return way == "replaced" ? [0xEF, 0xBF, 0xBD] : Array(String(UnicodeScalar(byte)).utf8)
    }
    try Self.write(copy, to: path)
    for verb in ["ls", "check"] {
      let result = Harness().run("store", verb, path)
      #expect((result.output + result.errors).contains("copied as text"), "\(verb) \(result)")
    }
  }

  @Test func `a backup that alone is left, and is damaged, is no way out`() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try Self.store(folder)
    let backup = path + "/backup/001.snap"
    let copy = folder.file("copy.snap")
    #expect(Harness().run("store", "backup", path, copy).code == .success)
    try FileManager.default.createDirectory(
      atPath: path + "/backup", withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: copy, toPath: backup)
    try FileManager.default.removeItem(atPath: path + "/data.mdb")
    let left = Harness().run("store", "ls", path)
    #expect(left.errors.contains("has no data.mdb, but backup/001.snap"), "\(left)")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: backup)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(filePath: backup))
    for words in [["ls", path], ["repair", path, "-o", folder.file("new.store")]] {
      let result = Harness().run(["store"] + words)
      #expect(result.code == .unusable, "\(result)")
      #expect(
        result.errors.contains(
          "data.mdb is gone, and backup/001.snap is damaged: nothing can be saved"), "\(result)")
    }
  }

  @Test(arguments: [false, true])
  func `a value to which a page still leads is told as lost`(isCut: Bool) throws {
    let folder = try TemporaryFolder()
    var (path, bytes) = try Self.store(folder)
    // Neither first page counts, and the pages of the long value are gone or overwritten.
    for place in [0, 4_096] { for index in 0..<64 { bytes[place + index] = 0xFF } }
    let text = Array("Tala Tala Tala".utf8)
    let found = try #require(
      bytes.indices.last { bytes[$0] == text[0] && bytes[$0...].starts(with: text) })
    let pages = (0..<bytes.count / 4_096).filter { page in
      Data(bytes[page * 4_096..<(page + 1) * 4_096]).range(of: Data(text)) != nil
    }
    #expect(found > 0 && pages.count > 2)
    for page in pages {
      // The one with the beginning of the value has short ones, too.
      let part = page * 4_096..<(page + 1) * 4_096
      if Data(bytes[part]).range(of: Data("draft".utf8)) != nil { continue }
      bytes.replaceSubrange(part, with: Array(repeating: isCut ? 0 : 0x55, count: 4_096))
    }
    try Self.write(bytes, to: path)
    let goal = folder.file("new.store")
    let repair = Harness().run("store", "repair", path, "-o", goal)
    #expect(repair.output.contains("lost       A/notes: "), "\(repair)")
    #expect(repair.output.contains(": 2 values saved; 1 value is lost"), "\(repair)")
    #expect(Harness().run("store", "get", goal, "B/draft").output == "\"B\"\n")
  }

  @Test func `a dry run refuses what the command refuses`() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try Self.store(folder)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o666], ofItemAtPath: path + "/data.mdb")
    for words in [
      ["set", path, "A/draft", "x"], ["rm", path, "A/draft", "--force"],
      ["rename", path, "A/draft", "A/other"],
    ] {
      let dry = Harness().run(["store"] + words + ["-n"])
      let real = Harness().run(["store"] + words)
      #expect(dry.code == .unusable && real.code == .unusable, "\(dry) \(real)")
      #expect(dry.output.isEmpty)
      #expect(dry.errors.contains("next   chmod go-w \(path)/data.mdb\n"), "\(dry)")
      #expect([dry, real].allSatisfy { $0.errors.contains("[insecure-location]") })
    }
    let check = Harness().run("store", "check", path)
    #expect(check.output.contains("chmod go-w \(path)/data.mdb"), "\(check)")
  }

  @Test func `a value as bytes is no JSON`() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try Self.store(folder)
    let result = Harness().run("store", "get", path, "A/draft", "--raw", "--json")
    #expect(result.code == .usage && result.errors.contains("--raw and --json exclude each other"))
  }
}
