import Foundation
import SceneCommands
import SceneState
import Testing

/// Files that somebody sent instead of a store: each is told to be what it is, with the command that
/// makes a store of it.
struct SentFileTests {
  private let place: TemporaryFolder
  private let sample: SampleStore

  init() throws {
    place = try TemporaryFolder()
    sample = try SampleStore.demo()
  }

  private func put(_ bytes: [UInt8], _ name: String) throws -> String {
    let path = place.file(name)
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  /// A file that is sent, what it is said to be, and a part of the command that helps, with % for the
  /// file; empty if none does.
  struct Sent: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let words: String
    let next: String

    init(_ name: String, _ bytes: [UInt8], _ words: String, _ next: String) {
      (self.name, self.bytes, self.words, self.next) = (name, bytes, words, next)
    }

    init(_ name: String, _ text: String, _ words: String, _ next: String) {
      self.init(name, Array(text.utf8), words, next)
    }

    var testDescription: String { name }
  }

  /// An archive as far as anybody looks who tells it from others.
  private static let tar: [UInt8] =
    [UInt8](repeating: 0x61, count: 257) + Array("ustar".utf8) + [UInt8](repeating: 0, count: 250)

  private static let dump = #"{"schema":"scenesim.dump/1"}"#

  private static let packed: [Sent] = [
    Sent("a.tar", tar, "a tar archive", "mkdir -m 700 NEW-FOLDER && tar -xf % -C NEW-FOLDER"),
    Sent("a.tar.xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "(xz)", "tar -xf % -C NEW-FOLDER"),
    Sent("a.bz2", "BZh9", "(bzip2)", "bzip2 -dc % > NEW-FOLDER/data.mdb"),
    Sent("a.jsonl.gz", [0x1F, 0x8B, 8], "(gzip)", "gzip -dk %"),
    Sent("a", [0x1F, 0x8B, 8], "(gzip)", "gzip -dc % > NEW-FOLDER/data.mdb"),
    Sent("a.zst", [0x28, 0xB5, 0x2F, 0xFD], "(zstd)", "zstd -dc % > NEW-FOLDER/data.mdb"),
    Sent("a.7z", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive", "7z x % -oNEW-FOLDER"),
    Sent("a.rar", "Rar!\u{1A}\u{7}", "a RAR archive", "unrar x % NEW-FOLDER/"),
    Sent("a.b64", "AAAAAAAAAAAAAAgAAAAAAN7A776tvg==", "(base64)", "base64 -d %"),
  ]

  private static let others: [Sent] = [
    Sent("a.sqlite", "SQLite format 3\0", "a SQLite database", ""),
    Sent("a.txt", "Dear support\n", "a text", ""), Sent("a.store", "", "an empty file", ""),
    Sent("a.csv", "scene,tab,key,type,bytes,txn,version,value\n", "an export", ""),
    Sent("a.json", "{\n  \"schema\": \"scenesim.store.export/1\"\n}\n", "an export", ""),
    Sent("a.mdb", "VERSION=3\nformat=bytevalue\n", "a dump for mdb_load", "mdb_load -f %"),
    Sent("b.jsonl", "[\(dump)]", "as one array", "jq -c '.[]' % > dump.jsonl"),
    Sent("c.jsonl", "\u{FEFF}\(dump)\n", "behind a byte order mark", "sed "),
    Sent("d.jsonl", "> hello\n> \(dump)\n", "with the dump of a store in it", "sed -n "),
    Sent("e.jsonl", "\(dump)\n{\"kind\":\"ty", "cut short", ""),
    Sent(
      "f.jsonl", [0xFF, 0xFE] + Array(dump.utf8).map { [$0, 0] }.joined(), "in UTF-16",
      "iconv -f UTF-16 -t UTF-8 % > dump.jsonl"),
  ]

  @Test(arguments: packed + others)
  func `a file is told to be what it is, by check, diff and load alike`(
    file: Sent
  ) throws {
    let path = try put(file.bytes, file.name)
    let lines = [
      ["check", path], ["ls", path], ["diff", sample.path, path], ["load", place.file("n"), path],
    ]
    for line in lines {
      let result = Harness().run(["store"] + line)
      let isDump = ["diff", "load"].contains(line[0])
      #expect(result.code == (isDump ? .invalidInput : .unusable), "\(result)")
      #expect(result.errors.contains(file.words), "\(line): \(result)")
      #expect(!result.errors.contains("scenesim run FILE"), "\(line): \(result)")
      let told = result.errors.components(separatedBy: "next   ").dropFirst().joined()
      let wanted = file.next.replacing("%", with: path)
      #expect(file.next.isEmpty ? told.isEmpty : told.contains(wanted), "\(line): \(result)")
    }
  }

  @Test func `a store's file that came alone becomes a store in a folder of its own`() throws {
    let file = place.file("customer.bin")
    try FileManager.default.copyItem(atPath: sample.path + "/data.mdb", toPath: file)
    let line = "mkdir -m 700 NEW-FOLDER && cp -p \(file) NEW-FOLDER/data.mdb"
    for verb in [["check", file], ["diff", sample.path, file], ["load", place.file("n"), file]] {
      let result = Harness().run(["store"] + verb)
      #expect(result.errors.contains("the data.mdb of a store, alone"), "\(result)")
      #expect(result.errors.contains("next   \(line)\n"), "\(result)")
    }
    let tool = try Executable.find()
    let made = try tool.shell(
      "cd \(place.path) && \(line) && $T store diff \(sample.path) NEW-FOLDER")
    #expect(made.code == 0 && made.output == "no difference\n", "\(made)")
  }

  @Test(arguments: [
    "DATA.MDB", "data (1).mdb", "Copy of data.mdb", "data.sync-conflict-1.mdb", "scenes.mdb",
    "data",
  ])
  func `a store's file is found in its folder whatever it is called`(name: String) throws {
    let files = FileManager.default
    try files.moveItem(atPath: sample.path + "/data.mdb", toPath: "\(sample.path)/\(name)")
    for isStore in [true, false] {
      if !isStore { try files.removeItem(atPath: sample.path + "/use.lock") }
      let check = Harness().run("store", "check", sample.path)
      #expect(
        check.code == .unusable && check.errors.contains("data.mdb, but '")
          || check.errors.contains("is gone, but '\(name)' lies there"), "\(check)")
      #expect(check.errors.contains("next   cp -p "), "\(check)")
      #expect(check.errors.contains(" \(sample.path)/data.mdb\n"), "\(check)")
    }
  }

  @Test func `a packed one in its folder is unpacked in its place`() throws {
    try FileManager.default.removeItem(atPath: sample.path + "/data.mdb")
    for (name, program, bytes) in [
      ("data.mdb.xz", "xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
      ("x.bz2", "bzip2", [0x42, 0x5A, 0x68]),
    ] as [(String, String, [UInt8])] {
      let packed = "\(sample.path)/\(name)"
      try Data(bytes).write(to: URL(filePath: packed))
      let check = Harness().run("store", "check", sample.path)
      #expect(check.errors.contains("but '\(name)', a compressed file"), "\(check)")
      #expect(
        check.errors.contains("next   \(program) -dc \(packed) > \(sample.path)/data.mdb\n"),
        "\(check)")
      try FileManager.default.removeItem(atPath: packed)
    }
  }

  @Test func `what stands in a store's place for mdb_load is given to it`() throws {
    try Data("VERSION=3\nformat=bytevalue\n".utf8).write(
      to: URL(filePath: sample.path + "/data.mdb"))
    let line = "mkdir -m 700 NEW-FOLDER && mdb_load -f \(sample.path)/data.mdb NEW-FOLDER"
    let check = Harness().run("store", "check", sample.path)
    #expect(check.output.contains("a dump for mdb_load, which can be loaded"), "\(check)")
    #expect(check.output.contains(line), "\(check)")
    let list = Harness().run("store", "ls", sample.path)
    #expect(list.errors.contains("next   \(line)"), "\(list)")
  }

  @Test func `a store two folders further down is named, and an empty folder told`() throws {
    let folder = place.file("a/b")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(Harness().run("store", "ls", folder).errors.contains("but an empty folder"))
    try FileManager.default.copyItem(atPath: sample.path, toPath: folder + "/scenes.store")
    let list = Harness().run("store", "ls", place.file("a"))
    #expect(list.errors.contains("next   scenesim store ls \(folder)/scenes.store\n"), "\(list)")
  }
}
