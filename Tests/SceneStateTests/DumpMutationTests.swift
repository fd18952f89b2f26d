import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools
import Testing

/// Dumps that somebody changed: what is loaded makes a store that apps can use, or nothing.
@Suite struct DumpMutationTests {
  private static let sample = Result { () throws -> [String] in
    let folder = try StoreFolder()
    try folder.withStore { store in
      for name in ["A", "B", "C"] {
        let scene = store.scene(SceneID(rawValue: name))
        scene[SceneKey("draft", default: "")] = "text of \(name)"
        scene.tab("hawk")[SceneKey("count", default: 0)] = 7
      }
      try store.flush()
      store.destroySession("C")
      store.app[SceneKey("theme", default: "")] = "dark"
    }
    return DumpWriter(try StoreInspector.contents(folder.store.path)).text
      .split(separator: "\n").map(String.init)
  }

  private static let numbers = [
    "0", "1", "2", "3", "4", "7", "58", "4294901759", "4294901760", "4294967294", "4294967295",
    "4294967296", "4611686018427387903", "4611686018427387904", "18446744073709551615", "null",
  ]

  /// Lines with one to three changes: other numbers, other names, lines twice, away or elsewhere.
  private static func mutated(
    _ lines: [String], _ random: inout DamageNumbers
  ) -> [String] {
    var lines = lines
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let index = Int.random(in: 0..<lines.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<7:
        let found = lines[index].ranges(of: /:[0-9]+/)
        guard let range = found.randomElement(using: &random) else { continue }
        let number = numbers.randomElement(using: &random) ?? "0"
        lines[index].replaceSubrange(range, with: ":\(number)")
      case 7:
        let names = ["\"A\"", "\"B\"", "\"C\""]
        let (old, new) = (names.randomElement(using: &random), names.randomElement(using: &random))
        lines[index] = lines[index].replacing(old ?? "", with: new ?? "")
      case 8: lines.append(lines[index].replacing("\"A\"", with: "\"A2\""))
      default:
        let raw = ["session/A", "session/Z", "next-session", "format", "type/00000001", "!commit"]
        let key = Data((raw.randomElement(using: &random) ?? "").utf8).base64EncodedString()
        let bytes = Data([0, 0, 0, UInt8.random(in: 0...9, using: &random)]).base64EncodedString()
        lines.append(
          #"{"kind":"raw","database":"info","key":"\#(key)","bytes":"\#(bytes)"}"#)
      }
    }
    return lines
  }

  /// The same with counts in the header that fit, so that more than the counts is looked at.
  private static func counted(_ lines: [String]) -> [UInt8] {
    let kinds = [
      ("info", ["type", "raw"]), ("sessions", ["session", "tombstone"]), ("values", ["value"]),
      ("aside", ["aside"]),
    ]
    var lines = lines
    for (name, words) in kinds {
      let count = lines.count { line in
        words.contains { line.hasPrefix("{\"kind\":\"\($0)\"") }
      }
      let number = "\"\(name)\":[0-9]+"
      if let range = lines[0].range(of: number, options: .regularExpression) {
        lines[0].replaceSubrange(range, with: "\"\(name)\":\(count)")
      }
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// What is wrong with the store that a load left; nil if apps can use it.
  private static func fault(of folder: StoreFolder) throws -> String? {
    let path = folder.store.path + "/data.mdb"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let verdict = try DataFile.open(path).storeVerdict()
    if let finding = verdict.findings.first { return finding.description }
    let examination = try StoreInspector.examine(folder.store.path)
    return examination.findings.first { $0.severity == .damage }?.sentence
  }

  private static func load(
    _ dump: StoreContents, into folder: StoreFolder, _ policy: LoadPolicy, isNew: Bool
  ) -> Bool {
    do throws(SceneProblem) {
      let editor = try StoreEditor(folder.store.path, firstSequence: isNew ? dump.sequence : 0)
      defer { try? editor.close() }  // What could not be loaded is nothing to keep.
      if case .loaded = try editor.load(dump, policy, isNew: isNew) { return true }
      return false
    } catch { return false }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `no mutated dump makes a store that apps cannot use`(seed: UInt64) throws {
    let lines = try Self.sample.get()
    var random = DamageNumbers(seed: seed)
    var (read, loaded) = (0, 0)
    let old = try StoreFolder.withTwoScenes()
    for round in 0..<150 {
      let bytes = Self.counted(Self.mutated(lines, &random))
      guard let dump = try? DumpReader.contents(bytes) else { continue }
      read += 1
      let folder = try StoreFolder()
      if Self.load(dump, into: folder, .replace, isNew: true) { loaded += 1 }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(try Self.fault(of: folder) == nil, "\(text)")
      guard round.isMultiple(of: 3) else { continue }
      let policy: LoadPolicy = round.isMultiple(of: 2) ? .merge : .replace
      _ = Self.load(dump, into: old, policy, isNew: false)
      #expect(try Self.fault(of: old) == nil, "\(policy): \(text)")
    }
    #expect(loaded > 5 && read > loaded / 2, "\(read) were read and \(loaded) loaded")
  }

  @Test func `a session of a commit that has not been, or without a number, is a mistake`() throws {
    let lines = try Self.sample.get()
    let index = try #require(lines.firstIndex { $0.contains(#""kind":"session""#) })
    for (old, new, member) in [
      (/"txn":[0-9]+/, #""txn":5800"#, "txn"), (/"session":1/, #""session":4294967295"#, "session"),
    ] {
      var lines = lines
      lines[index] = lines[index].replacing(old, with: new)
      let mistake = #expect(throws: DumpMistake.self) {
        try DumpReader.contents(Self.counted(lines))
      }
      #expect(mistake?.line == index + 1)
      #expect("\(mistake as Any)".contains(member))
    }
  }
}
