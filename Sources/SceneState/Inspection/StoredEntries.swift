import LMDB
import StoreFormat

struct StoredEntries {
  let all: [StoredEntry]

  /// Rows that are no address at all are left out.
  init(values: CopiedRows, of scenes: EntryListing.Scenes, types: TypeNames) {
    let listing = EntryListing(values, scenes, types)
    all = (0..<values.count).filter {
      values.hasPlainKey($0, StoredKey.plainShape) || StoredKey.isAddress(values, $0)
    }.map { StoredEntry(listing, $0) }
  }

  /// The same of one scene; `source` gives the values of which only the headers were copied.
  init(_ listed: ListedRows, of scene: SceneID?, types: TypeNames, source: EntrySource) {
    let listing = EntryListing(listed.rows, .one(scene), types, source)
    let count = listed.rows.count
    guard !listed.unusual.isEmpty else {
      all = (0..<count).map { StoredEntry(listing, $0) }
      return
    }
    let strays = listed.unusual.filter { !StoredKey.isAddress(listed.rows, $0) }
    all = (0..<count).filter { !strays.contains($0) }.map { StoredEntry(listing, $0) }
  }
}

extension StoredKey {
  /// Whether a row's key is what this format writes.
  fileprivate static func isAddress(_ rows: CopiedRows, _ index: Int) -> Bool {
    let key = rows.key(index)
    // A value of which only the header was copied has no names.
    let envelope = Envelope(readable: rows.value(index), key: key)
    return address(of: key, names: envelope?.names) != nil
  }
}
