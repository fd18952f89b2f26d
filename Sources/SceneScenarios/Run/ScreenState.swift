import SceneLifecycle
package import SceneSimulator

/// What a device shows at one moment: all that a picture of it needs.
package struct ScreenState: Sendable, Hashable, Codable {
  package struct Window: Sendable, Hashable, Codable {
    package let name: String
    package let phase: WindowPhase
    package let isFront: Bool
    /// Where it stands, a word of the step `arrange`; nil if nobody said so.
    package let place: String?
    /// The display it is seen on, if that is not the main one.
    package let display: String?
    package let openedBy: String?
    package let tabs: [String]
    /// The titles of the tabs; nil if they are their names.
    package let tabTitles: [String]?
    package let selectedTab: String?
    package let path: [String]
    /// The values that are not the default, as JSON, in the order of their declaration.
    package let values: [Value]
    /// The lists on its screens, in the order of their names.
    package let lists: [List]

    package init(
      name: String, phase: WindowPhase, isFront: Bool = false, place: String? = nil,
      display: String? = nil,
      openedBy: String? = nil, tabs: [String] = [], tabTitles: [String]? = nil,
      selectedTab: String? = nil,
      path: [String] = [], values: [Value] = [], lists: [List] = []
    ) {
      self.name = name
      self.phase = phase
      self.isFront = isFront
      self.place = place
      self.display = display
      self.openedBy = openedBy
      self.tabs = tabs
      self.tabTitles = tabTitles
      self.selectedTab = selectedTab
      self.path = path
      self.values = values
      self.lists = lists
    }

    package var shownTabs: [(title: String, isSelected: Bool)] {
      zip(tabs, tabTitles ?? tabs).map { ($1, $0 == selectedTab) }
    }
  }

  /// The part of a list that a window shows.
  package struct List: Sendable, Hashable, Codable {
    package let name: String
    /// The number of the first row shown, from 0.
    package let top: Int
    /// The rows shown.
    package let rows: [String]
    /// The number of the row that is picked; it need not be shown.
    package let picked: Int?
  }

  package struct Value: Sendable, Hashable, Codable {
    package let key: String
    package let json: String

    package init(_ key: String, _ json: String) { (self.key, self.json) = (key, json) }
  }

  /// The name of the device; empty if there is only one.
  package let device: String
  /// What the device is: `ipad`, `iphone` or `mac`.
  package let kind: String
  package let isRunning: Bool
  /// The connected windows, in order of opening.
  package let windows: [Window]
  /// Windows that are away and can come back, in the order of their sessions.
  package let disconnected: [String]
  /// Windows that were thrown away.
  package let closed: [String]

  package init(
    device: String = "", kind: String = "ipad", isRunning: Bool = true, windows: [Window] = [],
    disconnected: [String] = [], closed: [String] = []
  ) {
    self.device = device
    self.kind = kind
    self.isRunning = isRunning
    self.windows = windows
    self.disconnected = disconnected
    self.closed = closed
  }
}

extension StepContext {
  /// What all devices show now.
  var screens: [ScreenState] { allDevices.map(screen) }

  private func screen(of simulation: Simulation) -> ScreenState {
    let names = simulation.windows.map(\.name)
    return ScreenState(
      device: simulation.name, kind: simulation.device.rawValue, isRunning: simulation.isRunning,
      windows: simulation.windows.compactMap { window($0, of: simulation) },
      disconnected: simulation.windowNames.filter {
        !names.contains($0) && simulation.phase(of: $0) == .disconnected
      },
      closed: simulation.closed)
  }

  private func window(
    _ window: SimulatedWindow, of simulation: Simulation
  ) -> ScreenState.Window? {
    // Between two phases there is nothing to see.
    guard let phase = simulation.phase(of: window.name), let scene = try? inside(window) else {
      return nil
    }
    let tab = scene.selectedTab
    let record = simulation.session(window.name)?.record
    let keys = [StorageKey.selectedTab, StorageKey.path]
    let shown = display(of: window.name, in: simulation)
    let main = declaration.displays.first?.name
    let values = declaration.keys.compactMap { key -> ScreenState.Value? in
      let value = scene.value(of: key, tab: tab)
      guard !keys.contains(key.name), value != key.initial else { return nil }
      return ScreenState.Value(key.name, value.json(as: key.type))
    }
    return ScreenState.Window(
      name: window.name, phase: phase,
      isFront: phase != .background && simulation.front?.name == window.name,
      place: WindowStand(record?.arrangement).place, display: shown == main ? nil : shown,
      openedBy: record?.openedBy, tabs: scene.tabs,
      tabTitles: (scene as? ScenarioScene)?.tabTitles, selectedTab: tab, path: scene.path(in: tab),
      values: values, lists: lists(scene, tab))
  }

  private func lists(_ scene: any WindowInside, _ tab: String?) -> [ScreenState.List] {
    scene.listNames.sorted().compactMap { name in
      let declared = declaration.lists.first { $0.name == name }
      guard declared?.tab == nil || declared?.tab == tab, let place = scene.place(of: name) else {
        return nil
      }
      let rows = scene.rowNames(of: name).dropFirst(max(0, place.top)).prefix(declared?.shows ?? 4)
      return ScreenState.List(
        name: name, top: place.top, rows: Array(rows), picked: place.picked)
    }
  }
}
