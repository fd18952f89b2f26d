import Foundation
import LMDB
import SceneState
import StoreFormat
import Testing

/// What a commit whose first page gives it an older number must be to count as one.
///
/// So LMDB leaves one when the write of the first page fails; a later try may have begun to write
/// over it.
@Suite struct UnfinishedCommitTests {
  private let draft = SceneKey("draft", default: "")

  /// Gives the last commit an old number and an old last page.
  private func doubt(_ folder: StoreFolder) throws -> UInt64 {
    var bytes = try folder.bytes()
    let snapshots = DataFile(bytes: bytes).snapshots
    let newest = try #require(snapshots.first)
    let page = newest.metaPage * 4096
    func put(_ number: UInt64, at place: Int) {
      for index in 0..<8 { bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    }
    put(snapshots[1].lastPage, at: page + 136)
    put(newest.transaction - 2, at: page + 144)
    try folder.put(bytes)
    return newest.transaction
  }

  /// A store of small commits that does not grow with the last of them.
  private func sample() throws -> (folder: StoreFolder, newest: UInt64) {
    let folder = try StoreFolder.withoutBackups { store in
      for round in 0..<40 {
        store.scene("A")[draft] = "round \(round)"
        try store.flush()
      }
    }
    return (folder, try doubt(folder))
  }

  /// The commit in doubt, with the pages that its first page would lead to.
  private func hidden(_ bytes: [UInt8], _ number: UInt64) -> (DataFile, DataFile.Snapshot) {
    let file = DataFile(bytes: bytes)
    return (file, file.corrected(file.snapshots[1], to: number))
  }

  @Test func `a whole one is kept`() throws {
    let (folder, newest) = try sample()
    #expect(try folder.faults() == [.commitRecordBefore(newest)])
    try folder.withStore { store in
      #expect(store.recoveryReport != nil && store.scene("A")[draft] == "round 39")
    }
  }

  /// Of the pages that are lost with it some lead to its record, and some do not.
  @Test(arguments: [true, false])
  func `one that was partly written over is none`(hasRecord: Bool) throws {
    let (folder, newest) = try sample()
    let bytes = try folder.bytes()
    func torn(_ page: Int) -> [UInt8] {
      var torn = bytes
      for index in page * 4096..<page * 4096 + 16 { torn[index] = 0xEE }
      return torn
    }
    let page = try #require(
      (2..<bytes.count / 4096).first { page in
        let (file, commit) = hidden(torn(page), newest)
        let record = file.value(of: InfoKey.commit, in: "info", of: commit)
        return file.examine(file.snapshots[0]).isSound && !file.examine(commit).isSound
          && hasRecord == (record != nil)
      })
    try folder.put(torn(page))
    #expect(try folder.faults() == [])
    try folder.withStore { store in
      #expect(store.recoveryReport == nil && store.scene("A")[draft] == "round 38")
    }
  }

  @Test func `one whose record is that of another try is none`() throws {
    let (folder, newest) = try sample()
    var bytes = try folder.bytes()
    let (file, commit) = hidden(bytes, newest)
    let record = try #require(file.value(of: InfoKey.commit, in: "info", of: commit))
    for place in 8192..<bytes.count - record.count
    where bytes[place..<place + record.count].elementsEqual(record) {
      bytes[place + record.count - 1] += 1
    }
    try folder.put(bytes)
    #expect(try folder.faults() == [])
    try folder.withStore { #expect($0.scene("A")[draft] == "round 38") }
  }

  /// A file that was built anew has everything from its first commit on; before it, it shows nothing.
  @Test func `the first one is kept whatever the policy`() throws {
    let folder = try StoreFolder.withoutBackups { store in
      store.scene("A")[draft] = "a"
      try store.purge()
    }
    let newest = try doubt(folder)
    try #require(newest == 2)
    #expect(try folder.faults() == [.commitRecordBefore(2)])
    var options = SceneStore.Options(commitDelay: .zero)
    options.recovery = .fail
    try folder.withStore(options) { store in
      #expect(store.recoveryReport != nil && store.scene("A")[draft] == "a")
    }
  }

  @Test func `a first one that holds nothing but the header is none`() throws {
    let folder = try StoreFolder.new()
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      guard let info = tables["info"] else { return }
      try transaction.put(InfoKey.format, InfoKey.bytes(UInt32(1)), in: info)
      try StrangeWriter.record(&transaction, tables, entries: 0)
    }
    let newest = try doubt(folder)
    try #require(newest == 2)
    #expect(try folder.faults() == [])
    try folder.withStore { #expect($0.isUsable && $0.recoveryReport == nil) }
  }

  @Test func `the newest commit is no unfinished one of the commit before it`() throws {
    let folder = try StoreFolder.withTwoScenes()
    var bytes = try folder.bytes()
    let newest = try #require(DataFile(bytes: bytes).snapshots.first)
    // Its list of free pages, which the commit before it has not.
    bytes[newest.metaPage * 4096 + 46] = 77
    try folder.put(bytes)
    let verdict = try folder.judge().verdict
    #expect(!verdict.isSound && verdict.previous?.isSound == true, "\(verdict)")
  }
}
