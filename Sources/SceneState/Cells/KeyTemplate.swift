/// A value's stored key before its session's number is known.
struct KeyTemplate: Sendable {
  /// How many bytes of a stored key name the session.
  static let sessionBytes = 4

  /// The key in session 0; empty if the address has more names than a key can hold.
  let bytes: [UInt8]
  /// What the envelope must carry of the address.
  let names: [String]?

  /// Of a stored key without long names, in any session.
  init(storedAs bytes: [UInt8]) { (self.bytes, names) = (bytes, nil) }

  init(path: ScopePath, key: String) {
    let address = ValueAddress(session: ValueAddress.appSession, path: path, key: key)
    bytes = StoredKey.bytes(of: address) ?? []
    names = StoredKey.names(of: address)
  }

  /// The stored key in a session, or nil if there is none.
  func bytes(inSession number: UInt32) -> [UInt8]? {
    guard bytes.count > Self.sessionBytes else { return nil }
    var key = bytes
    for place in 0..<4 { key[place] = UInt8(truncatingIfNeeded: number >> (24 - 8 * place)) }
    return key
  }
}
