import StoreFormat
import Synchronization

/// The addresses that this process knows, each once: 1,000 windows have the same 32.
///
/// Its lock is the innermost: it is taken while a scene's is held, and nothing is called under it.
final class EntryNames: Sendable {
  static let shared = EntryNames()

  struct Table {
    var names: [EntryName] = []
    var index = PositionIndex()
    /// How many there may be before those that nobody has any more are dropped.
    var limit = 1024
  }

  let table = Mutex(Table())

  /// The name of an address; made if there is none.
  func name(
    _ path: ScopePath, _ key: String, _ hash: EntryHash, _ template: KeyTemplate? = nil
  ) -> EntryName {
    let known = table.withLock { $0.known(hash) { $0.isOf(path, key) } }
    if let known { return known }
    // Made without the lock; another thread may have made the same one meanwhile.
    let fresh = EntryName(path, key, hash, template)
    return table.withLock { table in
      if let known = table.known(hash, where: { $0.isOf(path, key) }) { return known }
      table.add(fresh)
      return fresh
    }
  }

  /// The names of stored keys; nil for those that nobody used yet, and for keys that do not have
  /// their names as they are.
  func names(of count: Int, in bytes: [UInt8], _ range: (Int) -> Range<Int>) -> [EntryName?] {
    table.withLock { table in
      (0..<count).map { index in
        let range = range(index)
        return table.known(EntryHash(bytes, range)) { $0.isStored(as: bytes, range) }
      }
    }
  }
}

extension EntryNames.Table {
  fileprivate func known(_ hash: EntryHash, where isWanted: (EntryName) -> Bool) -> EntryName? {
    index.position(hash.value) { names[$0].hash == hash && isWanted(names[$0]) }.map { names[$0] }
  }

  fileprivate mutating func add(_ name: EntryName) {
    if names.count >= limit { dropUnused() }
    names.append(name)
    index.append(names.count - 1) { [names] in names[$0].hash.value }
  }

  /// Items come and go, and their identities with them.
  private mutating func dropUnused() {
    var used: [EntryName] = []
    for index in names.indices where !isKnownUniquelyReferenced(&names[index]) {
      used.append(names[index])
    }
    names = used
    limit = max(1024, 2 * used.count)
    index.rebuild(used.count, room: limit) { used[$0].hash.value }
  }
}
