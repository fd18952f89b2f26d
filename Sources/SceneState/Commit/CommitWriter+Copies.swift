import LMDB
import StoreFormat

/// Copying and moving what stands in one scope to another.
///
/// Each entry goes by itself: what cannot go (damaged bytes, an address with too many names) stays
/// where it is, and a problem says so. Checksums cover the key, so every envelope is made anew.
extension CommitWriter {
  /// The two ends of a copy; the target's number is found when there is something to write.
  private struct Route {
    let source: SceneHandle
    let from: ScopePath
    let target: SceneHandle
    let to: ScopePath

    /// Where an address of the source goes.
    func entry(for address: ValueAddress) -> SceneHandle.EntryKey {
      let below = address.path.components.dropFirst(from.components.count)
      return SceneHandle.EntryKey(path: ScopePath(to.components + below), key: address.key)
    }
  }

  /// A value on its way.
  private struct Carried {
    let oldKey: [UInt8]
    let oldEntry: SceneHandle.EntryKey
    let envelope: Envelope
    let entry: SceneHandle.EntryKey

    func newKey(inSession number: UInt32) -> [UInt8]? {
      StoredKey.bytes(of: address(inSession: number))
    }

    /// The envelope as it is written over there, where other names may be too long for the key.
    func envelope(sequence: UInt64) -> Envelope {
      var copy = envelope
      copy.sequence = sequence
      copy.names = StoredKey.names(of: address(inSession: ValueAddress.appSession))
      return copy
    }

    private func address(inSession number: UInt32) -> ValueAddress {
      ValueAddress(session: number, path: entry.path, key: entry.key)
    }
  }

  mutating func copy(
    _ source: SceneHandle, _ from: ScopePath, _ target: SceneHandle, _ to: ScopePath,
    removesSource: Bool, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    let route = Route(source: source, from: from, target: target, to: to)
    // It is shown already, whatever comes of it now.
    outcome.reread.append(target)
    if removesSource, source !== target { outcome.reread.append(source) }
    guard let number = try knownNumber(of: source, txn),
      let prefix = StoredKey.prefix(session: number, path: from)
    else { return }  // nothing is stored there
    let values = try carriedValues(prefix, route, txn)
    let records = removesSource ? try setAsideRecords(below: prefix, txn) : []
    guard !values.isEmpty || !records.isEmpty else { return }
    let targetNumber = try self.number(of: target, &txn)
    // Everything is read and taken away before anything is written: the two may overlap.
    if removesSource {
      for value in values {
        try logChange(of: value.oldKey, source, value.oldEntry, to: nil, txn)
        if try txn.delete(value.oldKey, in: open.values) { noteRemoval(of: value.oldKey) }
      }
    }
    let keyed = values.compactMap { value in
      value.newKey(inSession: targetNumber).map { (value, key: $0) }
    }
    let movedKeys =
      removesSource
      ? Dictionary(keyed.map { ($0.oldKey, $1) }, uniquingKeysWith: { first, _ in first }) : [:]
    let carried = try takeRecords(
      records, movedKeys: movedKeys, route, targetNumber, &txn)
    for (value, key) in keyed { try place(value, target, key, &txn) }
    for record in carried { try putAside(record, &txn) }
  }

  /// Writes what stood in a scene once, as it was; what cannot be read is left out.
  mutating func bringBack(
    _ entries: [StoredEntry], _ handle: SceneHandle, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    let number = try self.number(of: handle, &txn)
    for entry in entries {
      let address = ValueAddress(session: number, path: entry.path, key: entry.key)
      guard let envelope = entry.envelope, let key = StoredKey.bytes(of: address) else { continue }
      let place = SceneHandle.EntryKey(path: entry.path, key: entry.key)
      let value = Carried(oldKey: key, oldEntry: place, envelope: envelope, entry: place)
      try self.place(value, handle, key, &txn)
    }
    outcome.reread.append(handle)
  }

  /// Puts what was set aside when a scene was given up last back where it stood, and sets aside
  /// what stands there now; what cannot go back stays set aside.
  mutating func exchangeGivenUp(
    _ handle: SceneHandle, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    guard let number = try knownNumber(of: handle, txn),
      let prefix = StoredKey.prefix(session: number, path: .root)
    else { return }
    let records = try setAsideRecords(below: prefix, txn).filter { $0.kind == .givenUp }
    // Those of one commit bear its number; older ones are of another life of the window.
    let newest = records.map(\.sequence).max()
    let route = Route(source: handle, from: .root, target: handle, to: .root)
    var carried: [Carried] = []
    for record in records where record.sequence == newest {
      switch Self.carried(record.valueKey, record.envelope, route) {
      case .failure(let problem): outcome.problems.append(problem)
      case .success(let value):
        _ = try txn.delete(record.key, in: open.setAside)
        carried.append(value)
      }
    }
    guard !carried.isEmpty else { return }
    try giveUp(handle, &txn)
    for value in carried { try place(value, handle, value.oldKey, &txn) }
  }

  /// The values that can go, read before anything is written.
  private mutating func carriedValues(
    _ prefix: [UInt8], _ route: Route, _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> [Carried] {
    var carried: [Carried] = []
    var problems: [SceneProblem] = []
    try txn.forEach(in: open.values, prefix: prefix) { key, bytes throws(LMDBError) in
      switch Self.carried(key, bytes, route) {
      case .success(let value): carried.append(value)
      case .failure(let problem): problems.append(problem)
      }
      return true
    }
    outcome.problems += problems
    return carried
  }

  /// Where an envelope goes, or why it stays.
  private static func carried(
    _ key: [UInt8], _ bytes: [UInt8], _ route: Route
  ) -> Result<Carried, SceneProblem> {
    let envelope: Envelope
    do throws(EnvelopeError) { envelope = try Envelope.decode(bytes, key: key) } catch {
      let address = StoredKey.address(of: key, names: nil)
      return .failure(
        SceneProblem(
          .valueNotReadable,
          address: Address.text(
            scene: route.source.name, path: address?.path ?? route.from, key: address?.key),
          detail: "\(SetAsideNote(error).text); it stays there"))
    }
    guard let address = StoredKey.address(of: key, names: envelope.names) else {
      return .failure(
        SceneProblem(
          .valueNotReadable,
          address: Address.text(scene: route.source.name, path: route.from, key: nil),
          detail: "a value's names do not fit its key; it stays there"))
    }
    let carried = Carried(
      oldKey: key, oldEntry: SceneHandle.EntryKey(path: address.path, key: address.key),
      envelope: envelope, entry: route.entry(for: address))
    // Whether there is a key does not depend on the session's number.
    guard carried.newKey(inSession: ValueAddress.appSession) != nil else {
      let there = Address.text(
        scene: route.target.name, path: carried.entry.path, key: carried.entry.key)
      return .failure(
        SceneProblem(
          .scopeTooDeep,
          address: Address.text(scene: route.source.name, path: address.path, key: address.key),
          detail: "it cannot go to \(there) and stays where it is"))
    }
    return .success(carried)
  }

  /// Takes away the set-aside records that can go, and answers them as they will stand there.
  private mutating func takeRecords(
    _ records: [SetAsideRecord], movedKeys: [[UInt8]: [UInt8]], _ route: Route, _ number: UInt32,
    _ txn: inout WriteTransaction
  ) throws(LMDBError) -> [SetAsideRecord] {
    var taken: [SetAsideRecord] = []
    for record in records {
      var there = record
      switch record.kind {
      case .note:
        // A note goes where the value goes that it speaks of.
        guard let key = movedKeys[record.valueKey] else { continue }
        there.valueKey = key
      case .moved, .givenUp:
        switch Self.carried(record.valueKey, record.envelope, route) {
        case .failure(let problem):
          outcome.problems.append(problem)
          continue
        case .success(let value):
          guard let key = value.newKey(inSession: number) else { continue }
          there.valueKey = key
          there.envelope = value.envelope(sequence: value.envelope.sequence).bytes(forKey: key)
        }
      }
      _ = try txn.delete(record.key, in: open.setAside)
      taken.append(there)
    }
    return taken
  }

  private mutating func place(
    _ value: Carried, _ target: SceneHandle, _ key: [UInt8], _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    if let note = try unreadable(key, txn) {
      try moveAside(key, target, value.entry, note, &txn)
    }
    let envelope = value.envelope(sequence: sequence)
    try logChange(of: key, target, value.entry, to: envelope.value, txn)
    try noteForRetention(key, target, value.entry.path, txn)
    try txn.put(key, envelope.bytes(forKey: key), in: open.values)
  }

  /// Why the bytes under a key cannot be read: they are moved aside, not overwritten.
  private func unreadable(
    _ key: [UInt8], _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> SetAsideNote? {
    guard let bytes = try txn.get(key, in: open.values) else { return nil }
    do throws(EnvelopeError) { _ = try Envelope.decode(bytes, key: key) } catch {
      return SetAsideNote(error)
    }
    return try setAsideRecords(below: SetAsideRecord.prefix(valueKey: key), txn)
      .first { $0.kind == .note }
      .map { SetAsideNote(reason: $0.reason, text: $0.reasonText) }
  }
}
