import LMDB

extension StoreSnapshot {
  /// What a dump says a store held.
  package init(_ contents: StoreContents) {
    self.init()
    func rows(_ rows: [StoreContents.Row]) -> CopiedRows {
      var copied = CopiedRows()
      for row in rows { copied.append(row.key, row.bytes) }
      return copied
    }
    add(sessions: rows(contents.sessions))
    let values = rows(contents.values)
    entries =
      StoredEntries(values: values, of: scenes, types: TypeNames(rows(contents.info))).all
    unreadableCount = values.count - entries.count
    add(setAside: rows(contents.setAside), entries: entries)
    lastTransaction = contents.sequence
    notUnderstood = StoreFacts(rows(contents.info)).notUnderstood
  }
}
