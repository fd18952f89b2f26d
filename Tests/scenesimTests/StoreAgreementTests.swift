import Foundation
import SceneCommands
import SceneState
import StoreFormat
import StoreTools
import Synchronization
import Testing

/// Compares what three readers find in stores: a dump, `Scripts/read-store.py`, and py-lmdb alone.
///
/// Any test may hand over the stores it makes; without a Python that has the module nothing is
/// compared, and ``isPossible`` says so.
enum StoreAgreement {
  static let isPossible = PythonWithLMDB.isThere

  /// Whether every store that a test of this target leaves is compared before it is removed.
  static let comparesAll =
    ProcessInfo.processInfo.environment["SCENE_STORAGE_AGREEMENT"] != nil && isPossible

  /// Compares the stores in a folder that are sound; others are the business of other tests.
  static func compareAll(in folder: String) {
    let names = FileManager.default.subpaths(atPath: folder) ?? []
    let paths = names.filter { $0.hasSuffix("/data.mdb") }.map { name in
      folder + "/" + name.dropLast("/data.mdb".count)
    }
    for path in paths where Harness().run("store", "check", path, "-q").code == .success {
      let isForeign = !Harness().run("store", "stats", path).errors.isEmpty
      if isForeign { continue }
      let found = (try? differences([path])) ?? ["\(path): cannot be compared"]
      compared.withLock { $0 += 1 }
      print("compared \(compared.withLock { $0 }) stores")
      #expect(found == [])
    }
  }

  private static let compared = Mutex(0)

  /// Every row of every database, as py-lmdb sees it: store, database, key, bytes.
  private static let rows = """
    import lmdb, sys
    for path in sys.argv[1:]:
        store = lmdb.open(path, readonly=True, max_dbs=4)
        for name in ("info", "sessions", "values", "set-aside"):
            database = store.open_db(name.encode(), create=False)
            with store.begin() as reader:
                for key, data in reader.cursor(database):
                    print(path, name, key.hex(), data.hex(), sep="\\t")
        store.close()
    """

  /// What the readers say differently; empty if they agree.
  static func differences(_ paths: [String]) throws -> [String] {
    guard isPossible else { return [] }
    var found = Dictionary(
      grouping: try PythonWithLMDB.run(["-c", rows] + paths).output.split(separator: "\n"),
      by: { String($0.prefix { $0 != "\t" }) })
    var differences: [String] = []
    for path in paths {
      let dump = Harness().run("store", "dump", path).output
      let contents = try DumpReader.contents(Array(dump.utf8))
      differences += compare(contents, found.removeValue(forKey: path) ?? [], path)
      let script = PythonWithLMDB.scripts.appending(path: "read-store.py").path()
      let lines = try PythonWithLMDB.run([script, path]).output.split(separator: "\n")
      differences += try compare(dump: dump, with: lines, contents, path)
    }
    return differences
  }

  // MARK: Rows

  private static func compare(
    _ contents: StoreContents, _ lines: [Substring], _ path: String
  ) -> [String] {
    var theirs: Set<String> = []
    for line in lines {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count == 4 else { return ["\(path): '\(line)' is no row"] }
      // What belongs to one file or to running processes is in no dump.
      let isOwn = columns[1] == "info" && isLeftOut(columns[2])
      if !isOwn { theirs.insert(columns.dropFirst().joined(separator: "\t")) }
    }
    var ours: Set<String> = []
    for (name, rows) in contents.databases {
      for row in rows where name != "info" || !isLeftOut(Substring(hex(row.key))) {
        ours.insert("\(name)\t\(hex(row.key))\t\(hex(row.bytes))")
      }
    }
    return theirs.subtracting(ours).map { "\(path): only py-lmdb has \($0)" }
      + ours.subtracting(theirs).map { "\(path): only the dump has \($0)" }
  }

  private static func isLeftOut(_ key: Substring) -> Bool {
    // `compat` tells of rows that a dump leaves out.
    let isOfCommits = ["!commit", "!digest", "!recent", "compat"].contains {
      key == hex(Array($0.utf8))
    }
    return isOfCommits || key.hasPrefix(hex(Array("owner/".utf8)))
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  // MARK: Values

  /// The lines of the script against the values of the dump, in their order.
  private static func compare(
    dump: String, with lines: [Substring], _ contents: StoreContents, _ path: String
  ) throws -> [String] {
    let values = dump.split(separator: "\n").filter { $0.hasPrefix(#"{"kind":"value""#) }
    let sizes = contents.values.compactMap { row in
      (try? Envelope.decode(row.bytes, key: row.key))?.payload.count
    }
    guard values.count == lines.count, sizes.count >= values.count else {
      return ["\(path): \(values.count) values in the dump, the script finds \(lines.count)"]
    }
    var differences: [String] = []
    for (value, line) in zip(values, lines) {
      var ours = try object(value)
      var theirs = try object(line)
      if ours["scene"] is NSNull, let number = ours["session"] as? Int, number > 0 {
        ours["scene"] = "#\(number)"
        // Of a destroyed scene the script knows an empty name.
        if theirs["scene"] as? String == "" { theirs["scene"] = "#\(number)" }
      }
      if ours["type"] is NSNull { theirs["type"] = NSNull() }
      for member in ["session", "kind", "coding", "app", "bytes", "typeNumber"] {
        ours[member] = nil
      }
      for member in ["tab", "bytes"] { theirs[member] = nil }
      if NSDictionary(dictionary: ours) != NSDictionary(dictionary: theirs) {
        differences.append("\(path): dump \(value), script \(line)")
      }
    }
    return differences
  }

  private static func object(_ line: Substring) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(object as? [String: Any])
  }
}

struct StoreAgreementTests {
  @Test(.enabled(if: StoreAgreement.isPossible, "needs a python3 with the module lmdb"))
  func `a dump, the script and py-lmdb find the same in every store of the samples`() throws {
    let folder = try TemporaryFolder()
    let samples = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "SceneScenariosTests/Samples").path()
    var paths: [String] = []
    let names = try FileManager.default.contentsOfDirectory(atPath: samples)
    for name in names.sorted() where name.hasSuffix(".scene.yaml") {
      let path = folder.file("\(name).store")
      let line = ["run", samples + "/" + name, "--case", "1", "--store", path, "-q"]
      // What a case leaves counts, whether it passes or not.
      _ = Harness().run(line)
      if FileManager.default.fileExists(atPath: path + "/data.mdb") { paths.append(path) }
    }
    #expect(paths.count > 3)
    let demo = try SampleStore.demo()
    paths.append(demo.path)
    let copy = folder.file("copy.store")
    var harness = Harness()
    harness.input = Harness().run("store", "dump", demo.path).output
    #expect(harness.run("store", "load", copy, "-").code == .success)
    #expect(Harness().run("store", "set", copy, "A/hawk/draft", "\u{202E}é\n").code == .success)
    #expect(Harness().run("store", "rm", copy, "B/selectedTab").code == .success)
    paths.append(copy)
    for content in OriginalStore.Content.allCases {
      paths.append(folder.file("\(content).store"))
      _ = try OriginalStore(content, in: paths[paths.count - 1])
    }
    let differences = try StoreAgreement.differences(paths)
    #expect(differences == [])
  }

  @Test(.enabled(if: StoreAgreement.isPossible, "needs a python3 with the module lmdb"))
  func `a difference is found`() throws {
    let demo = try SampleStore.demo()
    let dump = Harness().run("store", "dump", demo.path).output
    #expect(try StoreAgreement.differences([demo.path]) == [])
    #expect(dump.contains("Tala is brave"))
    let other = try SampleStore.demo()
    #expect(Harness().run("store", "rm", other.path, "A/hawk/draft").code == .success)
    #expect(Harness().run("store", "dump", other.path).output != dump)
  }
}
