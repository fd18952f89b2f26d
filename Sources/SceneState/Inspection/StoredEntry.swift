import LMDB

/// One stored value as the inspector lists it, undecoded.
///
/// Its texts are made when they are asked for: a list of values that nobody prints costs copying
/// their bytes.
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
  private var types: TypeNames { listing.types }

  /// The scene's identifier; nil for the app's values.
  public var scene: SceneID? {
    let number = rows.bytes.bigEndianWord(at: rows.keyRange(index).lowerBound)
    guard number != ValueAddress.appSession else { return nil }
    return listing.ids[number] ?? SceneID(rawValue: "#\(number)")
  }

  /// All that the row says, decoded once.
  package var facts: EntryFacts {
    let key = rows.key(index)
    let bytes = rows.value(index)
    let envelope = Result { () throws(EnvelopeError) in try Envelope.decode(bytes, key: key) }
    let whole = try? envelope.get()
    let address =
      StoredKey.address(of: key, names: whole?.names)
      ?? ValueAddress(session: 0, path: .root, key: "")
    var type = "damaged"
    var fault: EntryFacts.Fault? = .damaged
    if let whole {
      type = types[whole.typeNumber] ?? CodingCatalog.name(tag: whole.tag) ?? "?"
      fault = nil
    } else if case .failure(.newerFormat(let format)) = envelope {
      type = "format \(format)"
      fault = .newerFormat
    }
    return EntryFacts(
      address: address, type: type, storedBytes: bytes.count, envelope: whole, fault: fault,
      scene: scene)
  }

  /// Why the value cannot be shown; nil for one that can.
  package var fault: EntryFacts.Fault? {
    do throws(EnvelopeError) {
      _ = try Envelope.decode(rows.value(index), key: rows.key(index))
      return nil
    } catch {
      if case .newerFormat = error { return .newerFormat }
      return .damaged
    }
  }

  /// The address, for example `A/hawk/draft`.
  public var address: String {
    let name = scene.map { Address.escaped($0.rawValue) } ?? "app"
    let address = facts.address
    return Address.text(scene: name, path: address.path, key: address.key)
  }

  /// The type's name as it was declared when the value was written.
  public var type: String { facts.type }

  /// The payload's size.
  public var bytes: Int { facts.bytes }

  /// The number of the transaction that wrote it.
  public var transaction: UInt64 { facts.transaction }

  /// Where below the scene the value lives.
  package var path: ScopePath { facts.path }

  /// The key's name.
  public var key: String { facts.key }

  /// The version of the key when the value was written.
  public var version: Int { facts.version }

  /// The bytes and their coding; nil if the envelope is damaged.
  package var value: EncodedValue? { facts.value }

  /// Whether its key stands before (below 0) or behind (above 0) that of another entry.
  func keyOrder(_ other: StoredEntry) -> Int {
    let (mine, theirs) = (rows.keyRange(index), other.rows.keyRange(other.index))
    for (one, two) in zip(rows.bytes[mine], other.rows.bytes[theirs]) where one != two {
      return one < two ? -1 : 1
    }
    return mine.count - theirs.count
  }

  /// The key's bytes in the database.
  package var storedKey: [UInt8] { rows.key(index) }

  /// The stored bytes, header and checksum included.
  package var storedBytes: [UInt8] { rows.value(index) }

  /// The value as JSON text; nil if the envelope is damaged.
  public var json: String? { value?.jsonText }

  /// Whether both are the same value of the same scene, written by the same transaction.
  public static func == (left: Self, right: Self) -> Bool {
    left.scene == right.scene
      && left.rows.bytes[left.rows.keyRange(left.index)]
        == right.rows.bytes[right.rows.keyRange(right.index)]
      && left.rows.bytes[left.rows.valueRange(left.index)]
        == right.rows.bytes[right.rows.valueRange(right.index)]
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scene)
    hasher.combine(rows.bytes[rows.keyRange(index)])
    hasher.combine(rows.bytes[rows.valueRange(index)])
  }
}

/// The rows of one listing, with what their entries need to be shown.
final class EntryListing: Sendable {
  let rows: CopiedRows
  /// The identifiers of the sessions by their numbers.
  let ids: [UInt32: SceneID]
  let types: TypeNames

  init(_ rows: CopiedRows, ids: [UInt32: SceneID], types: TypeNames) {
    (self.rows, self.ids, self.types) = (rows, ids, types)
  }
}

/// What a stored value's row says of it.
package struct EntryFacts: Sendable {
  package let address: ValueAddress
  package let type: String
  let storedBytes: Int
  /// Nil if it is damaged, or of a newer format.
  package let envelope: Envelope?
  package let fault: Fault?
  package let scene: SceneID?

  /// Why a value cannot be shown.
  package enum Fault: String, Hashable, Sendable {
    case damaged
    case newerFormat = "newer-format"
  }

  package var path: ScopePath { address.path }
  package var key: String { address.key }
  package var bytes: Int { envelope?.payload.count ?? storedBytes }
  package var transaction: UInt64 { envelope?.sequence ?? 0 }
  package var version: Int { Int(envelope?.keyVersion ?? 0) }
  package var appVersion: Int? { envelope.map { Int($0.appVersion) } }
  package var value: EncodedValue? { envelope?.value }
}

/// The names of the types of a store by their numbers.
struct TypeNames: Sendable, Hashable {
  private var names: [UInt32: String] = [:]

  init() {}

  init(_ rows: CopiedRows) {
    for index in 0..<rows.count {
      guard let number = InfoKey.typeNumber(of: rows.key(index)) else { continue }
      names[number] = String(decoding: rows.value(index), as: UTF8.self)
    }
  }

  subscript(_ number: UInt32) -> String? { names[number] }

  /// Whether the types of all the values are known; bytes too short for a header have none.
  func covers(_ values: CopiedRows) -> Bool {
    // A scene has few types, which are found quicker in a list.
    var seen: [UInt32] = []
    for index in 0..<values.count {
      let range = values.valueRange(index)
      guard range.count >= Envelope.headerSize else { continue }
      let number = values.bytes.bigEndianWord(at: range.lowerBound + 20)
      if seen.contains(number) { continue }
      guard names[number] != nil else { return false }
      if seen.count < 8 { seen.append(number) }
    }
    return true
  }
}
