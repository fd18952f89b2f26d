import FoundationEssentials
import SceneLifecycle
import SceneReports
import SceneState
import StoreTools

/// What a store knows of one scene beside its values.
struct SceneFacts {
  let session: StoredSession
  let isDestroyed: Bool
  /// Whether the record cannot be read: only the number is known.
  var isDamaged = false
  /// What the lifecycle wrote; nil if it wrote nothing.
  let record: SceneRecord?
  /// The process that has it open, as it named itself.
  let owner: String?
  let entries: [StoredEntry]
  let setAsideCount: Int

  /// The identifier; what was destroyed may have left its number only.
  var name: String {
    let id = session.id.rawValue
    return isDestroyed && id.isEmpty ? "#\(session.number)" : id
  }

  var valueCount: Int { entries.count }
  var byteCount: Int { entries.reduce(0) { $0 + $1.bytes } }

  /// The phase at the last commit, in a word of the lifecycle.
  var phase: String? { record?.state.rawValue }

  /// The same for people; windows of a process that is gone are open no more.
  var phaseWord: String? {
    if isDestroyed { return "destroyed" }
    if isDamaged { return "damaged" }
    return switch record?.state {
    case nil: nil
    case .foregroundActive: "active"
    case .foregroundInactive: "inactive"
    case .background: "background"
    case .unattached: "not open"
    }
  }

  var title: String? { record.flatMap { $0.title ?? $0.activity?.title } }

  /// The value the window was opened for, as JSON.
  var windowValue: String? { record?.value.map { String(decoding: $0, as: UTF8.self) } }

  /// The saved activity, as JSON.
  var activity: String? {
    record?.activity.map { String(decoding: $0.encoded, as: UTF8.self) }
  }

  /// The type of the saved activity.
  ///
  /// NB: written out at its use in a loop, the optimiser of Swift 6.3 ends with an ownership error.
  var activityType: String? { record?.activity?.activityType }

  var created: Double? { record.flatMap { Self.moment($0.created) } }
  var lastActive: Double? { record.flatMap { Self.moment($0.lastActive) } }

  /// Moments belong to a machine: what travels through a cluster has none.
  private static func moment(_ date: Date) -> Double? {
    date.timeIntervalSinceReferenceDate == 0 ? nil : date.timeIntervalSinceReferenceDate
  }

  /// `hawknotes 4711`, `gone 4711`, or nil if nobody has it open.
  var ownerText: String? {
    guard let owner else { return nil }
    let number = ProcessText.number(owner).map { " \($0)" } ?? ""
    return (ProcessText.name(owner) ?? "gone") + number
  }

  /// The scenes of a snapshot in the order of their numbers, destroyed ones at the end.
  static func all(in snapshot: StoreSnapshot, withDestroyed: Bool = false) -> [SceneFacts] {
    let entries = Dictionary(grouping: snapshot.entries) { $0.scene }
    var asides: [SceneID?: Int] = [:]
    for aside in snapshot.setAside { asides[aside.scene, default: 0] += 1 }
    func facts(_ session: StoredSession, isDestroyed: Bool) -> SceneFacts {
      let id: SceneID? = session.id
      return SceneFacts(
        session: session, isDestroyed: isDestroyed, record: record(session.record),
        owner: isDestroyed ? nil : snapshot.owners[session.id],
        entries: isDestroyed ? [] : entries[id] ?? [],
        setAsideCount: isDestroyed ? 0 : asides[id] ?? 0)
    }
    var live = snapshot.sessions.map { facts($0, isDestroyed: false) }
    live += snapshot.damagedSessions.map { number in
      let session = StoredSession(
        number: number, id: SceneID(rawValue: "#\(number)"), alias: "", record: [])
      var scene = facts(session, isDestroyed: false)
      scene.isDamaged = true
      return scene
    }
    return withDestroyed ? live + snapshot.tombstones.map { facts($0, isDestroyed: true) } : live
  }

  private static func record(_ bytes: [UInt8]) -> SceneRecord? {
    bytes.isEmpty
      ? nil : SceneRecord(bytes: bytes, now: Date(timeIntervalSinceReferenceDate: 0))
  }
}

/// Moments for people.
enum AgeText {
  /// `3 min ago`; a date for what is old, and for what a clock of another world wrote.
  static func text(_ moment: Double, now: Double) -> String {
    let age = now - moment
    switch age {
    case 0..<1: return "now"
    case 1..<60: return "\(Int(age)) s ago"
    case 60..<3600: return "\(Int(age / 60)) min ago"
    case 3600..<86_400: return "\(Int(age / 3600)) h ago"
    case 86_400..<(14 * 86_400):
      return Amount.count(Int(age / 86_400), "day") + " ago"
    default:
      return (RFC3339.text(secondsSince2001: moment) ?? "?").split(separator: "T").first
        .map(String.init) ?? "?"
    }
  }
}
