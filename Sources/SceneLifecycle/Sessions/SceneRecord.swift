package import FoundationEssentials
import SceneState

/// What is remembered of a session beside its values: JSON in the store, one object.
///
/// Fields that this version does not know stay where they are when a record is rewritten.
package struct SceneRecord: Hashable, Sendable {
  package var scene = SceneDeclaration.main.name
  package var title: String?
  package var created: Date
  /// When the scene was active last; of one that ended while it was, when it became active.
  package var lastActive: Date
  /// How many activations the store had seen when this scene was activated last; ties the
  /// clock cannot break.
  package var activation: Int64 = 0
  package var state = ActivationState.unattached
  /// Whether the scene was visible at the last moment when any scene was.
  package var isOnScreen = false
  package var isFront = false
  package var selectedTab: String?
  /// Who opened the window first, such as `user`.
  package var openedBy: String?
  /// The value a window was opened for, as JSON.
  package var value: [UInt8]?
  /// Where the window stands, such as `left-half`.
  package var arrangement: String?
  package var conditions = ActivationConditions()
  /// What the window said it shows: its identity for routing.
  package var identity: String?
  /// The copy of the activity that was handed over last.
  package var activity: UserActivity?
  package var lists = ListPositions()
  package var archive: RestorationArchive?
  /// Launches in a row that ended before the scene became active.
  package var failedLaunches: Int64 = 0
  package var appVersion: Int64?
  /// Why the process started that connected the scene last.
  package var reason: String?
  /// Whether a stored field could not be read; such a session comes back as far as possible.
  package var isPartial = false
  /// The fields of other versions, and those of ours that could not be read.
  var others: [String: JSONField] = [:]

  package init(created: Date) {
    self.created = created
    lastActive = created
  }

  /// Takes over what another record knows of the time before this one was made.
  mutating func takeOver(_ older: SceneRecord) {
    scene = older.scene
    created = older.created
    title = title ?? older.title
    openedBy = older.openedBy ?? openedBy
    value = value ?? older.value
    arrangement = arrangement ?? older.arrangement
    identity = identity ?? older.identity
    activity = activity ?? older.activity
    if conditions == ActivationConditions() { conditions = older.conditions }
    if lists.lists.isEmpty { lists = older.lists }
    archive = archive ?? older.archive
    others.merge(older.others) { mine, _ in mine }
  }

  /// Becomes what another machine's record says, but for what belongs to a machine: state, front,
  /// arrangement, times, launches.
  ///
  /// Fields that this version does not know go along: another one may.
  package mutating func takeScene(of other: SceneRecord) {
    (scene, title, selectedTab) = (other.scene, other.title, other.selectedTab)
    (openedBy, value, identity) = (other.openedBy, other.value, other.identity)
    (conditions, activity) = (other.conditions, other.activity)
    (lists, archive, others) = (other.lists, other.archive, other.others)
  }

  enum Field: String, CaseIterable {
    case scene, title, created, lastActive, activation, state, onScreen, front, selectedTab
    case openedBy, value, arrangement, can, prefers, identity, activity, lists, archive
    case failedLaunches, appVersion, reason
  }
}
