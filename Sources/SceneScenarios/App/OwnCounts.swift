import SceneLifecycle

// How many there are of what an app has: windows, tabs, rows and entries of lists.
extension OwnNames {
  /// Adds the numbers of windows, of tabs and of the rows of each table.
  mutating func addCounts(of app: AppDeclaration) {
    add("windows.\(ListEnd.count)")
    if app.hasTabs { add("tab.\(ListEnd.count)") }
    for table in app.node?["data"]?.map ?? [] {
      add("\(LateText.rows).\(table.key.name).\(ListEnd.count)")
    }
  }
}

extension ScenarioScene {
  /// All windows of the process, this one among them.
  private var windows: [ScenarioScene] {
    (scene.host?.scenes ?? []).compactMap { $0.delegate as? ScenarioScene }
  }

  var windowCount: ScenarioValue { .int(windows.count) }

  /// The number of the window among those of its kind that are about the same, such as two of one
  /// document: from 1, in the order in which they came.
  var windowNumber: ScenarioValue {
    let record = scene.session.record
    let alike = windows.filter { window in
      let other = window.scene.session.record
      return other.scene == record.scene
        && declaration.windowValue(other) == declaration.windowValue(record)
    }
    // While it connects it is the last one, and not among them yet.
    return .int(1 + (alike.firstIndex { $0 === self } ?? alike.count))
  }

  /// What stands below the name of a table: how many rows it has, none before they are loaded.
  func rowCount(of table: String) -> ScenarioValue {
    let rows = app.hasLoadedData ? app.box.world.tables[table] ?? [] : []
    return .map([ListEnd.count: .int(rows.count)])
  }
}
