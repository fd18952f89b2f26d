import SceneLifecycle
import SceneSimulator

// The data of a scenario, as an app written in Swift sees it.
extension SimulatedTables {
  /// Makes the tables of a run.
  init(_ box: WorldBox, of declaration: AppDeclaration) {
    self.init(loadsLate: !declaration.loadsDataBeforeRestoring) { table in
      (box.world.tables[table] ?? []).map { row in
        var fields: [String: ActivityValue] = [:]
        for field in row.map ?? [] {
          // What no activity can carry, no app in Swift can read.
          fields[field.key.name] = try? ScenarioValue(field.value.content).activityValue()
        }
        return fields
      }
    }
  }
}

extension StepContext {
  /// What people call the rows of a list of an app in Swift; nil if only the app knows.
  ///
  /// A list that is not declared shows the table of its name.
  func rowNames(of list: String) -> [String]? {
    guard simulation.usesTables else { return nil }
    let declared = declaration.lists.first { $0.name == list }
    return box.world.tables[declared?.rows ?? list]?.map { ScenarioWorld.name(of: $0) }
  }
}
