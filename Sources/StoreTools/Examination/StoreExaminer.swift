import LMDB
import SceneState
import StoreFormat

/// Looks at every record of a store and notes what does not fit.
struct StoreExaminer {
  typealias Finding = StoreExamination.Finding

  var examination = StoreExamination()
  /// The highest sequence that anything can have.
  var lastSequence = UInt64.max
  /// What the index says, and what the records say.
  private var index: [String: UInt32] = [:]
  var sessions: [UInt32: SessionRecord] = [:]
  var damagedSessions: Set<UInt32> = []
  var typeNumbers: Set<UInt32> = []
  /// Types without a name: how many values have each, and where the first is.
  var nameless: [UInt32: (count: Int, place: String)] = [:]
  /// The keys of values that are noted as unreadable, and why.
  var noted: [[UInt8]: SetAsideReason] = [:]
  var names = AddressNames()
  /// The app whose store it is, as its row has it, or whatever pages of a damaged one say.
  private(set) var app = KnownApp(nil)

  /// Looks at the rows of `info`, `sessions`, `set-aside` and `values`, in this order.
  mutating func look(at copied: CopiedRanges) {
    guard copied.rows.count == 4 else { return }
    examination.transaction = copied.transaction
    lookAtInfo(copied.rows[0], copied.transaction)
    lookAtSessions(copied.rows[1])
    lookAtSetAside(copied.rows[2])
    lookAtValues(copied.rows[3])
    lookAtCount(copied.rows[0], copied.rows[3].count)
  }

  static let ranges = [
    RowRange(.info), RowRange(.sessions), RowRange(.setAside), RowRange(.values),
  ]

  // MARK: info

  /// Asks every page of a damaged file whose store it is.
  mutating func takeApps(of file: DataFile) {
    app = KnownApp(found: FoundRows(in: file, ceiling: .max).apps)
  }

  private mutating func lookAtInfo(_ rows: CopiedRows, _ transaction: UInt64) {
    var hasRecord = false
    for row in 0..<rows.count {
      let (key, value) = (rows.key(row), rows.value(row))
      if key == InfoKey.commit {
        hasRecord = true
        lookAtCommit(value, transaction)
      } else if key == InfoKey.app {
        app = KnownApp(value)
      } else if key.starts(with: InfoKey.session("")) {
        let id = String(decoding: key.dropFirst(InfoKey.session("").count), as: UTF8.self)
        index[id] = InfoKey.number(value, UInt32.self) ?? 0
      } else if key.starts(with: InfoKey.reportPrefix) {
        guard let report = RecoveryReport(row: value) else { continue }
        examination.add(.note, .structure, "repaired, and nobody read it: \(report.sentence)")
      } else if let number = InfoKey.typeNumber(of: key) {
        typeNumbers.insert(number)
        if TypeName.number(of: String(decoding: value, as: UTF8.self)) != number {
          examination.add(
            .warning, .values, "the name of type \(number) is damaged", repair: .recover)
        }
      }
    }
    guard !hasRecord, !rows.isEmpty else { return }
    examination.add(.damage, .commit, "the record of the last commit is missing", repair: .recover)
  }

  private mutating func lookAtCommit(_ value: [UInt8], _ transaction: UInt64) {
    guard let record = CommitRecord(value) else {
      examination.add(
        .damage, .commit, "the record of the last commit is damaged", repair: .recover)
      return
    }
    lastSequence = max(record.transaction, transaction) &+ record.epoch
    examination.summaries[.commit] =
      record.epoch == 0
      ? "transaction \(record.transaction)"
      : "transaction \(record.transaction), rebuilt at sequence \(record.epoch)"
  }

  private mutating func lookAtCount(_ info: CopiedRows, _ found: Int) {
    for row in 0..<info.count where info.key(row) == InfoKey.commit {
      guard let record = CommitRecord(info.value(row)), record.entryCount != UInt64(found)
      else { continue }
      examination.add(
        .damage, .commit,
        "\(found) values can be found where the last commit recorded \(record.entryCount)",
        repair: .recover)
    }
  }

  // MARK: sessions

  private mutating func lookAtSessions(_ rows: CopiedRows) {
    var live = 0
    for row in 0..<rows.count {
      let key = rows.key(row)
      do throws(EnvelopeError) {
        let record = try SessionRecord.decode(rows.value(row), key: key)
        sessions[record.number] = record
        if record.sequence > lastSequence {
          found(.damage, "session \(record.number) is of a commit that has not been")
        }
        guard record.kind == .live else { continue }
        live += 1
        names.ids[record.number] = SceneID(rawValue: record.id)
        if index.removeValue(forKey: record.id) != record.number {
          found(.damage, "the index does not lead to '\(record.id)'")
        }
      } catch {
        let number = InfoKey.number(key, UInt32.self) ?? 0
        damagedSessions.insert(number)
        index = index.filter { $0.value != number }
        found(.damage, "session \(number): \(SetAsideNote(error).text)")
      }
    }
    for id in index.keys.sorted() { found(.damage, "the index leads '\(id)' to no session") }
    let gone = sessions.count - live
    examination.summaries[.sessions] =
      "\(counted(live, "session"))" + (gone > 0 ? ", \(gone) more discarded" : "")
  }

  private mutating func found(_ severity: StoreExamination.Severity, _ words: String) {
    examination.add(severity, .sessions, words, repair: .recover)
  }

  // MARK: set-aside

  private mutating func lookAtSetAside(_ rows: CopiedRows) {
    var moved: [String: Int] = [:]
    var unread: [String: String] = [:]
    for row in 0..<rows.count {
      let key = rows.key(row)
      guard let record = SetAsideRecord(key: key, bytes: rows.value(row)) else {
        examination.add(
          .damage, .setAside, "a record is damaged (key \(hex(key)))", repair: .recover)
        continue
      }
      if record.kind == .note { noted[record.valueKey] = record.reason }
      let envelope = Envelope(readable: record.envelope, key: record.valueKey)
      guard let place = names.place(of: record.valueKey, envelope) else {
        examination.add(.note, .setAside, "one value has a damaged name (key \(hex(key)))")
        continue
      }
      if record.kind == .note {
        // What is wrong with its bytes is told where values are read.
        if ![.damaged, .newerFormat].contains(record.reason) { unread[place] = record.reasonText }
      } else {
        moved[place, default: 0] += 1
      }
    }
    for (place, count) in moved.sorted(by: { $0.key < $1.key }) {
      examination.add(
        .note, .setAside, "\(counted(count, "value")) set aside", address: place,
        repair: .showSetAside(address: place))
    }
    for (place, reason) in unread.sorted(by: { $0.key < $1.key }) {
      examination.add(
        .note, .setAside, "the app could not read the value that is there: \(reason)",
        address: place, repair: .showSetAside(address: place))
    }
    if rows.isEmpty { examination.summaries[.setAside] = "nothing is set aside" }
  }
}

/// Puts identifiers to numbers.
struct AddressNames {
  var ids: [UInt32: SceneID] = [:]

  func text(of address: ValueAddress) -> String {
    let isApp = address.session == ValueAddress.appSession
    let id = ids[address.session]?.rawValue ?? "#\(address.session)"
    return Address.text(
      scene: isApp ? "app" : Address.escaped(id), path: address.path, key: address.key)
  }

  func place(of key: [UInt8], _ envelope: Envelope?) -> String? {
    StoredKey.address(of: key, names: envelope?.names).map(text)
  }
}

func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Bytes as two digits each.
package func hex(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  text.reserveCapacity(bytes.count * 2)
  for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
  return String(decoding: text, as: UTF8.self)
}
