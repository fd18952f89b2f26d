import LMDB
package import StoreFormat
extension StoreEditor {
  package struct ValueChange: Sendable {
    package let address: ValueAddress
    /// The scene that it belongs to; nil for the app's.
    package let scene: SceneID?
    /// The stored bytes before; nil if there were none.
    package let before: [UInt8]?
    /// What stands there now; nil if nothing does.
    package let after: EncodedValue?
    /// The commit that did it, as values carry it; nil if nothing had to be done.
    package let sequence: UInt64?

    /// The value before, if it could be read.
    package var valueBefore: EncodedValue? {
      guard let before, let key = StoredKey.bytes(of: address) else { return nil }
      return Envelope(readable: before, key: key)?.value
    }
  }

  /// Where a value is written, and as what.
  package struct Writing: Sendable {
    package var address: ValueAddress
    package var value: EncodedValue
    package var type: String
    /// The version of the key, for a value that is new.
    package var keyVersion: UInt32

    package init(_ address: ValueAddress, _ value: EncodedValue, type: String, keyVersion: UInt32) {
      (self.address, self.value, self.type) = (address, value, type)
      self.keyVersion = keyVersion
    }
  }

  /// Writes a value as an app would; what cannot be read there is set aside, never overwritten.
  ///
  /// The version of the key and of the app stay as they were: the next migration must still run.
  /// - Throws: `scope-too-deep`, `no-scope` if the session is gone, `store-not-usable`.
  package func set(_ writing: Writing) throws(SceneProblem) -> ValueChange {
    let address = writing.address
    guard let key = StoredKey.bytes(of: address) else {
      throw SceneProblem(.scopeTooDeep, address: address.key)
    }
    let change = try write { writer, txn throws(LMDBError) -> ValueChange? in
      guard let scene = try writer.scene(of: address.session, txn) else { return nil }
      let before = try txn.get(key, in: writer.open.values)
      let change = ValueChange(
        address: address, scene: scene.id, before: before, after: writing.value,
        sequence: try writer.put(writing, key, over: before, &txn) ? writer.sequence : nil)
      return change
    }
    guard let change else {
      throw SceneProblem(.noScope, detail: "no session has number \(address.session)")
    }
    return change
  }

  /// Removes values with what is noted about them, and set-aside values.
  ///
  /// - Parameters:
  ///   - values: The stored keys of values.
  ///   - setAside: The keys of set-aside records.
  /// - Returns: How many of both were there.
  /// - Throws: `store-not-usable`; nothing was removed.
  package func remove(
    _ values: [[UInt8]], setAside: [[UInt8]] = []
  ) throws(SceneProblem) -> Int {
    try write { writer, txn throws(LMDBError) in
      var count = 0
      for key in values {
        try writer.removeNotes(of: key, &txn)
        if try txn.delete(key, in: writer.open.values) {
          writer.noteRemoval(of: key)
          count += 1
        }
      }
      for key in setAside where try txn.delete(key, in: writer.open.setAside) { count += 1 }
      return count
    }
  }
}

extension CommitWriter {
  /// The scene of a session number, nil in it for the app; nil if there is no such session.
  fileprivate func scene(
    of number: UInt32, _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> (id: SceneID?, Void)? {
    guard number != ValueAddress.appSession else { return (nil, ()) }
    let key = SessionRecord.key(number: number)
    guard let bytes = try txn.get(key, in: open.sessions),
      let record = SessionRecord(readable: bytes, key: key), record.kind == .live
    else { return nil }
    return (SceneID(rawValue: record.id), ())
  }

  /// Answers whether anything had to be written.
  fileprivate mutating func put(
    _ writing: StoreEditor.Writing, _ key: [UInt8], over before: [UInt8]?,
    _ txn: inout WriteTransaction
  ) throws(LMDBError) -> Bool {
    let type = TypeName.number(of: writing.type)
    try note(type: type, writing.type, &txn)
    var envelope = Envelope(
      tag: writing.value.tag, keyVersion: writing.keyVersion, sequence: sequence,
      appVersion: appVersion, typeNumber: type, names: StoredKey.names(of: writing.address),
      payload: writing.value.payload)
    if let before {
      do throws(EnvelopeError) {
        let old = try Envelope.decode(before, key: key)
        if old.value == envelope.value, old.typeNumber == type { return false }
        envelope.keyVersion = old.keyVersion
        envelope.appVersion = old.appVersion
      } catch {
        let note = SetAsideNote(error)
        try putAside(
          SetAsideRecord(
            valueKey: key, sequence: sequence, reason: note.reason, kind: .moved,
            reasonText: note.text, envelope: before), &txn)
      }
    }
    try removeNotes(of: key, &txn)
    try txn.put(key, envelope.bytes(forKey: key), in: open.values)
    return true
  }
}
