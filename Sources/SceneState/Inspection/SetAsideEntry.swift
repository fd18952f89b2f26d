import LMDB
package import StoreFormat

/// A value that could not be read: moved aside, or noted and still in its place.
package struct SetAsideEntry: Sendable, Hashable {
  package let scene: SceneID?
  package let path: ScopePath
  package let key: String
  package let record: SetAsideRecord

  /// Whether the value itself still stands in its place; this is a note then.
  package var isInPlace: Bool { record.kind == .note }

  /// The old value; nil for a note, and if its bytes are damaged.
  package var envelope: Envelope? {
    Envelope(readable: record.envelope, key: record.valueKey)
  }

  /// Nil if row or address cannot be read.
  init?(
    _ rows: CopiedRows, _ index: Int, entries: [StoredEntry], scene: (UInt32) -> SceneID?
  ) {
    guard let record = SetAsideRecord(key: rows.key(index), bytes: rows.value(index)) else {
      return nil
    }
    let names = Envelope(readable: record.envelope, key: record.valueKey)?.names
    // The full names of a value that is noted in its place are with the value.
    let noted = StoredKey.address(of: record.valueKey, names: names) == nil
    let inPlace = noted ? entries.first { $0.storedKey == record.valueKey } : nil
    guard
      let address = inPlace?.facts.address
        ?? StoredKey.address(of: record.valueKey, names: names)
    else { return nil }
    self.record = record
    self.scene = scene(address.session)
    path = address.path
    key = address.key
  }
}
