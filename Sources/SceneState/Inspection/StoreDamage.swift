import LMDB
package import StoreFormat

/// The first thing in a store that cannot be read and is not set aside.
package struct StoreDamage: Hashable, Sendable, CustomStringConvertible {
  /// Where it stands, `A/hawk/draft`, or the bytes of a key that is no address.
  package let place: String
  package let reason: String

  package init(place: String, reason: String) {
    self.place = place
    self.reason = reason
  }

  package var description: String { "\(place): \(reason)" }
}

extension SceneStore {
  /// Looks through the whole file: every entry must be what this version writes.
  ///
  /// Bytes that could not be read and are noted as set aside are no damage.
  ///
  /// - Parameter isReadable: Whether those who declared the value can read it.
  /// - Throws: `store-not-usable`.
  /// - Returns: The first damage in the order of the file; nil for a store that is whole.
  package func damage(
    isReadable: (ValueAddress, SceneID?, EncodedValue) -> Bool
  ) throws(SceneProblem) -> StoreDamage? {
    let open = try core.connection.open()
    do throws(LMDBError) {
      var look = DamageLook()
      try open.environment.read { txn throws(LMDBError) in
        try txn.forEach(in: open.sessions, prefix: []) { key, bytes throws(LMDBError) in
          look.addSession(key, bytes)
          return true
        }
        try txn.forEach(in: open.info, prefix: InfoKey.session("")) {
          key, bytes throws(LMDBError) in
          look.addIndex(key, bytes)
          return true
        }
        try txn.forEach(in: open.setAside, prefix: []) { key, bytes throws(LMDBError) in
          look.addAside(key, bytes)
          return true
        }
        try txn.forEach(in: open.values, prefix: []) { key, bytes throws(LMDBError) in
          look.addValue(key, bytes, isReadable)
          return true
        }
      }
      return look.first
    } catch { throw SceneProblem(error) }
  }
}

/// What a look through the file has found so far.
private struct DamageLook {
  private(set) var first: StoreDamage?
  private var ids: [UInt32: SceneID] = [:]
  private var aside: Set<[UInt8]> = []

  private mutating func found(_ place: String, _ reason: String) {
    if first == nil { first = StoreDamage(place: place, reason: reason) }
  }

  mutating func addSession(_ key: [UInt8], _ bytes: [UInt8]) {
    guard let record = SessionRecord(readable: bytes, key: key) else {
      return found("session \(key)", "the record is damaged")
    }
    if record.kind == .live { ids[record.number] = SceneID(rawValue: record.id) }
  }

  /// Names lead to the numbers of live sessions.
  mutating func addIndex(_ key: [UInt8], _ bytes: [UInt8]) {
    let name = String(decoding: key.dropFirst(InfoKey.session("").count), as: UTF8.self)
    let number = InfoKey.number(bytes, UInt32.self)
    guard let number, ids[number]?.rawValue == name else {
      return found("index \(name)", "there is no such session")
    }
  }

  mutating func addAside(_ key: [UInt8], _ bytes: [UInt8]) {
    guard let record = SetAsideRecord(key: key, bytes: bytes) else {
      return found("set-aside \(key)", "the record is damaged")
    }
    aside.insert(record.valueKey)
    let number = record.valueKey.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // What was given up belongs to no session any more.
    if record.kind == .givenUp || number == ValueAddress.appSession || ids[number] != nil { return }
    found("set-aside #\(number)", "there is no such session")
  }

  mutating func addValue(
    _ key: [UInt8], _ bytes: [UInt8], _ isReadable: (ValueAddress, SceneID?, EncodedValue) -> Bool
  ) {
    let envelope = Envelope(readable: bytes, key: key)
    guard let address = StoredKey.address(of: key, names: envelope?.names) else {
      return found("value \(key)", "the key is no address")
    }
    let isApp = address.session == ValueAddress.appSession
    let scene = ids[address.session]
    let name = isApp ? "app" : scene.map { Address.escaped($0.rawValue) } ?? "#\(address.session)"
    let place = Address.text(scene: name, path: address.path, key: address.key)
    if !isApp, scene == nil { return found(place, "there is no such session") }
    if aside.contains(key) { return }
    guard let envelope else { return found(place, "the bytes are damaged") }
    if !isReadable(address, scene, envelope.value) {
      found(place, "the declared type cannot read it")
    }
  }
}
