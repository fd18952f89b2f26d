import FoundationEssentials
import LMDB
import SceneLifecycle
import SceneState
import StoreFormat

/// Which rows of a scene the cluster has: by the number of the commit that each value carries.
struct CarriedRows: Hashable, Sendable {
  private struct Value: Hashable {
    var sequence: UInt64
    var digest: UInt128
  }

  private var values: [[UInt8]: Value] = [:]
  private var setAside: [[UInt8]: UInt128] = [:]
  private var record: [UInt8] = []
  private var types: Set<UInt32> = []

  init() {}

  /// All rows of a store, as a step that begins with nothing would carry them.
  init(_ rows: SceneRows) {
    self = CarriedRows().step(to: rows, types: [:], isSnapshot: true).carried
  }

  /// What the scene holds, free of the numbers of one store: equal scenes have equal ones.
  var digest: UInt128 {
    let rows = values.values.reduce(setAside.values.reduce(0, &+)) { $0 &+ $1.digest }
    return rows &+ SceneStep.digest(.record, [], record)
  }

  /// What has to be sent so that who has these rows has those of the store.
  ///
  /// Damaged rows and notes about values that stand where they were do not travel.
  ///
  /// - Returns: The step, which may be empty, and the rows that are carried with it.
  func step(
    to rows: SceneRows, types names: [UInt32: String], isSnapshot: Bool
  ) -> (step: SceneStep, carried: CarriedRows) {
    var next = CarriedRows()
    var step = SceneStep(isSnapshot: isSnapshot, rows: [])
    let old = isSnapshot ? CarriedRows() : self
    next.types = old.types
    addValues(of: rows, old, names, &next, &step)
    for index in 0..<rows.setAside.count {
      let key = Self.neutral(rows.setAside.key(index))
      guard let record = Self.neutral(setAside: rows.setAside.value(index), rows, index) else {
        continue
      }
      next.setAside[key] = SceneStep.digest(.setAside, key, record)
      if old.setAside[key] == nil {
        step.rows.append(.init(table: .setAside, key: key, bytes: record))
      }
    }
    next.record = Self.roaming(rows.session.record)
    if next.record != old.record || isSnapshot {
      step.rows.append(.init(table: .record, key: [], bytes: next.record))
    }
    for key in Self.sorted(old.values.keys.filter { next.values[$0] == nil }) {
      step.rows.append(.init(table: .value, key: key, bytes: nil))
    }
    return (step, next)
  }

  /// Whether something that was set aside is not any more.
  ///
  /// The cluster may have it under the key of another store, so no step can name it.
  func hasMoreSetAside(than other: CarriedRows) -> Bool {
    setAside.keys.contains { other.setAside[$0] == nil }
  }

  private func addValues(
    of rows: SceneRows, _ old: CarriedRows, _ names: [UInt32: String], _ next: inout CarriedRows,
    _ step: inout SceneStep
  ) {
    for index in 0..<rows.values.count {
      let (stored, bytes) = (rows.values.key(index), rows.values.value(index))
      let key = Self.neutral(stored)
      guard bytes.count >= Envelope.headerSize, !Self.stays(stored, bytes, rows) else { continue }
      let sequence = Envelope.header(bytes).header.sequence
      if let known = old.values[key], known.sequence == sequence {
        next.values[key] = known
        continue
      }
      guard var envelope = Envelope(readable: bytes, key: stored) else { continue }
      envelope.sequence = 0
      let neutral = envelope.bytes(forKey: key)
      next.values[key] = Value(
        sequence: sequence, digest: SceneStep.digest(.value, key, neutral))
      if next.types.insert(envelope.typeNumber).inserted, let name = names[envelope.typeNumber] {
        step.rows.append(
          .init(table: .type, key: InfoKey.type(envelope.typeNumber), bytes: Array(name.utf8)))
      }
      step.rows.append(.init(table: .value, key: key, bytes: neutral))
    }
  }

  // MARK: What leaves the store

  /// Whether a value belongs to this machine.
  private static func stays(_ key: [UInt8], _ envelope: [UInt8], _ rows: SceneRows) -> Bool {
    guard !rows.staying.isEmpty, let name = StoredKey.name(in: key, envelope) else { return false }
    return rows.staying.contains(name)
  }

  private static func sorted(_ keys: some Sequence<[UInt8]>) -> [[UInt8]] {
    keys.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The key in session 0.
  private static func neutral(_ key: [UInt8]) -> [UInt8] {
    InfoKey.bytes(UInt32(0)) + key.dropFirst(StoredKey.sessionBytes)
  }

  private static func neutral(
    setAside bytes: [UInt8], _ rows: SceneRows, _ index: Int
  ) -> [UInt8]? {
    guard let record = SetAsideRecord(key: rows.setAside.key(index), bytes: bytes),
      record.kind != .note, !stays(record.valueKey, record.envelope, rows)
    else { return nil }
    return record.moved(to: neutral(record.valueKey)).bytes
  }

  /// What of a session's record roams: what the scene shows, and nothing of this machine.
  private static func roaming(_ record: [UInt8]) -> [UInt8] {
    record.isEmpty ? [] : RoamingRecord.roaming(record)
  }
}

/// A session's record on its way.
enum RoamingRecord {
  private static let never = Date(timeIntervalSinceReferenceDate: 0)

  /// Without what belongs to one machine: state, front, arrangement, times, launches.
  static func roaming(_ bytes: [UInt8]) -> [UInt8] { copy(bytes, created: never).bytes }

  /// The record of a session that arrives.
  static func arriving(_ bytes: [UInt8], now: Date) -> [UInt8] {
    bytes.isEmpty ? [] : copy(bytes, created: now).bytes
  }

  static func title(_ bytes: [UInt8]) -> String? { SceneRecord(bytes: bytes, now: never).title }

  private static func copy(_ bytes: [UInt8], created: Date) -> SceneRecord {
    let old = SceneRecord(bytes: bytes, now: never)
    var new = SceneRecord(created: created)
    new.scene = old.scene
    new.title = old.title
    new.selectedTab = old.selectedTab
    new.openedBy = old.openedBy
    new.value = old.value
    new.conditions = old.conditions
    new.identity = old.identity
    new.activity = old.activity
    new.lists = old.lists
    new.archive = old.archive
    return new
  }
}
