import LMDB
import SceneState
import StoreFormat
import Testing

/// Which values that were set aside come back by themselves.
struct SetAsideReasonTests {
  private let draft = SceneKey("draft", default: "")
  private let number = SceneKey("draft", default: 7)

  @Test(arguments: [UInt8(1), 136])
  func `what was set aside for a reason that nobody knows stays there`(reason: UInt8) throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[draft] = "bytes" }
    try folder.withStore { store in
      store.scene("A")[number] = 8
      try store.flush()
      store.scene("A").reset(number)
    }
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      guard let table = tables["set-aside"] else { return }
      var rows: [(key: [UInt8], bytes: [UInt8])] = []
      try transaction.forEach(in: table, prefix: []) { key, bytes throws(LMDBError) in
        rows.append((key, bytes))
        return true
      }
      for row in rows { try transaction.put(row.key, [reason] + row.bytes.dropFirst(), in: table) }
      try StrangeWriter.record(&transaction, tables, entries: 0)
    }
    let isKnown = SetAsideReason(rawValue: reason).isKnown
    try folder.withStore { store in
      #expect(store.setAsideCount == 1)
      #expect(store.scene("A")[draft] == (isKnown ? "bytes" : ""))
      try store.flush()
      #expect(store.setAsideCount == (isKnown ? 0 : 1))
      #expect(store.recoveryReport == nil)
    }
    #expect(
      SetAsideReason.givenUp.name == "given-up" && SetAsideReason(rawValue: 9).name == "reason-9")
  }
}
