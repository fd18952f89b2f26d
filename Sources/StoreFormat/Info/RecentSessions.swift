package import LMDB

/// Which sessions the latest commits changed, so that other processes read only those again.
///
/// A row of `info` with a place for each session number modulo 64, in which the sequence of the
/// last commit stands that changed a session of that place. So it has one size whatever happens,
/// and it serves who looked a moment ago and who looked a thousand commits ago alike. A commit by
/// a writer that does not keep the row is noticed by the next one that does: from then on the row
/// says that everything up to that commit may have changed.
package struct RecentSessions: Hashable, Sendable {
  static let places = 64
  package static let size = 8 * (2 + places)

  /// Its own commit, the last one that may have changed anything, and the places.
  package private(set) var bytes: [UInt8]

  /// Nothing is known of what was before a commit.
  init(unknownBefore sequence: UInt64) {
    bytes = [UInt8](repeating: 0, count: Self.size)
    set(sequence &- 1, at: 1)
  }

  /// Nil if the bytes are not as many as the row has.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }

  /// The place of a session, as one bit.
  package static func place(of number: UInt32) -> UInt64 { 1 << UInt64(number % UInt32(places)) }

  /// Notes that a commit changed the sessions of some places.
  mutating func note(_ changed: UInt64, at sequence: UInt64) {
    set(sequence, at: 0)
    var rest = changed
    while rest != 0 {
      set(sequence, at: 2 + rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }

  /// The places of which something changed after a commit; nil if it may be anything.
  ///
  /// - Parameters:
  ///   - seen: The sequence of the commit up to which everything is known.
  ///   - last: The sequence of the commit that is looked at.
  /// - Returns: The places as bits.
  package func changed(after seen: UInt64, upTo last: UInt64) -> UInt64? {
    guard value(at: 0) == last, value(at: 1) <= seen else { return nil }
    var changed: UInt64 = 0
    for place in 0..<Self.places where value(at: 2 + place) > seen { changed |= 1 << UInt64(place) }
    return changed
  }

  /// The sequence of the commit that wrote it.
  var sequence: UInt64 { value(at: 0) }

  private func value(at index: Int) -> UInt64 {
    var value: UInt64 = 0
    for byte in bytes[8 * index..<8 * index + 8] { value = value << 8 | UInt64(byte) }
    return value
  }

  private mutating func set(_ value: UInt64, at index: Int) {
    for byte in 0..<8 {
      bytes[8 * index + byte] = UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * byte))
    }
  }
}

extension RecentSessions {
  package static func write(
    _ changed: UInt64, at sequence: UInt64, info: Database, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    let stored = try txn.get(InfoKey.recentSessions, in: info).flatMap { Self($0) }
    var recent = stored ?? Self(unknownBefore: sequence)
    // A transaction may write it twice; any other gap is a commit that did not say what it changed.
    if recent.sequence != sequence, recent.sequence != sequence &- 1 {
      recent = Self(unknownBefore: sequence)
    }
    recent.note(changed, at: sequence)
    try txn.put(InfoKey.recentSessions, recent.bytes, in: info)
  }
}
