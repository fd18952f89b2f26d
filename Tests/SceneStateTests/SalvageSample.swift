import LMDB
import SceneState
import StoreFormat

/// Rows, sources and files for the tests of what a salvage chooses.
enum SalvageSample {
  static func key(_ session: UInt32, _ name: String = "draft") -> [UInt8] {
    StoredKey.bytes(of: ValueAddress(session: session, path: ScopePath(), key: name)) ?? []
  }

  static func value(_ key: [UInt8], _ sequence: UInt64) -> [UInt8] {
    Envelope(tag: 5, sequence: sequence, payload: Array("at \(sequence)".utf8)).bytes(forKey: key)
  }

  static func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[bytes.count - 5] ^= 1
    return bytes
  }

  static func removal(_ place: [UInt8], _ sequence: UInt64, isPrefix: Bool = false)
    -> RemovalRecord
  {
    RemovalRecord(sequence: sequence, number: 0, place: place, isPrefix: isPrefix)
  }

  /// A source that is sure of everything, or of nothing but what it has.
  static func view(
    _ source: RecoveryReport.Source, _ sequence: UInt64, sessions: [SessionRecord] = [],
    values: [[UInt8]: [UInt8]] = [:], setAside: [SetAsideRecord] = [],
    removals: [RemovalRecord] = [], isSure: Bool = true
  ) -> StoreView {
    var gaps = KeyGaps()
    if !isSure { gaps.begin(after: nil) }
    var view = StoreView(source, sequence: sequence)
    func rows<Row>(_ rows: [Row], _ key: KeyPath<Row, [UInt8]>, _ bytes: (Row) -> [UInt8])
      -> [[UInt8]: [UInt8]]
    {
      Dictionary(uniqueKeysWithValues: rows.map { ($0[keyPath: key], bytes($0)) })
    }
    view.tables[.info] = .init(rows: rows(removals, \.key) { $0.bytes })
    view.tables[.sessions] = .init(rows: rows(sessions, \.key) { $0.bytes() }, gaps: gaps)
    view.tables[.values] = .init(rows: values, gaps: gaps)
    view.tables[.setAside] = .init(rows: rows(setAside, \.key) { $0.bytes }, gaps: gaps)
    return view
  }

  static let live = SessionRecord(number: 1, sequence: 2, id: "A", alias: "mine")

  /// A file of leaf pages with rows, as a search of all pages sees it.
  static func file(_ rows: [([UInt8], [UInt8])]) -> DataFile {
    var bytes = [UInt8](repeating: 0, count: (rows.count + 2) * 4096)
    func set(_ number: Int, _ count: Int, at place: Int) {
      for index in 0..<count {
        bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
      }
    }
    for (index, row) in rows.enumerated() {
      let page = (index + 2) * 4096
      set(index + 2, 8, at: page)
      set(2, 2, at: page + 10)
      set(18, 2, at: page + 12)
      set(2000, 2, at: page + 16)
      set(row.1.count, 4, at: page + 2000)
      set(row.0.count, 2, at: page + 2006)
      bytes.replaceSubrange(
        page + 2008..<page + 2008 + row.0.count + row.1.count, with: row.0 + row.1)
    }
    return DataFile(bytes: bytes)
  }

  static func values(_ salvage: Salvage) -> [[UInt8]: [UInt8]] {
    let rows = salvage.records.filter { $0.table == .values }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.value) })
  }

  static let nothing = FoundPages(FoundRows(ceiling: 100))

  /// A source that says what its values came to.
  static func counted(
    _ source: RecoveryReport.Source, _ sequence: UInt64, of wanted: [[UInt8]: [UInt8]],
    shows values: [[UInt8]: [UInt8]], isSure: Bool, removals: [RemovalRecord] = []
  ) -> StoreView {
    var view = view(
      source, sequence, sessions: [live], values: values, removals: removals, isSure: isSure)
    view.tables[.sessions]?.gaps = KeyGaps()
    var sums = RowSums()
    for (key, row) in wanted {
      sums.values[RowSums.part(of: key)] &+= RowSums.number(of: key, row, in: "values")
    }
    view.digest = StoreDigest(transaction: sequence, sums: sums)
    if !isSure { view.valueTrust = Array(repeating: .partial, count: RowSums.parts) }
    return view
  }
}
