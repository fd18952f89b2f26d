import Synchronization

/// One live scene (or the app) of one store: its identity, what is stored of it, and its cells.
///
/// Stored bytes are read with one range scan when the first value is asked for, and decoded when a
/// cell wants them. The identity may be attached later (see ``PendingScene``).
final class SceneHandle: Sendable {
  struct EntryKey: Hashable {
    let path: ScopePath
    let key: String
    /// Hashed once: a commit looks an entry up several times, its texts never change.
    private let hash: Int

    init(path: ScopePath, key: String) {
      self.path = path
      self.key = key
      var hasher = Hasher()
      hasher.combine(path)
      hasher.combine(key)
      hash = hasher.finalize()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  /// A value that lives in memory only, beside those of other types under the same name.
  struct MemoryKey: Hashable {
    let entry: EntryKey
    let type: ObjectIdentifier
  }

  /// What one scan of the scene's range found.
  struct Stored {
    var values: [EntryKey: StoredValue] = [:]
    /// Values that were moved to the set-aside database, newest last.
    var setAside: [EntryKey: [SetAsideRecord]] = [:]
    /// The keys that the scan found below the scene: what a key of the scene is compared with.
    var keysBelow: Set<String> = []

    /// Notes what a commit put or removed; answers the size of what was there.
    mutating func replace(_ entry: EntryKey, with value: StoredValue?) -> Int {
      // One look-up for the value that is there already, as nearly all are.
      guard let index = values.index(forKey: entry) else {
        values[entry] = value
        return 0
      }
      let old = values.values[index].payloadCount
      if let value { values.values[index] = value } else { values.remove(at: index) }
      return old
    }

    var payloadBytes: Int { values.values.reduce(0) { $0 + $1.payloadCount } }
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
    var stored: Stored?
    var cells: [EntryKey: any AnyCell] = [:]
    /// Cells of keys that clash in type or whose address is too deep: never in the store.
    var memoryCells: [MemoryKey: any AnyCell] = [:]
    var selectedTab: String?
    /// Whether the selected tab changed since observers were told of it last.
    var hasUntoldSelection = false
  }

  let isApp: Bool
  /// Made where a scene of the same name was destroyed.
  let isSuccessor: Bool
  let state: Mutex<State>
  /// Payload bytes of what is stored, for the scene's budget.
  let storedBytes = Atomic<Int>(0)
  /// Counts the commits that changed what is stored here; who read before one reads again.
  let revision = Atomic<Int>(0)
  /// Counts changes of the selected tab; what followers of it compare.
  let selectionRevision = Atomic<Int>(0)
  let selection = ChangeRegistrar()
  /// The scene was destroyed; objects that outlive it write nothing any more.
  let isDestroyed = Atomic<Bool>(false)
  /// Another process has taken the scene over, which ends it for the objects of this one.
  let isTaken = Atomic<Bool>(false)

  /// The most bytes of an identifier; it has to fit LMDB's keys.
  static let idByteLimit = 255

  static func isTooLong(_ id: SceneID) -> Bool { id.rawValue.utf8.count > idByteLimit }

  /// An identifier that no store can keep; the scene then works in memory.
  let hasLongID: Bool

  init(id: SceneID?, number: UInt32? = nil, isApp: Bool = false, isSuccessor: Bool = false) {
    self.isApp = isApp
    self.isSuccessor = isSuccessor
    hasLongID = id.map(Self.isTooLong) ?? false
    // Nothing is stored of a successor, whatever a look at the file finds before the commit.
    state = Mutex(State(id: id, number: number, stored: isSuccessor ? Stored() : nil))
  }

  var id: SceneID? { state.withLock { $0.id } }
  var number: UInt32? { state.withLock { $0.number } }

  /// The tab that `.selectedTab` follows, if a key for it was declared or stored.
  var selectedTab: String? {
    selection.access()
    return state.withLock { $0.selectedTab }
  }

  /// Selects a tab and tells observers of the selection.
  func select(_ tab: String?) {
    follow(tab)
    let isNews = state.withLock { state in
      defer { state.hasUntoldSelection = false }
      return state.hasUntoldSelection
    }
    if isNews { selection.changed() }
  }

  /// Selects a tab; observers are told later.
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
