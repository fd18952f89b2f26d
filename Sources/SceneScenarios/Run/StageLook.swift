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

  /// A connected window; a reference, since everybody hands it on and nobody changes it.
  package final class Window: Sendable {
    package let name: String
    package let session: UInt32
    package let phase: WindowPhase
    /// Whether the last connect brought back an existing session.
    package let isRestored: Bool
    /// The kind of window; nil in an app that declares none.
    package let kind: String?
    /// Which row it is about; nil if it is about none.
    package let row: String?
    package let tabs: [String]
    package let tab: String?
    /// The place that is shown, of those that come and go.
    package let place: String?
    package let identity: String?
    /// The path of each tab that is looked into; of an app without tabs the only one.
    package let paths: [[String]]
    /// The values of each key as each tab shows them, or as each of its places has them.
    package let values: [[ScenarioValue]]
    package let lists: [List]
    /// What the app offers besides.
    package let actions: [String]

    init(
      name: String, session: UInt32, phase: WindowPhase, isRestored: Bool, kind: String?,
      row: String?, tabs: [String], tab: String?, place: String?, identity: String?,
      paths: [[String]], values: [[ScenarioValue]], lists: [List], actions: [String]
    ) {
      (self.name, self.session, self.phase, self.isRestored) = (name, session, phase, isRestored)
      (self.kind, self.row, self.tabs, self.tab, self.place) = (kind, row, tabs, tab, place)
      (self.identity, self.paths, self.values) = (identity, paths, values)
      (self.lists, self.actions) = (lists, actions)
    }

    /// The same with other paths and values, as another version of the app has them.
    package func rearranged(paths: [[String]], values: [[ScenarioValue]]) -> Window {
      Window(
        name: name, session: session, phase: phase, isRestored: isRestored, kind: kind, row: row,
        tabs: tabs, tab: tab, place: place, identity: identity, paths: paths, values: values,
        lists: lists,
        actions: actions)
    }
  }

  /// What is looked into, whether it is there or not: in all windows the same.
  package struct Sights: Sendable {
    package let tabs: [String?]
    package let places: [String]

    package init(tabs: [String?], places: [String]) { (self.tabs, self.places) = (tabs, places) }

    package func places(of kinds: [String]) -> [String] {
      places.filter { place in kinds.contains { place.hasPrefix("\($0)/") } }
    }
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
  package func look(_ sights: StageLook.Sights) -> StageLook {
    let simulation = simulation
    let windows = simulation.windows.compactMap { window($0, of: simulation, sights) }
    let away = simulation.windowNames.filter { name in !windows.contains { $0.name == name } }
    return StageLook(
      isRunning: simulation.isRunning, front: simulation.front?.name, windows: windows, away: away)
  }

  private func window(
    _ window: SimulatedWindow, of simulation: Simulation, _ sights: StageLook.Sights
  ) -> StageLook.Window? {
    // Between two phases there is nothing to see.
    guard let phase = simulation.phase(of: window.name), let connected = try? window.scene(),
      // Its app may just have gone.
      let scene = try? context.inside(window)
    else { return nil }
    // Each access would copy all of it.
    let declaration = declaration
    let lists = declaration.lists.map { list in
      let place = scene.place(of: list.name) ?? (top: 0, picked: nil)
      let shown = rows(of: list.rows)
      func row(_ index: Int?) -> StageLook.Row? {
        index.flatMap { shown.indices.contains($0) ? shown[$0] : nil }
      }
      return StageLook.List(
        name: list.name, topRow: place.top, top: row(place.top), picked: row(place.picked))
    }
    // What nobody shows is not asked for: who asks hears of what is wrong with it.
    func isShown(_ key: StorageKey?, in tab: String?) -> Bool {
      guard declaration.tabSource != nil else { return true }
      if let tab { return scene.tabs.contains(tab) }
      if case .selectedTab = key?.scope { return false }
      return scene.tabs.isEmpty
    }
    let path = declaration.key(StorageKey.path)
    let record = connected.session.record
    let kind = declaration.scenes.first { $0.name == record.scene }
    let isOfRow = kind?.row != nil && (record.value != nil || kind?.initial != nil)
    return StageLook.Window(
      name: window.name, session: simulation.sessionNumber(of: window.name) ?? 0, phase: phase,
      isRestored: simulation.wasRestored(window.name) ?? false,
      kind: record.scene, row: isOfRow ? declaration.windowValue(record).plainText : nil,
      tabs: scene.tabs, tab: scene.selectedTab,
      place: scene.shownPlace?.text, identity: connected.identity,
      paths: sights.tabs.map { isShown(path, in: $0) ? scene.path(in: $0) : [] },
      values: declaration.keys.map { key in
        guard case .places(let kinds) = key.scope else {
          var one: ScenarioValue?
          return sights.tabs.map { tab in
            guard isShown(key, in: tab) else { return .null }
            let value = one ?? scene.value(of: key, tab: tab)
            // Others have one value, whatever the tab.
            if key.scope != .selectedTab { one = value }
            return value
          }
        }
        return sights.places(of: kinds).map { place in
          scene.value(
            of: key.standing(at: ValuePlace(place), in: declaration), tab: scene.selectedTab)
        }
      },
      lists: lists,
      // What needs a payload is done by those who know one; windows come and go by steps alone.
      actions: window.actions.filter { name in
        let declared = declaration.actions.first { $0.name == name }
        return declared.map { $0.fields.isEmpty && !$0.changesWindows } ?? true
      })
  }

  /// The rows of a table of the app's data.
  package func rows(of table: String) -> [StageLook.Row] {
    (context.box.world.tables[table] ?? []).map { row in
      StageLook.Row(
        name: ScenarioWorld.name(of: row), content: ScenarioValue(row.content).json())
    }
  }

  package func fields(of row: RowReference) -> Set<String> { row.rows(in: context.box.world) }

  /// The rows of a table as they are written.
  package func rowNodes(of table: String) -> [Node] { context.box.world.tables[table] ?? [] }
}
