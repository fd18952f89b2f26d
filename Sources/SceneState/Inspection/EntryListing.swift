import LMDB
import StoreFormat

/// The rows of one listing, with what their entries need to be shown.
final class EntryListing: Sendable {
  /// The identifiers of the sessions: one for all rows, or by their numbers.
  enum Scenes: Sendable {
    case one(SceneID?)
    case few([(number: UInt32, id: SceneID)])
    case many([UInt32: SceneID])
  }

  let rows: CopiedRows
  let types: TypeNames
  private let scenes: Scenes
  /// Where the values are of which only the headers were copied; nil if there are none.
  private let source: EntrySource?

  init(_ rows: CopiedRows, _ scenes: Scenes, _ types: TypeNames, _ source: EntrySource? = nil) {
    (self.rows, self.scenes, self.types, self.source) = (rows, scenes, types, source)
  }

  func scene(_ number: UInt32) -> SceneID? {
    guard number != ValueAddress.appSession else { return nil }
    let known: SceneID? =
      switch scenes {
      case .one(let id): id
      case .few(let all): all.first { $0.number == number }?.id
      case .many(let ids): ids[number]
      }
    return known ?? SceneID(rawValue: "#\(number)")
  }

  /// Whether only the header of a value was copied.
  func isShort(_ index: Int) -> Bool {
    let range = rows.valueRange(index)
    return source != nil && range.count == Envelope.headerSize
      && rows.bytes.bigEndianWord(at: range.lowerBound + 24) > 0
  }

  /// Whether names follow the header of a value, as they do where its key had to shorten them.
  func hasNames(_ index: Int) -> Bool {
    let range = rows.valueRange(index)
    return range.count > 3 && rows.bytes[range.lowerBound + 3] != 0
  }

  /// The bytes of a value; nil if they were not copied and are no more what stands in the store.
  func value(_ index: Int) -> [UInt8]? {
    guard isShort(index), let source else { return rows.value(index) }
    return source.value(rows.key(index), header: rows.bytes[rows.valueRange(index)])
  }
}

/// The values of a store, for entries that have only their headers.
struct EntrySource: Sendable {
  let environment: Environment
  let values: Database

  /// The value that has the header; nil if another one stands there, or none can be read.
  func value(_ key: [UInt8], header: ArraySlice<UInt8>) -> [UInt8]? {
    // A store that cannot be read any more shows the same as one that has moved on: the header.
    let found = try? environment.get(key, in: values)
    guard let found, found.starts(with: header) else { return nil }
    return found
  }
}

/// The names of the types of a store by their numbers.
final class TypeNames: Sendable {
  let numbers: [UInt32]
  private let names: [String]

  init() { (numbers, names) = ([], []) }

  init(_ rows: CopiedRows) {
    let found = (0..<rows.count).compactMap { index in
      InfoKey.typeNumber(of: rows.key(index)).map { ($0, index) }
    }
    numbers = found.map(\.0)
    names = found.map { String(decoding: rows.value($0.1), as: UTF8.self) }
  }

  /// What an entry says of a value's type.
  func name(of value: Envelope) -> String {
    // A store has few types: no table is quicker.
    if let index = numbers.firstIndex(of: value.typeNumber) { return names[index] }
    return CodingCatalog.name(tag: value.tag) ?? "?"
  }
}
