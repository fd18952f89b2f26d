import StoreFormat

/// A value's stored key before its session's number is known.
struct KeyTemplate: Sendable {
  /// The key in session 0; empty if the address has more names than a key can hold.
  let bytes: [UInt8]
  /// What the envelope must carry of the address.
  let names: [String]?
  let start: Start

  /// Of a stored key without long names, in any session.
  init(storedAs bytes: [UInt8]) { self.init(bytes, nil) }

  init(path: ScopePath, key: String) {
    let address = ValueAddress(session: ValueAddress.appSession, path: path, key: key)
    self.init(StoredKey.bytes(of: address) ?? [], StoredKey.names(of: address))
  }

  private init(_ bytes: [UInt8], _ names: [String]?) {
    (self.bytes, self.names) = (bytes, names)
    start = Start(bytes)
  }

  /// The stored key in a session, or nil if there is none.
  func bytes(inSession number: UInt32) -> [UInt8]? {
    guard bytes.count > StoredKey.sessionBytes else { return nil }
    var key = bytes
    for place in 0..<4 { key[place] = UInt8(truncatingIfNeeded: number >> (24 - 8 * place)) }
    return key
  }

  /// The first bytes behind the session's, in whose order keys of a scene are stored.
  struct Start: Equatable, Sendable {
    private let words: (UInt64, UInt64)

    init(_ key: [UInt8]) {
      func word(at place: Int) -> UInt64 {
        (place..<place + 8).reduce(0) { $0 << 8 | ($1 < key.count ? UInt64(key[$1]) : 0) }
      }
      words = (word(at: StoredKey.sessionBytes), word(at: StoredKey.sessionBytes + 8))
    }

    static func == (one: Self, other: Self) -> Bool { one.words == other.words }
    static func < (one: Self, other: Self) -> Bool { one.words < other.words }
  }
}
