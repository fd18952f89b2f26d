import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools
import Testing

/// What `check` says of files that LMDB must not see.
@Suite struct ExaminationOfDamageTests {
  private let draft = SceneKey("draft", default: "")

  /// A store of forty windows whose newest snapshot has a leaf that lost its flags.
  private func damagedSample(
    previousIsSound: Bool
  ) throws -> (folder: StoreFolder, bytes: [UInt8], leaf: Int) {
    let folder = try StoreFolder()
    try folder.withStore { store in
      for window in 0..<40 {
        store.scene(SceneID(rawValue: "\(window)"))[draft] = String(repeating: "x", count: 300)
        try store.flush()
      }
    }
    let path = folder.store.path + "/data.mdb"
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let leaf = try #require(
      (2..<bytes.count / 4096).first { page in
        var broken = bytes
        broken[page * 4096 + 10] = 0
        let verdict = DataFile(bytes: broken).storeVerdict()
        return verdict.newest?.findings.first?.tree == "values"
          && verdict.previous?.isSound == previousIsSound
      })
    bytes[leaf * 4096 + 10] = 0
    try Data(bytes).write(to: URL(filePath: path))
    return (folder, bytes, leaf)
  }

  @Test func `a damaged file is read alone, and what is left of it is shown`() throws {
    let (folder, bytes, leaf) = try damagedSample(previousIsSound: false)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.store.path).sorted()
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(!examination.isSound && !examination.isOlder)
    let structure = examination.findings.filter { $0.area == .structure }
    #expect(structure.map(\.page) == [UInt64(leaf)])
    #expect(structure[0].words == "page \(leaf) of 'values': its flags are 0, not 2")
    #expect(structure[0].repair == .recover)
    let look = try StoreInspector.lookAtWhatIsLeft(folder.store.path)
    let snapshot = try look.snapshot()
    #expect(snapshot.sessions.count == 40)
    #expect(snapshot.entries.count > 0 && snapshot.entries.count < 40)
    #expect(snapshot.remarks.map(\.code) == [.damaged])
    #expect(throws: StoreInspector.Failure.self) { try StoreInspector.look(folder.store.path) }
    let path = folder.store.path + "/data.mdb"
    #expect(Array(try Data(contentsOf: URL(filePath: path))) == bytes)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.store.path).sorted() == before)
  }

  @Test func `the snapshot before a damaged one is shown if it is sound`() throws {
    let (folder, _, _) = try damagedSample(previousIsSound: true)
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(!examination.isSound && examination.isOlder)
    #expect(examination.findings.map(\.area) == [.structure])
    let snapshot = try StoreInspector.lookAtWhatIsLeft(folder.store.path).snapshot()
    #expect(snapshot.entries.count == 39)
    #expect(snapshot.lastTransaction == examination.transaction)
  }

  @Test func `a file without a first page and a text are damage and no trap`() throws {
    for content in [[UInt8](repeating: 0, count: 9000), Array("no store".utf8), []] {
      let folder = try StoreFolder.withTwoScenes()
      let path = folder.store.path + "/data.mdb"
      try Data(content).write(to: URL(filePath: path))
      let examination = try StoreInspector.examine(folder.store.path)
      #expect(examination.findings.contains { $0.area == .structure && $0.severity == .damage })
      #expect(throws: StoreInspector.Failure.self) {
        try StoreInspector.lookAtWhatIsLeft(folder.store.path)
      }
    }
    let folder = try StoreFolder()
    #expect(throws: StoreInspector.Failure.missing) {
      try StoreInspector.examine(folder.store.path)
    }
    #expect(throws: StoreInspector.Failure.notAStore) {
      try StoreInspector.examine(folder.url.path)
    }
  }
}
