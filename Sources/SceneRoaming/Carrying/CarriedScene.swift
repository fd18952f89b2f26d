import FoundationEssentials
import SceneState
import StoreFormat

/// What the carrier knows of one scene: who owns it, and what the cluster has of it.
struct CarriedScene {
  /// A right to move the head, as each transaction compares it.
  struct Ownership: Hashable {
    var epoch: String
    /// The transaction that made the owner's key, and what stands in it, sealed as it is.
    var created: Int64
    var value: Data
    /// The transaction that took the scene; what was heard of the time before it tells nothing.
    var since: Int64
  }

  enum Standing: Hashable {
    /// Nobody asked yet, or the answer to a transaction got lost.
    case unknown
    case owned(Ownership)
    case elsewhere
  }

  /// The name in the cluster.
  let id: String
  /// The name on this machine.
  let local: SceneID
  var standing = Standing.unknown
  var head: SceneHead?
  /// The transaction that moved the head last; 0 while there is none.
  var headRevision: Int64 = 0
  /// What the head names; nil when nobody knows, as after a start.
  var rows: CarriedRows?
  /// Whether the cluster lacks a part of what the head names: all of the scene has to be sent again.
  var isChainBroken = false
  /// The last number that a step got; none is given twice in an epoch.
  var tick: UInt64 = 0

  init(id: String, local: SceneID) { (self.id, self.local) = (id, local) }

  /// Takes in that the cluster has what was sent.
  mutating func moved(_ move: SceneMove, at revision: Int64) {
    (head, headRevision) = (move.head, revision)
    (rows, standing) = (move.carried, .owned(move.ownership))
    isChainBroken = false
  }

  /// Takes in what the cluster says.
  mutating func learn(_ found: SceneHead?, at revision: Int64) {
    // A step whose answer got lost may have been carried.
    if found?.epoch != head?.epoch || found?.tick != head?.tick { rows = nil }
    (head, headRevision) = (found, revision)
    tick = max(tick, found?.tick ?? 0)
  }
}

extension StoreIdentity {
  /// A commit as heads name it; nil where it is under no mark that has a name.
  func commit(_ sequence: UInt64?) -> SceneHead.Commit? {
    guard let sequence, let mark = marks.last, mark.name != 0 else { return nil }
    return SceneHead.Commit(mark: mark.name, sequence: sequence)
  }
}

extension RoamingRow {
  /// Whether a session has something that its successor did not take over.
  ///
  /// - Returns: Whether it does; nothing that an owner carried is later.
  func hasLater(_ present: SceneDigest, than head: SceneHead?, store: String) -> Bool {
    // A copy as it was made; a window that is let go of still writes down what it showed.
    if isElsewhere, digest?.scene == present.scene || digest?.values == present.values {
      return false
    }
    // It is what the successor began with, or what there is: what the cluster does not name it may
    // have lost. Whose head it still is, nobody took it from; what is said of before then counts no
    // more.
    let taken = head?.store == store ? nil : head?.taken[store]
    return ![taken?.digest, head?.digest].contains(SceneHead.text(present.scene))
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
