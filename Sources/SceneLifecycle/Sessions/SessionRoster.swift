import FoundationEssentials
import SceneState

/// All sessions of a store with what the host must find at once: by identifier, by age, by last
/// activation, and which are in front.
///
/// No operation looks at every session; the cost of an event does not grow with their number.
struct SessionRoster: Sendable {
  private(set) var byID: [SceneID: SceneSession] = [:]
  /// Every session by last activation.
  private(set) var recent = RecencyList()
  /// The sessions with a window, by last activation.
  private(set) var connected = RecencyList()
  /// The sessions with a visible window, by last activation.
  private(set) var foreground = RecencyList()
  /// The sessions that were visible at the last moment when any was.
  private(set) var onScreen: Set<SceneID> = []
  /// The window in front, also while all are in the background.
  private(set) var frontID: SceneID?
  private(set) var highestNumber: UInt32 = 0
  private var highestActivation: Int64 = 0
  /// The sessions whose records are not written yet.
  private var dirty: Set<SceneID> = []
  /// The sessions whose state changed since the last settling.
  private var screenChanges: Set<SceneID> = []
  /// The sessions that are open in another process: not ours to touch, their names are taken.
  private(set) var elsewhere: Set<SceneID> = []
  /// No name before this one is free.
  private var firstFree = WindowName(index: 0)
  /// Nothing was visible at the last settling: what is on screen is older than that.
  private var isFrozen = true

  init() {}

  subscript(id: SceneID) -> SceneSession? { byID[id] }

  var sorted: [SceneSession] { byID.values.sorted { $0.number < $1.number } }

  var isEmpty: Bool { byID.isEmpty }

  /// Adds a session of the store, or a new one.
  mutating func add(_ session: SceneSession, isNew: Bool) {
    byID[session.id] = session
    recent.insert(session)
    highestNumber = max(highestNumber, session.number)
    highestActivation = max(highestActivation, session.record.activation)
    if isNew {
      dirty.insert(session.id)
    } else {
      if session.record.isOnScreen { onScreen.insert(session.id) }
      if session.record.isFront { frontID = session.id }
    }
  }

  /// Leaves a session to the process that has it open.
  mutating func leave(_ id: SceneID) { elsewhere.insert(id) }

  /// A session that another process had is this one's.
  mutating func join(_ id: SceneID) { elsewhere.remove(id) }

  /// Takes a session away; the most recently active window becomes the front one if it was that, a
  /// visible one before others.
  mutating func remove(_ id: SceneID) {
    guard let session = byID.removeValue(forKey: id) else { return }
    recent.remove(session)
    connected.remove(session)
    foreground.remove(session)
    onScreen.remove(id)
    dirty.remove(id)
    screenChanges.remove(id)
    if let name = WindowName(id) { firstFree = min(firstFree, name) }
    // It has left the foreground: a window that is still there comes before those that are not.
    if frontID == id { setFront(foreground.latest ?? connected.latest) }
  }

  /// Changes a record; it is written at the end of the tick.
  mutating func update(_ id: SceneID, _ body: (inout SceneRecord) -> Void) {
    guard let index = byID.index(forKey: id) else { return }
    let before = byID.values[index].record
    body(&byID.values[index].record)
    if byID.values[index].record != before { dirty.insert(id) }
  }

  /// The first of `A` to `Z`, `A2` to `Z2` and so on that no session bears, and nobody keeps.
  mutating func freeID(unless isTaken: (SceneID) -> Bool = { _ in false }) -> SceneID {
    // All names before this one are taken, so that the search never begins anew.
    while isKnown(firstFree.id) || isTaken(firstFree.id) { firstFree.index += 1 }
    return firstFree.id
  }

  private func isKnown(_ id: SceneID) -> Bool {
    byID[id] != nil || elsewhere.contains(id)
  }

  mutating func setState(_ state: ActivationState, of id: SceneID) {
    update(id) { $0.state = state }
    guard let session = byID[id] else { return }
    if state == .unattached { connected.remove(session) } else { connected.insert(session) }
    if state.isForeground { foreground.insert(session) } else { foreground.remove(session) }
    screenChanges.insert(id)
  }

  /// Makes a window the front one and the most recently active.
  mutating func activate(_ id: SceneID, at now: Date) {
    guard let session = byID[id] else { return }
    // A window that is all that already stays so: nothing is written for it.
    if frontID == id, recent.latest == id, session.record.lastActive == now { return }
    reorder(session) { roster in
      roster.highestActivation += 1
      let activation = roster.highestActivation
      roster.update(id) { record in
        record.activation = activation
        record.lastActive = now
      }
    }
    setFront(id)
  }

  /// Changes what a session is ordered by; it stays in the lists that it is in.
  private mutating func reorder(_ session: SceneSession, _ change: (inout Self) -> Void) {
    let state = session.record.state
    recent.remove(session)
    connected.remove(session)
    foreground.remove(session)
    change(&self)
    guard let session = byID[session.id] else { return }
    recent.insert(session)
    if state != .unattached { connected.insert(session) }
    if state.isForeground { foreground.insert(session) }
  }

  /// Notes when a window ceased to be active; the order of windows is that of their activations.
  mutating func noteLeft(_ id: SceneID, at now: Date) {
    update(id) { $0.lastActive = now }
  }

  /// The store gave a new session its number.
  mutating func setNumber(_ number: UInt32, of id: SceneID) {
    guard let session = byID[id], session.number != number else { return }
    reorder(session) { $0.byID[id]?.number = number }
    highestNumber = max(highestNumber, number)
  }

  /// Ends a change: what is on screen and in front follows from the visible windows.
  ///
  /// While none is visible, both stay as they were when one was.
  /// - Returns: The sessions whose records changed, by number.
  mutating func settle() -> [SceneSession] {
    if foreground.isEmpty {
      isFrozen = true
    } else if !screenChanges.isEmpty {
      noteScreen()
      if let frontID, !onScreen.contains(frontID) { setFront(foreground.latest) }
      screenChanges = []
      isFrozen = false
    }
    defer { dirty = [] }
    return dirty.compactMap { byID[$0] }.sorted { $0.number < $1.number }
  }

  private mutating func noteScreen() {
    // After a time without any visible window the set is made anew; else only changes count.
    let left = isFrozen ? onScreen.union(screenChanges) : screenChanges
    for id in left {
      let isVisible = byID[id]?.record.state.isForeground ?? false
      if isVisible { onScreen.insert(id) } else { onScreen.remove(id) }
      update(id) { $0.isOnScreen = isVisible }
    }
  }

  private mutating func setFront(_ id: SceneID?) {
    guard frontID != id else { return }
    if let frontID { update(frontID) { $0.isFront = false } }
    frontID = id
    if let id { update(id) { $0.isFront = true } }
  }
}
