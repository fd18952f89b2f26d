import LMDB
package import StoreFormat

/// One stored value as the inspector lists it, undecoded.
///
/// Its texts are made when they are asked for: a list of values that nobody prints costs copying
/// their bytes. Of a value of more than 256 bytes not even these are copied: ``type`` and ``json``
/// read it from the store, and see whether it is damaged. If another value stands there by then, or
/// the store is closed, `json` is nil; all else that an entry says stays as it was.
///
/// ```swift
/// for entry in scope.entries { print(entry.address, entry.type, entry.bytes) }
/// ```
public struct StoredEntry: Hashable, Sendable {
  /// What it came with; all entries of one listing share it, so that each costs two words.
  private let listing: EntryListing
  private let index: Int

  init(_ listing: EntryListing, _ index: Int) {
    self.listing = listing
    self.index = index
  }

  private var rows: CopiedRows { listing.rows }

  /// The scene's identifier; nil for the app's values.
  public var scene: SceneID? {
    listing.scene(rows.bytes.bigEndianWord(at: rows.keyRange(index).lowerBound))
  }

  /// A checksum of the place and the bytes there, which no other store has for its value.
  package var checksum: UInt32 { crc32c(listing.value(index) ?? [], seed: crc32c(rows.key(index))) }

  /// The value as the store wraps it; nil for bytes that nobody can read.
  var envelope: Envelope? {
    // What is wrong with it is among the facts.
    listing.value(index).flatMap { try? Envelope.decode($0, key: rows.key(index)) }
  }

  /// All that the row says, decoded once.
  package var facts: EntryFacts {
    let key = rows.key(index)
    guard let bytes = listing.value(index) else { return changedFacts }
    let envelope = Result { () throws(EnvelopeError) in try Envelope.decode(bytes, key: key) }
    let whole = try? envelope.get()  // what is wrong with it is looked at below
    var type = "damaged"
    var fault: EntryFacts.Fault? = .damaged
    if let whole {
      type = listing.types.name(of: whole)
      fault = nil
    } else if case .failure(.newerFormat(let format)) = envelope {
      type = "format \(format)"
      fault = .newerFormat
    }
    return EntryFacts(
      address: StoredKey.address(of: key, names: whole?.names) ?? .nowhere, type: type,
      bytes: whole?.payload.count ?? bytes.count, header: whole, value: whole?.value,
      fault: fault, scene: scene)
  }

  /// What is left of a value that stands in the store no more, and was not copied.
  private var changedFacts: EntryFacts {
    let (header, payloadCount) = Envelope.header(rows.value(index))
    return EntryFacts(
      address: StoredKey.address(of: rows.key(index), names: nil) ?? .nowhere,
      type: listing.types.name(of: header), bytes: payloadCount, header: header, value: nil,
      fault: nil, scene: scene)
  }

  /// Why the value cannot be shown; nil for one that can.
  package var fault: EntryFacts.Fault? {
    guard let bytes = listing.value(index) else { return nil }
    do throws(EnvelopeError) {
      _ = try Envelope.decode(bytes, key: rows.key(index))
      return nil
    } catch {
      if case .newerFormat = error { return .newerFormat }
      return .damaged
    }
  }

  /// Where it lives; nothing but the key is needed unless names follow the header.
  private var place: ValueAddress {
    if listing.hasNames(index) { return facts.address }
    return StoredKey.address(of: rows.key(index), names: nil) ?? .nowhere
  }

  /// The address, for example `A/hawk/draft`.
  public var address: String {
    let name = scene.map { Address.escaped($0.rawValue) } ?? "app"
    let place = place
    return Address.text(scene: name, path: place.path, key: place.key)
  }

  /// The type's name as it was declared when the value was written.
  public var type: String { facts.type }

  /// The payload's size.
  public var bytes: Int {
    if listing.isShort(index) { return changedFacts.bytes }
    return Envelope.Facts(rows, index)?.payloadCount ?? facts.bytes
  }

  /// The number of the transaction that wrote it.
  public var transaction: UInt64 {
    listing.isShort(index) ? changedFacts.transaction : facts.transaction
  }

  /// Where below the scene the value lives.
  package var path: ScopePath { place.path }

  /// The key's name.
  public var key: String { place.key }

  /// The version of the key when the value was written.
  public var version: Int { facts.version }

  /// The bytes and their coding; nil if they are damaged, or were not copied and are gone.
  package var value: EncodedValue? { facts.value }

  /// Whether its key stands before (below 0) or behind (above 0) that of another entry.
  package func keyOrder(_ other: StoredEntry) -> Int {
    let (mine, theirs) = (rows.keyRange(index), other.rows.keyRange(other.index))
    for (one, two) in zip(rows.bytes[mine], other.rows.bytes[theirs]) where one != two {
      return one < two ? -1 : 1
    }
    return mine.count - theirs.count
  }

  package var storedKey: [UInt8] { rows.key(index) }

  /// The stored bytes, header and checksum included; those that were not copied may be gone.
  package var storedBytes: [UInt8] { listing.value(index) ?? rows.value(index) }

  /// The value as JSON text; nil if it is damaged, and for a long one that is no more in the store.
  public var json: String? { value?.jsonText }

  /// Whether both are the same value of the same scene, written by the same transaction.
  public static func == (left: Self, right: Self) -> Bool {
    // The header tells one value from another: it has the checksum of all bytes.
    let isShort = left.listing.isShort(left.index) || right.listing.isShort(right.index)
    return left.scene == right.scene
      && left.rows.bytes[left.rows.keyRange(left.index)]
        == right.rows.bytes[right.rows.keyRange(right.index)]
      && left.compared(isShort) == right.compared(isShort)
  }

  private func compared(_ headerOnly: Bool) -> ArraySlice<UInt8> {
    let value = rows.bytes[rows.valueRange(index)]
    return headerOnly ? value.prefix(Envelope.headerSize) : value
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scene)
    hasher.combine(rows.bytes[rows.keyRange(index)])
    hasher.combine(compared(true))
  }
}

/// What a stored value's row says of it.
package struct EntryFacts: Sendable {
  package let address: ValueAddress
  package let type: String
  /// The payload's size; that of the row if it is damaged.
  package let bytes: Int
  /// Nil if it is damaged, or of a newer format.
  private let header: Envelope?
  package let value: EncodedValue?
  package let fault: Fault?
  package let scene: SceneID?

  init(
    address: ValueAddress, type: String, bytes: Int, header: Envelope?, value: EncodedValue?,
    fault: Fault?, scene: SceneID?
  ) {
    (self.address, self.type, self.bytes) = (address, type, bytes)
    (self.header, self.value, self.fault, self.scene) = (header, value, fault, scene)
  }

  /// Why a value cannot be shown.
  package enum Fault: String, Hashable, Sendable {
    case damaged
    case newerFormat = "newer-format"
  }

  package var path: ScopePath { address.path }
  package var key: String { address.key }
  package var transaction: UInt64 { header?.sequence ?? 0 }
  package var version: Int { Int(header?.keyVersion ?? 0) }
  package var appVersion: Int? { header.map { Int($0.appVersion) } }
}
