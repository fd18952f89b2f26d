/// Why a value could not be read; an open set, newer versions may know more.
package struct SetAsideReason: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Stored in another type's coding.
  package static let wrongType = SetAsideReason(rawValue: 1)
  /// The coding fits, the bytes do not decode.
  package static let undecodable = SetAsideReason(rawValue: 2)
  /// Written in a newer format or by a newer version of the key.
  package static let newerFormat = SetAsideReason(rawValue: 3)
  /// The checksum or the lengths do not fit.
  package static let damaged = SetAsideReason(rawValue: 4)
  /// A migration failed or is missing.
  package static let migration = SetAsideReason(rawValue: 5)
  /// The scene could not be restored.
  package static let givenUp = SetAsideReason(rawValue: 6)

  /// The reason as one word for programs.
  package var name: String { Self.names[rawValue] ?? "reason-\(rawValue)" }

  /// Whether this version knows it: what a newer one set aside, or damage, no read takes back.
  package var isKnown: Bool { Self.names[rawValue] != nil }

  private static let names: [UInt8: String] = [
    wrongType.rawValue: "wrong-type", undecodable.rawValue: "undecodable",
    newerFormat.rawValue: "newer-format", damaged.rawValue: "damaged",
    migration.rawValue: "migration", givenUp.rawValue: "given-up",
  ]
}

/// One entry of the database `set-aside`: an unreadable value, moved here or still in place.
package struct SetAsideRecord: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    /// The old envelope follows; in `values` there is another value or none.
    case moved = 1
    /// The value is still in `values`; this only notes that it could not be read.
    case note = 2
    /// The old envelope follows; its scene was given up, so no read takes it back.
    case givenUp = 3
  }

  /// The key under which the value stands or stood in `values`.
  package var valueKey: [UInt8]
  /// The sequence of the tick that noted or moved it; newer ones sort after older ones.
  package var sequence: UInt64
  package var reason: SetAsideReason
  package var kind: Kind
  package var reasonText: String
  /// The old envelope as it was, empty for a note.
  package var envelope: [UInt8]

  package init(
    valueKey: [UInt8],
    sequence: UInt64,
    reason: SetAsideReason,
    kind: Kind,
    reasonText: String,
    envelope: [UInt8] = []
  ) {
    self.valueKey = valueKey
    self.sequence = sequence
    self.reason = reason
    self.kind = kind
    self.reasonText = reasonText
    self.envelope = envelope
  }

  /// What begins the keys of all records of one value.
  package static func prefix(valueKey: [UInt8]) -> [UInt8] { valueKey + [0, 0] }

  /// The key in the database `set-aside`: value key, 00 00, sequence.
  package var key: [UInt8] {
    var key = Self.prefix(valueKey: valueKey)
    key.appendBigEndian(sequence)
    return key
  }

  /// The record of the same value under another key, which the checksum of its envelope covers.
  package func moved(to key: [UInt8]) -> SetAsideRecord {
    var record = self
    if let envelope = Envelope(readable: envelope, key: valueKey) {
      record.envelope = envelope.bytes(forKey: key)
    }
    record.valueKey = key
    return record
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = [reason.rawValue, kind.rawValue]
    bytes.appendShortText(reasonText)
    bytes.append(contentsOf: envelope)
    return bytes
  }

  /// The record, or nil if key or bytes are not what this version writes.
  package init?(key: [UInt8], bytes: [UInt8]) {
    let keyCount = key.count - 10
    guard keyCount > 0, key[keyCount] == 0, key[keyCount + 1] == 0 else { return nil }
    var keyReader = ByteReader(key, from: keyCount + 2)
    var reader = ByteReader(bytes)
    guard let sequence = keyReader.number(UInt64.self),
      let reason = reader.number(UInt8.self),
      let kind = reader.number(UInt8.self).flatMap(Kind.init),
      let text = reader.shortText(),
      let envelope = reader.take(reader.remaining)
    else { return nil }
    self.init(
      valueKey: Array(key[..<keyCount]), sequence: sequence,
      reason: SetAsideReason(rawValue: reason), kind: kind, reasonText: text, envelope: envelope)
  }
}
