import LMDB
import StoreFormat
import Synchronization

/// Forgets the oldest items of a nested kind when a commit adds one.
extension CommitWriter {
  /// An entry is about to be put; a new one may mean a new item.
  mutating func noteForRetention(
    _ key: [UInt8], _ handle: SceneHandle, _ path: ScopePath, _ txn: borrowing WriteTransaction
  ) throws(LMDBError) {
    guard !keptItems.isEmpty, path.components.contains(where: { keptItems[$0] != nil }),
      try txn.get(key, in: open.values) == nil
    else { return }
    growing[ObjectIdentifier(handle)] = handle
  }

  /// The end of the commit: scenes that got an item are looked through.
  mutating func forgetOldItems(_ txn: inout WriteTransaction) throws(LMDBError) {
    // Each scene is looked at by itself, so their order does not matter for what is kept.
    for handle in growing.values {
      guard let number = try knownNumber(of: handle, txn) else { continue }
      let held = handle.state.withLock { Array($0.held.keys) }
      let doomed = try oldItems(ofSession: number, txn).filter { item in
        !held.contains { $0.isInside(item) }
      }
      for path in doomed {
        guard let prefix = StoredKey.prefix(session: number, path: path) else { continue }
        try logRemoval(below: prefix, handle.id, forgottenKind: path.kind, txn)
        _ = try txn.deleteAll(in: open.values, prefix: prefix)
        noteRemoval(of: prefix, isPrefix: true)
        _ = try txn.deleteAll(in: open.setAside, prefix: prefix)
      }
      if !doomed.isEmpty { outcome.reread.append(handle) }
    }
  }

  /// The items that are too many, by the last commit that wrote anything in them.
  private func oldItems(
    ofSession number: UInt32, _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> [ScopePath] {
    guard let prefix = StoredKey.prefix(session: number, path: .root) else { return [] }
    var items: [String: [ScopePath: UInt64]] = [:]
    try txn.forEach(in: open.values, prefix: prefix) { key, bytes throws(LMDBError) in
      let envelope = Envelope(readable: bytes, key: key)
      guard let address = StoredKey.address(of: key, names: envelope?.names) else { return true }
      for (index, component) in address.path.components.enumerated() {
        guard keptItems[component] != nil, case .nested(let kind, _) = component else { continue }
        let path = ScopePath(Array(address.path.components[...index]))
        let written = max(items[kind]?[path] ?? 0, envelope?.sequence ?? lastCommit(of: bytes))
        items[kind, default: [:]][path] = written
      }
      return true
    }
    var doomed: [ScopePath] = []
    for (kind, written) in items {
      let oldestFirst = written.sorted { left, right in
        left.value == right.value
          ? left.key.texts.lexicographicallyPrecedes(right.key.texts) : left.value < right.value
      }
      doomed += oldestFirst.dropLast(keptItems[kind] ?? written.count).map(\.key)
    }
    return doomed
  }
}

extension CommitWriter {
  /// When a value was written whose bytes are damaged, as far as its header can be believed: it is
  /// not forgotten before older ones, and never instead of what this commit writes.
  private func lastCommit(of bytes: [UInt8]) -> UInt64 {
    var reader = ByteReader(bytes, from: min(8, bytes.count))
    return min(reader.number(UInt64.self) ?? 0, sequence - 1)
  }
}

extension [String: Int] {
  /// The number for the kind of a nested scope.
  fileprivate subscript(component: ScopePath.Component) -> Int? {
    if case .nested(let kind, _) = component { return self[kind] }
    return nil
  }
}

extension ScopePath {
  /// The kind of the innermost nested scope, if the path ends with one.
  fileprivate var kind: String? {
    if case .nested(let kind, _)? = components.last { return kind }
    return nil
  }
}
