import StoreFormat
import Synchronization

/// One live scene (or the app) of one store: its identity, what is stored of it, and its cells.
///
/// Stored bytes are read with one range scan when the first value is asked for, and decoded when a
/// cell wants them. The identity may be attached later (see ``PendingScene``).
final class SceneHandle: Sendable {
  /// A value that lives in memory only, beside those of other types under the same name.
  struct MemoryKey: Hashable {
    let entry: EntryKey
    let type: ObjectIdentifier
  }

  /// What one scan of the scene's range found.
  struct Stored {
    struct Value {
      let entry: EntryKey
      let sequence: UInt64
      let payloadCount: Int
      /// Where in ``bytes`` it begins, or that it is to be read from the store.
      var place: Int32
    }

    var values: [Value] = []
    /// The bytes of small values, header and payload of each.
    var bytes: [UInt8] = []
    /// Values that were moved to the set-aside database, newest last.
    var setAside: [EntryKey: [SetAsideRecord]] = [:]

    var payloadBytes: Int { values.reduce(0) { $0 + $1.payloadCount } }
  }

  /// One look at a scene: its number, if the store knows it, and what is stored.
  struct Scan {
    let number: UInt32?
    let stored: Stored
    /// Rows of the scene that cannot be used, and that nobody noted yet.
    var strays: [StrayRow] = []
  }

  struct State {
    var id: SceneID?
    /// The interned number; nil until the store knows the scene.
    var number: UInt32?
    /// The number that the scene gets when it is committed.
    var promisedNumber: UInt32?
    var table = ValueTable()
    /// What the next cells belong to, and which of its cells the next one is.
    var group: CellGroup?
    var nextSlot = 1
    /// Cells of keys that clash in type or whose address is too deep: never in the store.
    var memoryCells: [MemoryKey: any AnyCell] = [:]
    var selectedTab: String?
    /// Whether the selected tab changed since observers were told of it last.
    var hasUntoldSelection = false
    /// What is known of the sizes that wait, while the scene is near its budget.
    var waiting: WaitingGrowth?
    /// Those who follow the selected tab; nil while nobody did.
    var followers: ObserverList<Int>?
    /// The scene was destroyed: only those who use a cell keep it.
    var isOver = false
    /// What is not shown of what is stored.
    var hidden: HiddenValues?
    /// The values that are read together.
    var bonds: [CellBond] = []
    /// What retention does not forget, by the number of those who hold it.
    var held: [ScopePath: Int] = [:]
  }

  let isApp: Bool
  /// Made where a scene of the same name was destroyed.
  let isSuccessor: Bool
  let state: Mutex<State>
  /// Payload bytes of what is stored, for the scene's budget.
  let storedBytes = Atomic<Int>(0)
  /// Whether each write is to be noted in ``State/waiting``.
  let countsWaiting = Atomic<Bool>(false)
  /// Counts the commits that changed what is stored here; who read before one reads again.
  let revision = Atomic<Int>(0)
  /// Counts changes of the selected tab; what followers of it compare.
  let selectionRevision = Atomic<Int>(0)
  /// Tells Observation of the scene's first values, and of the selected tab.
  let changes = ChangeRegistrar()
  /// The scene was destroyed; objects that outlive it write nothing any more.
  let isDestroyed = Atomic<Bool>(false)
  /// Another process has taken the scene over, which ends it for the objects of this one.
  let isTaken = Atomic<Bool>(false)
  /// Whether it was looked who else has the scene open, which its scope alone does not ask.
  let isOwnerKnown = Atomic<Bool>(false)

  /// Whether some of what is stored is not shown.
  let isHiding = Atomic<Bool>(false)

  /// Nothing of the scene is ever written: it works in memory, and ends with the process.
  let isPrivate = Atomic<Bool>(false)

  /// An identifier that no store can keep; the scene then works in memory.
  let hasLongID: Bool

  init(id: SceneID?, number: UInt32? = nil, isApp: Bool = false, isSuccessor: Bool = false) {
    self.isApp = isApp
    self.isSuccessor = isSuccessor
    hasLongID = id?.isTooLong ?? false
    var first = State(id: id, number: number)
    // Nothing is stored of a successor, whatever a look at the file finds before the commit.
    if isSuccessor { first.table.becomeEmpty() }
    state = Mutex(first)
  }

  /// Whether the scene is so far from its limit that an old value's size does not matter, and
  /// nothing else is to be said against a write.
  func takesPlainly(_ size: Int, _ budget: Int?) -> Bool {
    guard !isTaken.load(ordering: .relaxed), !isDestroyed.load(ordering: .relaxed) else {
      return false
    }
    guard let budget, !isApp else { return true }
    guard !countsWaiting.load(ordering: .relaxed) else { return false }
    return storedBytes.load(ordering: .relaxed) + size <= budget
  }

  /// Whether the store is neither asked nor told of the scene.
  var livesInMemory: Bool { hasLongID || isPrivate.load(ordering: .relaxed) }

  var id: SceneID? { state.withLock { $0.id } }
  var number: UInt32? { state.withLock { $0.number } }

  private static let selectionSlot = ChangeRegistrar.slot(0)

  /// Says to Observation that the selected tab is being read, which is then read under the lock.
  func accessSelection() { _ = changes.access(Self.selectionSlot) }

  /// The tab that `.selectedTab` follows, if a key for it was declared or stored.
  var selectedTab: String? {
    accessSelection()
    return state.withLock { $0.selectedTab }
  }

  /// Whether observers have not been told yet which tab is selected.
  var hasUntoldSelection: Bool { state.withLock { $0.hasUntoldSelection } }

  /// The list to add somebody to who follows the selected tab.
  func makeFollowers() -> ObserverList<Int> {
    state.withLock { state in
      let followers = state.followers ?? ObserverList()
      state.followers = followers
      return followers
    }
  }

  /// Selects a tab while the gate is held; observers are told later.
  func follow(_ tab: String?) {
    let changed = state.withLock { state -> Bool in
      guard state.selectedTab != tab else { return false }
      state.selectedTab = tab
      state.hasUntoldSelection = true
      return true
    }
    if changed { selectionRevision.add(1, ordering: .releasing) }
  }

  /// The name as it stands in addresses.
  var name: String {
    isApp ? "app" : Address.escaped(id?.rawValue ?? "(pending)")
  }
}

extension SceneHandle: Noticed {
  /// Tells observers of the selected tab, if it changed since they were told last.
  func notify() {
    let (isNews, followers) = state.withLock { state in
      defer { state.hasUntoldSelection = false }
      return (state.hasUntoldSelection, state.followers)
    }
    guard isNews else { return }
    changes.changed(Self.selectionSlot)
    followers?.tell {
      let revision = selectionRevision.load(ordering: .acquiring)
      return (revision, UInt32(truncatingIfNeeded: revision))
    }
  }
}

extension SceneHandle.State {
  /// Makes a cell and keeps it; the handle's lock is held.
  mutating func makeCell<Value>(
    _ core: StoreCore, _ handle: SceneHandle, _ entry: SceneHandle.EntryKey,
    _ key: KeyDeclaration<Value>
  ) -> ValueCell<Value> {
    if key.options.contains(.thisDevice) {
      _ = core.deviceKeys.withLock { $0.insert(key.name) }
    }
    if isOver {
      let home = CellHome(group: CellGroup(core: core, handle: handle), entry: entry)
      return ValueCell(home: home, slot: ChangeRegistrar.slot(0), key: key)
    }
    if nextSlot == ChangeRegistrar.slotCount {
      (group, nextSlot) = (CellGroup(core: core, handle: handle), 0)
    }
    let group = group ?? CellGroup(core: core, handle: handle, changes: handle.changes)
    self.group = group
    let home = CellHome(group: group, entry: entry)
    let cell = ValueCell(home: home, slot: ChangeRegistrar.slot(nextSlot), key: key)
    nextSlot += 1
    table.add(cell, at: entry)
    return cell
  }

  /// The scene was destroyed: the cells go, and those who still have one keep the scene.
  mutating func end() {
    isOver = true
    dropCells()
  }

  /// The store is closed: the cells go, which refer to the scene.
  mutating func dropCells() {
    table.dropCells()
    memoryCells = [:]
    // NB: a later cell must not get the slot of an earlier one.
    group = nil
    nextSlot = ChangeRegistrar.slotCount
  }
}
