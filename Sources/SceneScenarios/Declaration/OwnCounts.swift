import SceneLifecycle

// How many there are of what an app has: windows, tabs, rows and entries of lists.
extension OwnNames {
  /// Adds the numbers of windows, of tabs and of the rows of each table, and these rows.
  mutating func addCounts(of app: AppDeclaration) {
    add("windows.\(ListEnd.count)")
    if app.hasTabs { add("tab.\(ListEnd.count)") }
    for table in app.node?["data"]?.map?.map(\.key.name) ?? [] {
      add("\(LateText.rows).\(table).\(ListEnd.count)")
      add("\(LateText.rows).\(table)", .list(app.rowType(of: table)))
    }
  }
}

extension ScenarioScene {
  /// All windows of the process, this one among them.
  private var windows: [ScenarioScene] {
    (scene.host?.scenes ?? []).compactMap { $0.delegate as? ScenarioScene }
  }

  var windowCount: ScenarioValue { .int(windows.count) }

  /// The windows of its kind that are about the same, such as two of one document, in the order in
  /// which they came.
  private var alike: [ScenarioScene] {
    let record = scene.session.record
    let alike = windows.filter { window in
      let other = window.scene.session.record
      return other.scene == record.scene
        && declaration.windowValue(other) == declaration.windowValue(record)
    }
    // While it connects it is the last one, and not among them yet.
    return alike.contains { $0 === self } ? alike : alike + [self]
  }

  /// How many windows of its kind are about the same.
  var alikeCount: ScenarioValue { .int(alike.count) }

  /// The number of the window among them, from 1.
  var windowNumber: ScenarioValue { .int(1 + (alike.firstIndex { $0 === self } ?? 0)) }

  /// The rows of a table; none before they are loaded.
  func rows(of table: String) -> Node {
    .made(.list(app.hasLoadedData ? app.box.world.tables[table] ?? [] : []))
  }
}
