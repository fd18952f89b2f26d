import Foundation
import LMDB
import SceneState
import StoreFormat
import Testing

/// A disk may say that it wrote a page and not have written it.
///
/// What stood there before is often an older page of the same tree: sound in itself, and of the
/// wrong time.
@Suite struct ForgottenWriteTests {
  /// The data file after each commit of a store whose windows, tabs, long values and facts change.
  private static let history = Result { try commits() }

  private static let keys = (0..<30).map { SceneKey("key-\($0)", default: "") }

  private static func commits() throws -> [[UInt8]] {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.backups = nil
    let store = try folder.open(options)
    defer { store.close() }
    var numbers = DamageNumbers(seed: 5)
    var files: [[UInt8]] = []
    for round in 0..<36 {
      for window in 0..<5 where round == 0 || (round + window).isMultiple(of: 4) {
        let scene = SceneID(rawValue: "window-\(window)-" + String(repeating: "w", count: 90))
        store.openSession(scene)
        for (number, key) in keys.enumerated()
        where round == 0 || Int.random(in: 0..<9, using: &numbers) == 0 {
          let scope =
            number % 3 == 0 ? store.scene(scene).tab("hawk") : store.scene(scene)
          // Some are cut in two, some have pages of their own.
          let size = number == 5 ? 5_000 : number == 6 ? 4_064 : 10 + 37 * number % 200
          scope[key] = "\(round) " + String(repeating: "\(number % 10)", count: size)
        }
      }
      change(store, round)
      try store.flush()
      files.append(Array(try Data(contentsOf: folder.store.appending(path: "data.mdb"))))
    }
    return files
  }

  /// What a commit does besides writing values.
  private static func change(_ store: SceneStore, _ round: Int) {
    let extra = SceneID(rawValue: "extra-\(round / 6)")
    switch round % 6 {
    case 1:
      store.openSession(extra)
      store.scene(extra)[keys[1]] = "extra \(round)"
    case 2: store.setRecord(Array(repeating: UInt8(round), count: 300), for: extra)
    case 3: store.scene(extra).reset(keys[1])
    case 4: store.destroySession(extra)
    case 5: store.app[SceneKey("theme", default: [Int]())] = [round]
    default: break
    }
  }

  private static let page = 4096

  private static func pages(_ bytes: [UInt8], otherThan old: [UInt8]) -> [Int] {
    (2..<bytes.count / page).filter { number in
      let range = number * page..<(number + 1) * page
      return range.upperBound > old.count || bytes[range] != old[range]
    }
  }

  /// The file as it is when a page kept what it had before.
  private static func forget(_ number: Int, of bytes: [UInt8], keeping old: [UInt8]) -> [UInt8] {
    let range = number * page..<(number + 1) * page
    let kept = range.upperBound <= old.count ? Array(old[range]) : Array(repeating: 0, count: page)
    var bytes = bytes
    bytes.replaceSubrange(range, with: kept)
    return bytes
  }

  /// What is wrong with a file although the gate lets it through.
  private static func betrayal(of bytes: [UInt8], _ rows: DamagedStoreSample.Rows) -> String? {
    let file = DataFile(bytes: bytes)
    guard file.storeVerdict().isSound else { return nil }
    let found = DamagedStoreSample.rows(file)
    // A list of databases from before the first commit shows a new store, which has its own rule.
    guard found["info"] != nil else { return nil }
    for (table, rows) in rows {
      for (key, row) in rows where found[table]?[key] != row {
        // The end of a value is known by the checksum of the whole.
        if table == "values", let row = found[table]?[key],
          !DamagedStoreSample.isReadable(key, row, in: table)
        {
          continue
        }
        return "\(table): \(key) has other bytes"
      }
      if found[table]?.count != rows.count { return "\(table): there are other rows" }
    }
    return nil
  }

  @Test func `each page of a commit that was not written is noticed`() throws {
    let files = try Self.history.get()
    var count = 0
    for (old, new) in zip(files, files.dropFirst()) {
      let rows = DamagedStoreSample.rows(DataFile(bytes: new))
      #expect(DataFile(bytes: new).storeVerdict().isSound)
      for page in Self.pages(new, otherThan: old) {
        let bytes = Self.forget(page, of: new, keeping: old)
        #expect(Self.betrayal(of: bytes, rows) == nil, "page \(page)")
        count += 1
      }
    }
    #expect(count > 200, "only \(count) pages were written")
  }

  @Test func `a page that an earlier commit did not write is noticed after later ones`() throws {
    let files = try Self.history.get()
    for index in stride(from: 8, to: files.count - 4, by: 5) {
      let (old, new, last) = (files[index], files[index + 1], files[index + 4])
      let rows = DamagedStoreSample.rows(DataFile(bytes: last))
      let later = Set(Self.pages(last, otherThan: new))
      for page in Self.pages(new, otherThan: old) where !later.contains(page) {
        let bytes = Self.forget(page, of: last, keeping: old)
        #expect(Self.betrayal(of: bytes, rows) == nil, "page \(page)")
      }
    }
  }

  @Test func `the harness finds what is not noticed without the sums`() throws {
    let files = try Self.history.get()
    var count = 0
    for (old, new) in zip(files, files.dropFirst()) {
      for page in Self.pages(new, otherThan: old) {
        let file = DataFile(bytes: Self.forget(page, of: new, keeping: old))
        let faults = file.storeVerdict().findings.map(\.fault)
        if faults.first?.storeRule == .lostWrite { count += 1 }
      }
    }
    #expect(count > 0, "no older page was taken for a new one")
  }

  @Test func `what is shown after a forgotten page is listed, or proved to be the newest`() throws {
    let files = try Self.history.get()
    var count = 0
    for (old, new) in zip(files, files.dropFirst()) where count < 12 {
      let right = DamagedStoreSample.rows(DataFile(bytes: new))["values"] ?? [:]
      for page in Self.pages(new, otherThan: old) where count < 12 {
        let bytes = Self.forget(page, of: new, keeping: old)
        let faults = DataFile(bytes: bytes).storeVerdict().findings.map(\.fault)
        guard faults == [.lostWrite("values")] else { continue }
        count += 1
        let folder = try StoreFolder()
        try FileManager.default.createDirectory(
          at: folder.store, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        let data = folder.store.appending(path: "data.mdb")
        try Data(bytes).write(to: data)
        let older = try folder.withStore { store in store.recoveryReport?.older.count ?? 0 }
        let shown = DamagedStoreSample.rows(try DataFile.open(data.path))["values"] ?? [:]
        let other = shown.count { right[$0.key] != $0.value }
        #expect(older >= other, "page \(page): \(other) are no newest ones, \(older) are listed")
      }
    }
    #expect(count > 0)
  }

  @Test func `an older version's commit makes the sums count for nothing`() throws {
    let folder = try StoreFolder.withTwoScenes()
    // Its key is that of a value, so that the rows come to something else.
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      guard let info = tables["info"] else { return }
      try transaction.put(Array("app".utf8), [1, 2, 3], in: info)
      try StrangeWriter.record(&transaction, tables, entries: 3)
    }
    let path = folder.store.appending(path: "data.mdb").path
    let file = try DataFile.open(path)
    #expect(file.storeVerdict().isSound)
    // Who opens it counts the rows; the next commit writes what they come to.
    try folder.withStore { $0.scene("A")[SceneKey("draft", default: "")] = "new" }
    let after = try DataFile.open(path)
    let newest = try #require(after.snapshots.first)
    let digest = after.value(of: InfoKey.digest, in: "info", of: newest).flatMap(StoreDigest.init)
    let sums = after.examine(newest).sums
    #expect(digest == StoreDigest(transaction: newest.transaction, sums: sums))
  }
}
