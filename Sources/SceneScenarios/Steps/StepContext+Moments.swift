import SceneLifecycle
import SceneSimulator

/// A moment of a run: the devices, the app's declaration, its data, and the variables.
struct SavedMoment {
  let devices: [String: SimulationSnapshot]
  let declaration: AppDeclaration
  let formers: [(step: Int, app: AppDeclaration)]
  let worlds: [String: ScenarioWorld]
  let variables: [(name: String, value: Node)]
  let fates: FateList
  /// How many problems had been looked at.
  let problemMark: Int
  /// What the cluster of roaming devices had.
  let roaming: RoamingDevices.Saved?

  /// How many bytes are kept of it, roughly.
  var byteCount: Int { devices.values.reduce(1000 + fates.byteCount) { $0 + $1.byteCount } }
}

extension StepContext {
  /// Whether this moment can be kept: an app in Swift that runs may not allow it.
  var canSave: Bool {
    devices.values.allSatisfy(\.canSnapshot) && roaming?.canSave ?? true
  }

  func save() throws(StepFailure) -> SavedMoment {
    var saved: [String: SimulationSnapshot] = [:]
    for simulation in allDevices { saved[simulation.name] = try simulation.snapshot() }
    return SavedMoment(
      devices: saved, declaration: declaration, formers: formers,
      worlds: boxes.mapValues(\.world), variables: memory.variables, fates: fates,
      problemMark: problemMark, roaming: try roaming?.save())
  }

  /// Goes back to a moment; the looks at events and problems begin anew there.
  func goBack(to moment: SavedMoment) throws(StepFailure) {
    (declaration, formers) = (moment.declaration, moment.formers)
    for (name, world) in moment.worlds { boxes[name]?.world = world }
    memory.goBack(to: moment)
    let left = fates
    fates = moment.fates
    fates.takeBack(from: left)
    for simulation in allDevices {
      if let saved = moment.devices[simulation.name] { try simulation.rewind(to: saved) }
    }
    if let saved = moment.roaming { try roaming?.goBack(to: saved) }
    eventMark = min(eventMark, log.heard.count)
    problemMark = min(moment.problemMark, log.problems.count)
  }
}

/// What steps keep for later ones of the case: variables, and moments to which the run can go back.
struct StepMemory {
  /// Variables made by `get`.
  private(set) var variables: [(name: String, value: Node)] = []
  private(set) var moments: [String: SavedMoment] = [:]
  /// The bytes of both, roughly.
  private(set) var byteCount = 0

  /// Keeps a moment under a name; another one of that name is forgotten.
  mutating func keep(_ moment: SavedMoment, as name: String) {
    byteCount += moment.byteCount - (moments[name]?.byteCount ?? 0)
    moments[name] = moment
  }

  /// Keeps the value of a variable; what it was before is forgotten.
  mutating func keep(_ value: Node, as name: String) {
    let index = variables.firstIndex { $0.name == name }
    byteCount += value.byteCount - (index.map { variables[$0].value.byteCount } ?? 0)
    if let index { variables[index].value = value } else { variables.append((name, value)) }
  }

  /// Has the variables that a moment had.
  mutating func goBack(to moment: SavedMoment) { variables = moment.variables }
}
