import LMDB
import StoreFormat
import Synchronization

/// A row of a scene that nobody can ask for: its bytes are damaged, or its name is.
///
/// One flipped bit in a stored key puts a value under another name, where no declaration looks. The
/// declared key then has its default, which must not happen without a word.
struct StrayRow: Sendable, Hashable {
  let key: [UInt8]
  /// Where it seems to belong; nil if the key is no address.
  let entry: SceneHandle.EntryKey?
  /// What is wrong with its bytes; nil if it is only the key.
  var error: EnvelopeError?

  init(key: [UInt8], entry: SceneHandle.EntryKey?) { (self.key, self.entry) = (key, entry) }

  /// Nil if there is nothing wrong with the row, or only that a newer version wrote it.
  init?(_ key: [UInt8], _ address: ValueAddress?, _ result: Result<Envelope, EnvelopeError>) {
    self.init(
      key: key, entry: address.map { SceneHandle.EntryKey(path: $0.path, key: $0.key) })
    switch result {
    case .success: if address != nil { return nil }
    case .failure(let error):
      if error.isOfNewerVersion { return nil }
      self.error = error
    }
  }
}

extension StoreCore {
  /// Has rows told and set aside with the next commit; those that a declaration asks for until
  /// then are told by it.
  func setAside(_ strays: [StrayRow], of handle: SceneHandle) {
    guard !strays.isEmpty else { return }
    gate.enter { enqueue(.strays(handle, strays)) }
  }

  /// Tells of the rows when a value is missed: it may be one of them, under a damaged name.
  func tell(_ strays: [StrayRow], of handle: SceneHandle) {
    for stray in strays {
      guard let entry = stray.entry, let error = stray.error else { continue }
      // What a declaration asks for, it tells itself.
      let isDeclared = handle.state.withLock { $0.table[entry]?.cell != nil }
      guard !isDeclared else { continue }
      problems.report(SceneProblem(strayAt: entry, of: handle, SetAsideNote(error)))
    }
    let nameless = strays.count { $0.entry == nil }
    if nameless > 0 { problems.report(SceneProblem(nameless: nameless, of: handle)) }
  }
}

extension SceneProblem {
  /// A damaged value that nobody has asked for yet.
  fileprivate init(
    strayAt entry: SceneHandle.EntryKey, of handle: SceneHandle, _ note: SetAsideNote
  ) {
    self.init(
      .valueNotReadable,
      address: Address.text(scene: handle.name, path: entry.path, key: entry.key),
      detail: "\(note.text); no property has asked for it, so its name may be what is damaged")
  }

  /// Values whose names are none.
  fileprivate init(nameless count: Int, of handle: SceneHandle) {
    self.init(
      .valueNotReadable, address: Address.text(scene: handle.name, path: .root, key: nil),
      detail: "\(count) value\(count == 1 ? "" : "s") stood under a damaged name "
        + "and \(count == 1 ? "is" : "are") set aside")
  }
}

extension CommitWriter {
  /// Notes rows that are damaged where they stand, and moves those away that have no address.
  mutating func setAside(
    _ strays: [StrayRow], of handle: SceneHandle, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    var nameless = 0
    for stray in strays {
      guard let bytes = try txn.get(stray.key, in: open.values) else { continue }
      let note = Self.note(on: bytes, stray.key)
      guard let entry = stray.entry else {
        try moveAway(stray.key, bytes, note, &txn)
        nameless += 1
        continue
      }
      let isDeclared = handle.state.withLock { $0.table[entry]?.cell != nil }
      let records = try setAsideRecords(of: stray.key, txn)
      guard let note, !isDeclared, records.isEmpty else { continue }
      let record = SetAsideRecord(
        valueKey: stray.key, sequence: sequence, reason: note.reason, kind: .note,
        reasonText: note.text)
      try putAside(record, &txn)
      outcome.setAside.append((handle, entry, try setAsideRecords(of: stray.key, txn)))
      outcome.problems.append(SceneProblem(strayAt: entry, of: handle, note))
    }
    guard nameless > 0 else { return }
    outcome.problems.append(SceneProblem(nameless: nameless, of: handle))
  }

  private func moveAway(
    _ key: [UInt8], _ bytes: [UInt8], _ note: SetAsideNote?, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    let record = SetAsideRecord(
      valueKey: key, sequence: sequence, reason: .damaged, kind: .moved,
      reasonText: note?.text ?? "its name is no address", envelope: bytes)
    try putAside(record, &txn)
    _ = try txn.delete(key, in: open.values)
  }

  private static func note(on bytes: [UInt8], _ key: [UInt8]) -> SetAsideNote? {
    do throws(EnvelopeError) {
      _ = try Envelope.decode(bytes, key: key)
      return nil
    } catch { return SetAsideNote(error) }
  }
}
