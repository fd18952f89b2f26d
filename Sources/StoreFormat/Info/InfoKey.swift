/// The keys of the database `info`, and the codings of its plain numbers and texts.
package enum InfoKey {
  /// The commit record; `!` sorts it first.
  package static let commit = Array("!commit".utf8)
  /// Which sessions the latest commits changed, see `RecentSessions`.
  package static let recentSessions = Array("!recent".utf8)
  /// What the last commit wrote, in numbers that a forgotten page would change.
  package static let digest = Array("!digest".utf8)
  /// Which store this is and which commits it has behind it, see ``StoreIdentity``.
  package static let storeID = Array("store-id".utf8)
  /// What begins the keys of reports of recoveries that nobody has read yet.
  package static let reportPrefix = Array("report/".utf8)
  /// What begins the keys of what is known of sessions that roam.
  package static let roamingPrefix = Array("roaming/".utf8)
  /// The names of the keys whose values roam to no other machine, one a line.
  package static let deviceKeys = Array("device-keys".utf8)
  /// The app's identifier, UTF-8.
  package static let app = Array("app".utf8)
  /// The version of the app that wrote last, four bytes.
  package static let appVersion = Array("app-version".utf8)
  /// Features that an older version may ignore, eight bytes of bits.
  package static let compatibleFeatures = Array("compat".utf8)
  /// The format's number, four bytes.
  package static let format = Array("format".utf8)
  /// Features without which a version must not open the store, eight bytes of bits.
  package static let incompatibleFeatures = Array("incompat".utf8)
  /// Features without which a version must not write, eight bytes of bits.
  package static let readOnlyFeatures = Array("ro-compat".utf8)
  /// The number that the next new session gets.
  package static let nextSession = Array("next-session".utf8)
  /// What begins the keys under which the processes stand that have sessions open.
  package static let ownerPrefix = Array("owner/".utf8)

  /// The key under which a session's number is found by its id.
  package static func session(_ id: String) -> [UInt8] { Array("session/".utf8) + Array(id.utf8) }

  /// The key of the process that has a session open.
  package static func owner(_ id: String) -> [UInt8] { ownerPrefix + Array(id.utf8) }

  /// The key of what is known of a session that roams, by its number.
  package static func roaming(_ number: UInt32) -> [UInt8] { roamingPrefix + bytes(number) }

  /// What begins the keys under which type names stand.
  package static let typePrefix = Array("type/".utf8)

  /// The key of a type's name: `type/` and the number's eight hexadecimal digits.
  package static func type(_ number: UInt32) -> [UInt8] {
    var key = typePrefix
    key.reserveCapacity(typePrefix.count + 8)
    for shift in stride(from: UInt32(28), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: number >> shift & 0xF)
      key.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
    return key
  }

  /// The type number in such a key, or nil.
  package static func typeNumber(of key: [UInt8]) -> UInt32? {
    guard key.starts(with: typePrefix), key.count == typePrefix.count + 8 else { return nil }
    guard
      let number = UInt32(
        String(decoding: key.dropFirst(typePrefix.count), as: UTF8.self), radix: 16)
    else { return nil }
    // Signs and capitals are read by the parser above but are never written.
    return type(number) == key ? number : nil
  }

  /// Whether a row is about one file and its processes, and not about what is kept in it.
  package static func isOfThisFile(_ key: [UInt8]) -> Bool {
    isOfCommit(key) || key == storeID || key.starts(with: ownerPrefix)
      || key.starts(with: reportPrefix)
  }

  /// Whether a row is about the last commits of one file.
  package static func isOfCommit(_ key: [UInt8]) -> Bool {
    key == commit || key == digest || key == recentSessions
  }

  package static func bytes<T: FixedWidthInteger>(_ number: T) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBigEndian(number)
    return bytes
  }

  package static func bytes(_ number: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBigEndian(number)
    return bytes
  }

  /// The number, or nil if the bytes are too few or too many.
  package static func number<T: FixedWidthInteger>(_ bytes: [UInt8], _ type: T.Type) -> T? {
    read(bytes, type)
  }

  // NB: other modules call a generic function as it is; these are made for one type each.
  package static func number(_ bytes: [UInt8], _ type: UInt32.Type) -> UInt32? { read(bytes, type) }
  package static func number(_ bytes: [UInt8], _ type: UInt64.Type) -> UInt64? { read(bytes, type) }

  private static func read<T: FixedWidthInteger>(_ bytes: [UInt8], _ type: T.Type) -> T? {
    var reader = ByteReader(bytes)
    guard let number = reader.number(type), reader.remaining == 0 else { return nil }
    return number
  }
}
