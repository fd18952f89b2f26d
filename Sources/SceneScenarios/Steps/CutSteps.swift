import SceneSimulator

struct CutStep: ScenarioStep {
  static let name = "cut"
  static let argument = Shape.either([.text("a device"), .list(.text("a device"))])

  private let devices: [PlacedName]

  init(_ input: StepInput) throws(Diagnostic) {
    devices = try input.devices(input.required())
    guard devices.isEmpty else { return }
    throw input.source.diagnostic(.wrongValue, at: input.verb.range, "`cut` names no device")
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsRoaming(input.verb)
    check.devices(input.argument)
  }

  func run(in context: StepContext) throws(StepError) {
    let roaming = try context.roamingDevices()
    for device in devices { _ = try context.device(device) }
    for device in devices { roaming.cut(device.name) }
  }
}

/// Ends cuts: what waited is carried, and what was written apart goes on as forks.
struct HealStep: ScenarioStep {
  static let name = "heal"
  static let argument = Shape.either([.nothing, .text("a device"), .list(.text("a device"))])

  private let devices: [PlacedName]

  init(_ input: StepInput) throws(Diagnostic) {
    devices = try input.argument.map(input.devices) ?? []
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsRoaming(input.verb)
    check.devices(input.argument)
  }

  func run(in context: StepContext) throws(StepError) {
    let roaming = try context.roamingDevices()
    for device in devices { _ = try context.device(device) }
    let all = context.allDevices.map(\.name)
    for device in devices.isEmpty ? all : devices.map(\.name) { roaming.heal(device) }
  }
}

extension StepInput {
  fileprivate func devices(_ node: Node) throws(Diagnostic) -> [PlacedName] {
    try (node.list ?? [node]).map { (node) throws(Diagnostic) in
      try source.placed(node, for: "the name of a device")
    }
  }
}

extension StepCheck {
  fileprivate func devices(_ node: Node?) {
    for node in node?.list ?? [node].compactMap(\.self) { device(node) }
  }
}
