import FoundationEssentials
import SceneState

/// What the carrier knows of one scene: who owns it, and what the cluster has of it.
struct CarriedScene {
  /// A right to move the head, as each transaction compares it.
  struct Ownership: Hashable {
    var epoch: String
    /// The transaction that made the owner's key, and what stands in it, sealed as it is.
    var created: Int64
    var value: Data
  }

  enum Standing: Hashable {
    /// Nobody asked yet, or the answer to a transaction got lost.
    case unknown
    case owned(Ownership)
    case elsewhere
  }

  /// A step that may have been carried: its answer did not come.
  struct Attempt {
    var head: SceneHead
    var rows: CarriedRows
  }

  /// The name in the cluster.
  let id: String
  /// The name on this machine.
  let local: SceneID
  /// The session of that name: another one of it is another scene.
  let session: UInt32
  var standing = Standing.unknown
  var head: SceneHead?
  /// The transaction that moved the head last; 0 while there is none.
  var headRevision: Int64 = 0
  /// What the head names; nil when nobody knows, as after a start.
  var rows: CarriedRows?
  var attempt: Attempt?
  /// The last number that a step got; none is given twice in an epoch.
  var tick: UInt64 = 0

  init(id: String, local: SceneID, session: UInt32) {
    (self.id, self.local, self.session) = (id, local, session)
  }

  /// Takes in what the cluster says: a step whose answer got lost may have been carried.
  mutating func learn(_ found: SceneHead?, at revision: Int64) {
    if let attempt, let found, Self.isStep(found.epoch, found.tick, attempt.head) {
      rows = attempt.rows
    } else if found != head, !Self.isSame(found, head) {
      rows = nil
    }
    attempt = nil
    (head, headRevision) = (found, revision)
    tick = max(tick, found?.tick ?? 0)
  }

  /// Whether this store has something that its successor did not take over.
  func hasLater(_ present: SceneRows, than head: SceneHead, store: String) -> Bool {
    // Let go, and nobody took it yet: what was carried last is what a successor will take.
    let last = SceneHead.Taken(epoch: head.epoch, tick: head.tick, position: head.position)
    // Taken back, and it did not arrive: nothing was sent from here since it was another's.
    let isOwn = head.store == store && head.position > 0
    guard let taken = isOwn ? last : head.taken[store] else {
      // Never carried under this name from here.
      return CarriedRows.hasValues(present, after: 0)
    }
    let wasTaken = attempt.map { Self.isStep(taken.epoch, taken.tick, $0.head) } ?? false
    guard let rows = wasTaken ? attempt?.rows : rows else {
      return CarriedRows.hasValues(present, after: taken.position)
    }
    return !rows.step(to: present, types: [:], isSnapshot: false).step.rows.isEmpty
  }

  private static func isStep(_ epoch: String, _ tick: UInt64, _ head: SceneHead) -> Bool {
    head.epoch == epoch && head.tick == tick
  }

  private static func isSame(_ one: SceneHead?, _ other: SceneHead?) -> Bool {
    guard let one, let other else { return false }
    return isStep(one.epoch, one.tick, other)
  }
}

/// Where a carrier is killed in tests.
package enum CarrierPoint: String, CaseIterable, Sendable {
  case beforeParts = "before-parts"
  case afterPart = "after-part"
  case beforeHead = "before-head"
  case afterHead = "after-head"
  case afterTaking = "after-taking"
  case afterArriving = "after-arriving"
}
