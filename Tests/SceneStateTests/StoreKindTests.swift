import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools
import Testing

/// Whether a file is a store, somebody else's or another machine's: only a store is repaired.
@Suite struct StoreKindTests {
  private let draft = SceneKey("draft", default: "")

  private static let key = Array("key".utf8)

  /// A file of LMDB's with other databases than a store has, and nothing of a store in them.
  private func foreign(_ names: [String]) throws -> StoreFolder {
    try .lmdb(Dictionary(uniqueKeysWithValues: names.map { ($0, [Self.key: Self.key]) }))
  }

  private static func words(_ names: [String]) -> String {
    let list = names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
    return "it is no scene store (no row 'format'; databases: \(list))"
  }

  @Test(arguments: [["people", "things"], ["info"], ["values", "sessions"]])
  func `an LMDB file of somebody else's is told as one, and left as it is`(
    names: [String]
  ) throws {
    let folder = try foreign(names)
    let before = try folder.bytes()
    let words = Self.words(names)
    #expect(try folder.judge().kind == .foreign(words))
    #expect(throws: LMDBError.notAStore(reason: words)) { try verifyStoreFile(folder.dataPath) }
    #expect(throws: StoreInspector.Failure.foreign(words)) {
      try StoreInspector.examine(folder.store.path)
    }
    #expect(throws: StoreInspector.Failure.foreign(words)) {
      try StoreInspector.lookAtWhatIsLeft(folder.store.path)
    }
    for policy in [RecoveryPolicy.salvage, .backupOnly, .fail] {
      var options = SceneStore.Options(commitDelay: .zero)
      options.recovery = policy
      let problems = try folder.withStore(options) { store in
        #expect(!store.isUsable)
        return store.reportedProblems
      }
      #expect(problems.map(\.code) == [.storeNotUsable])
      #expect(problems.first?.detail.contains(words) == true, "\(problems)")
    }
    let new = folder.url.appending(path: "repaired").path
    #expect(throws: SceneProblem.self) { try StoreEditor.repair(folder.store.path, into: new) }
    #expect(try folder.bytes() == before)
  }

  @Test(arguments: [
    ("SQLite format 3\0", "a SQLite database"), ("bplist00", "a property list"),
    ("%PDF-1.7", "a PDF"),
  ])
  func `a file of another program is told as one, and left as it is`(
    start: String, what: String
  ) throws {
    let folder = try foreign(["people"])
    let before =
      Array(String(repeating: start, count: 64 / start.utf8.count + 1).utf8)
      + Array(repeating: UInt8(ascii: " "), count: 20_000)
    try folder.put(before)
    let words = "it is no scene store, but \(what)"
    #expect(try folder.judge().kind == .foreign(words))
    let problems = try folder.withStore(SceneStore.Options(commitDelay: .zero)) { store in
      store.app[draft] = "kept in memory"
      return store.reportedProblems
    }
    #expect(problems.map(\.code) == [.storeNotUsable])
    #expect(problems.first?.detail.contains(words) == true, "\(problems)")
    #expect(try folder.bytes() == before)
  }

  @Test func `a store whose first pages are written over is a damaged one`() throws {
    let folder = try StoreFolder()
    try folder.withStore(SceneStore.Options(commitDelay: .zero)) { $0.scene("A")[draft] = "Tala" }
    var bytes = try folder.bytes()
    bytes.replaceSubrange(0..<8192, with: Array(repeating: UInt8(ascii: "x"), count: 8192))
    try folder.put(bytes)
    #expect(try folder.judge().kind == .store)
  }

  @Test func `a foreign file that is damaged is still foreign, an empty one is nobody's`() throws {
    let folder = try foreign(["people"])
    var broken = try folder.bytes()
    broken[broken.count - 4096 + 10] = 0
    try folder.put(broken)
    #expect(try folder.judge().kind == .foreign(Self.words(["people"])))
    let empty = try foreign([])
    #expect(try empty.judge().kind == .store)
    try empty.withStore { store in
      #expect(store.isUsable && store.recoveryReport?.values == 0)
    }
  }

  @Test func `a foreign file may have entries and no database`() throws {
    let folder = try foreign(["people"])
    try folder.spoilEntry("people")
    #expect(DataFile(bytes: try folder.bytes()).verdict().isSound)
    #expect(try folder.judge().kind == .foreign(Self.words([])))
  }

  /// What is lost is a list of databases; a row that only a store has tells whose file it is.
  @Test(arguments: ["session", "commit", "format"])
  func `one row of a store's makes a file a store`(kind: String) throws {
    let session = SessionRecord(number: 1, sequence: 2, id: "A")
    let commit = CommitRecord(transaction: 2, epoch: 0, entryCount: 0)
    let rows: [[UInt8]: [UInt8]] =
      switch kind {
      case "session": [session.key: session.bytes()]
      case "commit": [InfoKey.commit: commit.bytes]
      default: [InfoKey.format: InfoKey.bytes(UInt32(1))]
      }
    let folder = try StoreFolder.lmdb(["info": rows])
    #expect(try folder.judge().kind == .store)
    #expect(try folder.faults().first == .databaseMissing("sessions"))
  }

  @Test func `of a damaged store whose format is newer nothing is made`() throws {
    let format = InfoKey.bytes(UInt32(9))
    let folder = try StoreFolder.lmdb([
      "info": [InfoKey.format: format], "things": [Self.key: Self.key],
    ])
    try folder.changeEntry("things") { bytes, place in bytes[place + 6 + 4] = 4 }
    let before = try folder.bytes()
    #expect(try !folder.judge().verdict.isSound)
    #expect(throws: SceneProblem.self) { try folder.open() }
    #expect(try folder.bytes() == before)
  }

  /// Both first pages say it, at the place of LMDB's number or of its version.
  @Test(arguments: [16, 20])
  func `a file of another machine or of a newer LMDB is no damage; one first page alone is`(
    field: Int
  ) throws {
    let folder = try StoreFolder.withTwoScenes()
    let bytes = try folder.bytes()
    func other(_ pages: [Int]) -> [UInt8] {
      var other = bytes
      for place in pages.map({ $0 * 4096 + field }) {
        if field == 16 { other[place..<place + 4].reverse() } else { other[place] = 2 }
      }
      return other
    }
    try folder.put(other([0, 1]))
    guard case .unknown = try folder.judge().kind else {
      Issue.record("\(try folder.judge())")
      return
    }
    #expect(throws: SceneProblem.self) { try folder.open() }
    #expect(try folder.bytes() == other([0, 1]))
    for page in [0, 1] {
      try folder.put(other([page]))
      #expect(try folder.judge().kind == .store)
      try folder.withStore { #expect($0.isUsable && $0.scene("B")[draft] == "b") }
    }
  }

  @Test func `a version that LMDB never had is damage above rows of a store`() throws {
    let folder = try StoreFolder.withTwoScenes()
    var bytes = try folder.bytes()
    for page in [0, 1] { bytes[page * 4096 + 20] = 64 }
    try folder.put(bytes)
    #expect(try folder.judge().kind == .store)
    try folder.withStore { #expect($0.isUsable && $0.scene("B")[draft] == "b") }
    let foreign = try foreign(["people"])
    bytes = try foreign.bytes()
    for page in [0, 1] { bytes[page * 4096 + 20] = 64 }
    try foreign.put(bytes)
    guard case .unknown = try foreign.judge().kind else {
      Issue.record("\(try foreign.judge())")
      return
    }
  }
}
