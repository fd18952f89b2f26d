import SceneSimulator

/// A step with which the process ends, whatever its app says of that.
protocol EndingStep: BareStep {
  static func end(_ simulation: Simulation) throws(StepFailure)
}

extension EndingStep {
  static func check(_ input: StepInput, in check: StepCheck) { check.process.end() }

  func run(in context: StepContext) throws(StepError) {
    try context.refusing(try Self.end(context.simulation))
  }
}

struct CrashStep: EndingStep, RunningAppStep {
  static let name = "crash"

  static func end(_ simulation: Simulation) throws(StepFailure) { try simulation.crash() }
}

struct StopStep: EndingStep, RunningAppStep {
  static let name = "stop"

  static func end(_ simulation: Simulation) throws(StepFailure) { try simulation.stop() }
}

struct ForceQuitStep: EndingStep {
  static let name = "force-quit"

  static func check(_ input: StepInput, in check: StepCheck) {
    check.process.end(destroying: true)
  }

  static func end(_ simulation: Simulation) throws(StepFailure) { try simulation.forceQuit() }
}

struct QuitStep: RunningAppStep {
  static let name = "quit"
  static let argument = Shape.either([.nothing, .map(fields)])

  private static let keepsWindows = "keeps-windows"
  private static let fields = [
    Shape.Field(
      keepsWindows, .bool,
      "whether its windows come back, this once, whatever the profile says", isRequired: true)
  ]

  private let keepsWindows: Bool?

  init(_ input: StepInput) throws(Diagnostic) {
    guard input.argument != nil else {
      keepsWindows = nil
      return
    }
    let map = try input.map(Self.keys)
    let node = try map.required(Self.keepsWindows)
    keepsWindows = try map.source.bool(node, for: "`\(Self.keepsWindows)`")
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    let canQuit = check.apps.contains { $0.declaration.canBeQuit }
    let mayRefuse = check.apps.contains { $0.declaration.refusesQuit != nil }
    // What is refused ends nothing: what follows is not to be told, too.
    if mayRefuse || !canQuit && check.fails == nil { return check.process.forget() }
    check.process.end(destroying: true)
  }

  func run(in context: StepContext) throws(StepError) {
    try context.quit(keepsWindows: keepsWindows)
  }
}

struct RebootStep: EndingStep {
  static let name = "reboot"

  static func end(_ simulation: Simulation) throws(StepFailure) { try simulation.reboot() }
}

struct MemoryPressureStep: RunningAppStep {
  static let name = "memory-pressure"
  static let argument = Shape.either([.nothing, .count])

  private let count: Int

  init(_ input: StepInput) throws(Diagnostic) {
    guard let node = input.argument else {
      count = 1
      return
    }
    count = try input.source.int(node, for: "`memory-pressure`")
    guard count > 0 else {
      throw input.source.diagnostic(
        .wrongValue, at: node.range, "`memory-pressure` takes a number from 1")
    }
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.process.change { $0.move(.background, to: .disconnected, surely: false) }
    check.process.forgetHeldItem()
  }

  func run(in context: StepContext) throws(StepError) {
    let waiting = context.simulation.windows.count {
      context.simulation.phase(of: $0.name) == .background
    }
    if waiting < count, context.simulation.isRunning {
      context.note(
        waiting == 0
          ? "no window is in the background: the system takes none"
          : "\(waiting == 1 ? "1 window is" : "\(waiting) windows are") in the background, and no "
            + "\(count)")
    }
    try context.refusing(try context.simulation.memoryPressure(count))
  }
}
