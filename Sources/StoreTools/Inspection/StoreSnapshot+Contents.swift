import LMDB
package import SceneState
package import StoreFormat

extension StoreSnapshot {
  /// What a dump says a store held.
  package init(_ contents: StoreContents) {
    func rows(_ rows: [StoreContents.Row]) -> CopiedRows {
      var copied = CopiedRows()
      for row in rows { copied.append(row.key, row.bytes) }
      return copied
    }
    self.init(
      types: rows(contents.info), sessions: rows(contents.sessions),
      values: rows(contents.values), setAside: rows(contents.setAside))
    lastTransaction = contents.sequence
    notUnderstood = StoreFacts(rows(contents.info)).notUnderstood
  }
}
