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

  var digest: SceneDigest {
    let rows = values.values.reduce(setAside.values.reduce(0, &+)) { $0 &+ $1.digest }
    return SceneDigest(scene: rows &+ SceneStep.digest(.record, [], record), values: rows)
  }

  /// What has to be sent so that who has these rows has those of the store.
  ///
  /// Damaged rows and notes about values that stand where they were do not travel. Of a value that
  /// is damaged here the cluster keeps what it has.
  ///
  /// - Parameters:
  ///   - rows: Those of the store.
  ///   - names: What its types are called.
  ///   - isSnapshot: Whether the step has all of the scene.
  ///   - kept: What the cluster has, of which a snapshot takes what is damaged here.
  /// - Returns: The step, which may be empty, and the rows that are carried with it.
  func step(
    to rows: SceneRows, types names: [UInt32: String], isSnapshot: Bool = false,
    keeping kept: SceneContent? = nil
  ) -> (step: SceneStep, carried: CarriedRows) {
    var next = CarriedRows()
    var step = SceneStep(isSnapshot: isSnapshot, rows: [])
    let old = isSnapshot ? CarriedRows() : self
    next.types = old.types
    addValues(of: rows, old, names, &next, &step)
    for key in Self.damaged(rows) {
      if let known = old.values[key] {
        next.values[key] = known
      } else if let bytes = kept?.value(key) {
        next.values[key] = Value(sequence: 0, digest: SceneStep.digest(.value, key, bytes))
        step.rows += [kept?.type(of: bytes), .init(table: .value, key: key, bytes: bytes)]
          .compactMap(\.self)
      }
    }
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

  /// The keys of values that are damaged where they stand, in session 0.
  static func damaged(_ rows: SceneRows) -> [[UInt8]] {
    (0..<rows.values.count).compactMap { index in
      let (key, bytes) = (rows.values.key(index), rows.values.value(index))
      return Envelope(readable: bytes, key: key) == nil ? neutral(key) : nil
    }
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
  static func roaming(_ bytes: [UInt8]) -> [UInt8] {
    copy(bytes, into: SceneRecord(created: never))
  }

  /// The record of a session that arrives, where there may be a copy of it.
  static func arriving(_ bytes: [UInt8], over copy: [UInt8] = [], now: Date) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    let old = copy.isEmpty ? SceneRecord(created: now) : SceneRecord(bytes: copy, now: now)
    return self.copy(bytes, into: old)
  }

  /// The title as lists of places show it: all of it is in the record.
  static func title(_ bytes: [UInt8]) -> String? {
    let title = SceneRecord(bytes: bytes, now: never).title
    // Not characters, of which one may be of any length.
    return title.map { title in
      let scalars = title.unicodeScalars
      return scalars.count > 200
        ? "\(String(String.UnicodeScalarView(scalars.prefix(199))))…" : title
    }
  }

  private static func copy(_ bytes: [UInt8], into record: SceneRecord) -> [UInt8] {
    var record = record
    record.takeScene(of: SceneRecord(bytes: bytes, now: never))
    return record.bytes
  }
}
