import FoundationEssentials
import LMDB
import SceneLifecycle
import SceneState
import StoreFormat

/// Which rows of a scene the cluster has: by the number of the commit that each value carries.
struct CarriedRows: Hashable, Sendable {
  private var values: [[UInt8]: UInt64] = [:]
  private var setAside: Set<[UInt8]> = []
  private var record: [UInt8] = []
  private var types: Set<UInt32> = []

  /// What says that a scene is somewhere else stays on this machine.
  static let staysHere = StoredKey.bytes(
    of: ValueAddress(session: 0, path: .root, key: RoamingKeys.isElsewhere.name))

  private static let nameKey = StoredKey.bytes(
    of: ValueAddress(session: 0, path: .root, key: RoamingKeys.scene.name))

  init() {}

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
      next.setAside.insert(key)
      if !old.setAside.contains(key) {
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
    for key in Self.sorted(old.setAside.subtracting(next.setAside)) {
      step.rows.append(.init(table: .setAside, key: key, bytes: nil))
    }
    return (step, next)
  }

  private func addValues(
    of rows: SceneRows, _ old: CarriedRows, _ names: [UInt32: String], _ next: inout CarriedRows,
    _ step: inout SceneStep
  ) {
    for index in 0..<rows.values.count {
      let (stored, bytes) = (rows.values.key(index), rows.values.value(index))
      let key = Self.neutral(stored)
      guard key != Self.staysHere, bytes.count >= Envelope.headerSize else { continue }
      let sequence = Envelope.header(bytes).header.sequence
      guard old.values[key] != sequence else {
        next.values[key] = sequence
        continue
      }
      guard var envelope = Envelope(readable: bytes, key: stored) else { continue }
      next.values[key] = sequence
      envelope.sequence = 0
      if next.types.insert(envelope.typeNumber).inserted, let name = names[envelope.typeNumber] {
        step.rows.append(
          .init(table: .type, key: InfoKey.type(envelope.typeNumber), bytes: Array(name.utf8)))
      }
      step.rows.append(.init(table: .value, key: key, bytes: envelope.bytes(forKey: key)))
    }
  }

  /// Whether a value was written after a commit, and after the scene got its name in the cluster.
  ///
  /// A scene that arrives gets all its values and its name in one commit, of which the cluster
  /// knows nothing before the next step.
  static func hasValues(_ rows: SceneRows, after position: UInt64) -> Bool {
    var (name, last): (UInt64, UInt64) = (0, 0)
    for index in 0..<rows.values.count {
      let (key, bytes) = (neutral(rows.values.key(index)), rows.values.value(index))
      guard key != staysHere, bytes.count >= Envelope.headerSize else { continue }
      let sequence = Envelope.header(bytes).header.sequence
      if key == nameKey { name = sequence }
      last = max(last, sequence)
    }
    return last > max(position, name)
  }

  /// The commit that said that a scene is elsewhere.
  static func becameCopy(_ rows: SceneRows) -> UInt64 { commit(of: staysHere, rows) }

  /// The commit that gave a scene its name in the cluster.
  static func named(_ rows: SceneRows) -> UInt64 { commit(of: nameKey, rows) }

  private static func commit(of key: [UInt8]?, _ rows: SceneRows) -> UInt64 {
    (0..<rows.values.count).first { neutral(rows.values.key($0)) == key }
      .map { Envelope.header(rows.values.value($0)).header.sequence } ?? 0
  }

  // MARK: What leaves the store

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
    guard var record = SetAsideRecord(key: rows.setAside.key(index), bytes: bytes),
      record.kind != .note
    else { return nil }
    let key = neutral(record.valueKey)
    if let envelope = Envelope(readable: record.envelope, key: record.valueKey) {
      record.envelope = envelope.bytes(forKey: key)
    }
    record.valueKey = key
    return record.bytes
  }

  /// What of a session's record roams: what the scene shows, and nothing of this machine.
  private static func roaming(_ record: [UInt8]) -> [UInt8] {
    record.isEmpty ? [] : RoamingRecord.roaming(record)
  }
}

/// The keys by which a store knows its scenes that roam.
enum RoamingKeys {
  /// The store's own name among those of all machines, in the scope of the app.
  static let store = SceneKey("roaming-store", default: "", scope: .app)
  /// The names in the cluster of the scenes that are this store's.
  static let owned = SceneKey("roaming-owned", default: [String](), scope: .app)
  /// The scene's name in the cluster, 32 hexadecimal digits; kept through moves.
  static let scene = SceneKey("roaming-scene", default: "", scope: .scene)
  /// Whether the scene was handed over; what this store has of it is a copy.
  static let isElsewhere = SceneKey("roaming-is-elsewhere", default: false, scope: .scene)
}

/// A session's record on its way.
enum RoamingRecord {
  private static let never = Date(timeIntervalSinceReferenceDate: 0)

  /// Without what belongs to one machine: state, front, arrangement, times, launches.
  static func roaming(_ bytes: [UInt8]) -> [UInt8] { copy(bytes, created: never).bytes }

  /// The record of a session that arrives.
  static func arriving(_ bytes: [UInt8], now: Date) -> [UInt8] { copy(bytes, created: now).bytes }

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
