/// The windows that are not closed, by age; logs may have very many, and an end for each.
struct RecordedWindows {
  /// A window as the steps so far leave it.
  struct Window {
    let id: String
    let name: String
    var phase = "disconnected"
    /// The selected tab; nil in an app without tabs.
    var tab: String?
    /// The values that steps wrote, by tab and key; those of the window are under "".
    var values: [String: [String: RecordedSteps.Seen]] = [:]

    var isConnected: Bool { phase != "disconnected" }
  }

  /// By age; nil is left of one that was closed.
  private var rows: [Window?] = []
  private var places: [String: Int] = [:]
  private var connected: Set<Int> = []

  var isEmpty: Bool { places.isEmpty }

  /// All of them, the oldest first.
  var all: [Window] { rows.compactMap(\.self) }

  subscript(id: String) -> Window? { places[id].flatMap { rows[$0] } }

  /// Those with these identifiers, the oldest first.
  func known(_ ids: some Sequence<String>) -> [Window] {
    ids.compactMap { places[$0] }.sorted().compactMap { rows[$0] }
  }

  // MARK: Connected ones

  var firstConnected: Window? { connected.min().flatMap { rows[$0] } }
  var lastConnected: Window? { connected.max().flatMap { rows[$0] } }

  func isOnlyConnected(_ id: String) -> Bool {
    connected.count == 1 && connected.first == places[id]
  }

  func hasConnected(where isMeant: (Window) -> Bool) -> Bool {
    connected.contains { rows[$0].map(isMeant) == true }
  }

  // MARK: Changes

  /// Adds a window as the youngest, in place of one with the same identifier.
  mutating func add(_ window: Window) {
    remove(window.id)
    places[window.id] = rows.count
    if window.isConnected { connected.insert(rows.count) }
    rows.append(window)
  }

  @discardableResult
  mutating func remove(_ id: String) -> Window? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    connected.remove(place)
    defer { rows[place] = nil }
    return rows[place]
  }

  mutating func move(_ id: String, to phase: String) {
    guard let place = places[id] else { return }
    rows[place]?.phase = phase
    if rows[place]?.isConnected == true { connected.insert(place) } else { connected.remove(place) }
  }

  mutating func disconnectAll() {
    for place in connected { rows[place]?.phase = "disconnected" }
    connected = []
  }

  mutating func select(_ tab: String?, in id: String) {
    if let place = places[id] { rows[place]?.tab = tab }
  }

  /// Notes a value, or that it is gone.
  mutating func keep(_ seen: RecordedSteps.Seen?, of key: String, tab: String, in id: String) {
    if let place = places[id] { rows[place]?.values[tab, default: [:]][key] = seen }
  }
}
