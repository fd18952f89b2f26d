import SceneLifecycle
package import SceneSimulator

/// What one device shows at one moment, with everything that can be looked at without a step.
package struct StageLook: Sendable {
  /// A row of a list: its name, and all of it.
  package struct Row: Sendable, Hashable {
    package let name: String
    package let content: String
  }

  package struct List: Sendable, Hashable {
    package let name: String
    /// The number of the first visible row, from 0.
    package let topRow: Int
    package let top: Row?
    package let picked: Row?
  }

  /// A connected window.
  package struct Window: Sendable {
    package let name: String
    package let session: UInt32
    package let phase: WindowPhase
    /// Whether the last connect brought back an existing session.
    package let isRestored: Bool
    package let tab: String?
    package let identity: String?
    /// The path of each tab, in the order of the app's tabs; of an app without tabs the only one.
    package let paths: [[String]]
    /// The values of each key as each tab shows them.
    package let values: [[ScenarioValue]]
    package let lists: [List]
  }

  package let isRunning: Bool
  package let front: String?
  /// In order of opening.
  package let windows: [Window]
  /// The windows that are not closed and not connected.
  package let away: [String]

  package func window(_ name: String) -> Window? { windows.first { $0.name == name } }
}

extension ScenarioStage {
  /// What the device shows now.
  package func look() -> StageLook {
    let simulation = simulation
    let windows = simulation.windows.compactMap { window($0, of: simulation) }
    let away = simulation.windowNames.filter { name in !windows.contains { $0.name == name } }
    return StageLook(
      isRunning: simulation.isRunning, front: simulation.front?.name, windows: windows, away: away)
  }

  private func window(
    _ window: SimulatedWindow, of simulation: Simulation
  ) -> StageLook.Window? {
    // Between two phases there is nothing to see.
    guard let phase = simulation.phase(of: window.name), let connected = try? window.scene(),
      let scene = try? context.inside(window)
    else { return nil }
    let tabs: [String?] = scene.tabs.isEmpty ? [nil] : scene.tabs
    let lists = declaration.lists.map { list in
      let place = scene.place(of: list.name) ?? (top: 0, picked: nil)
      let shown = rows(of: list.rows)
      func row(_ index: Int?) -> StageLook.Row? {
        index.flatMap { shown.indices.contains($0) ? shown[$0] : nil }
      }
      return StageLook.List(
        name: list.name, topRow: place.top, top: row(place.top), picked: row(place.picked))
    }
    return StageLook.Window(
      name: window.name, session: simulation.sessionNumber(of: window.name) ?? 0, phase: phase,
      isRestored: simulation.wasRestored(window.name) ?? false, tab: scene.selectedTab,
      identity: connected.identity, paths: tabs.map { scene.path(in: $0) },
      values: declaration.keys.map { key in tabs.map { scene.value(of: key, tab: $0) } },
      lists: lists)
  }

  /// The rows of a table of the app's data.
  package func rows(of table: String) -> [StageLook.Row] {
    (context.box.world.tables[table] ?? []).map { row in
      StageLook.Row(
        name: ScenarioWorld.name(of: row), content: ScenarioValue(row.content).json())
    }
  }

  /// The rows of a table as they are written.
  package func rowNodes(of table: String) -> [Node] { context.box.world.tables[table] ?? [] }
}
