import FoundationEssentials
import SceneLifecycle
import SceneSimulator
import SceneState

/// Makes what the steps of one case see: variables, the app, and the simulated device.
struct ContextMaker {
  private let scenario: LoadedScenario
  private let selected: ScenarioCase
  private let options: ScenarioRun.Options
  private let runner: ScenarioRunner

  init(
    _ scenario: LoadedScenario, _ selected: ScenarioCase, _ options: ScenarioRun.Options,
    _ runner: ScenarioRunner
  ) {
    self.scenario = scenario
    self.selected = selected
    self.options = options
    self.runner = runner
  }

  private var source: SourceFile { scenario.source }

  func make() throws(Diagnostic) -> StepContext {
    let variables = try scenario.variables(of: selected)
    var app: Node?
    if let node = scenario.app { app = try variables.replaced(inApp: node, of: scenario.appSource) }
    let declaration = try AppDeclaration(app, in: scenario.appSource, knownTo: runner.apps)
    let context = StepContext(source: source, declaration: declaration, log: SimulationLog())
    context.variables = variables
    context.declaredNames = DeclaredNames(
      app: app, steps: scenario.allSteps)
    context.hasDeclaredApp = runner.apps.only == nil
    context.log.isDetailed = declaration.tracesDetail || options.tracesDetail
    context.fillsExpectations = options.fillsExpectations
    if scenario.roams {
      context.roaming = RoamingDevices(
        scenario.devices, seed: runner.seed, on: options.cluster)
    }
    for name in scenario.devices.isEmpty ? [""] : scenario.devices {
      let box = WorldBox(ScenarioWorld(declaration))
      context.add(device(name, declaration, box, context), box)
    }
    return context
  }

  private func device(
    _ name: String, _ declaration: AppDeclaration, _ box: WorldBox, _ context: StepContext
  ) -> Simulation {
    var directory = options.storeDirectory.map { URL(filePath: $0, directoryHint: .isDirectory) }
    // Each device has a store of its own.
    if !name.isEmpty { directory?.append(path: name, directoryHint: .isDirectory) }
    let simulation = Simulation(
      device: declaration.device, profile: declaration.profile, directory: directory,
      keepsStore: options.keepsStore, name: name,
      log: context.log,
      app: factory(context, box, on: name))
    if let atFaultPoint = options.atFaultPoint { simulation.watchFaultPoints(atFaultPoint) }
    simulation.install(declaration)
    simulation.willQuit = { [unowned context, unowned simulation] () throws(StepFailure) in
      try context.roaming?.leave(simulation)
    }
    simulation.isTakenElsewhere = { [unowned context, unowned simulation] window in
      context.allDevices.contains { $0 !== simulation && $0.isKnown(window) }
    }
    simulation.describeValue = { [unowned context] place, value in
      guard let key = context.declaration.key(place.key),
        // What the type cannot read is shown as it was stored.
        let decoded = try? key.type.coding.decode(value)
      else { return value.jsonText }
      return decoded.json(as: key.type)
    }
    return simulation
  }

  /// Makes the app of each new process: as it is declared then.
  private func factory(
    _ context: StepContext, _ box: WorldBox, on device: String
  ) -> () -> any SceneApp {
    let (runner, source) = (runner, source)
    let named = context.declaration.node?.swiftApp?.text.flatMap { runner.apps.factory($0) }
    if let makeApp = runner.apps.only ?? named {
      return { [unowned context] in
        let app = makeApp()
        (app as? any VersionedApp)?.use(version: context.declaration.version)
        (app as? any TableApp)?.use(SimulatedTables(box, of: context.declaration))
        return app
      }
    }
    return { [unowned context] in
      let app = ScenarioApp(context.declaration, box) { steps, scene, extra, condition in
        let outer = context.device
        context.device = device
        defer { context.device = outer }
        try runner.runInside(steps, scene, extra, if: condition, context)
      } holds: { condition, scene, extra in
        var variables = context.variables
        for (name, value) in extra { variables[name] = value }
        let outer = (context.actingScene, context.device)
        (context.actingScene, context.device) = (scene, device)
        defer { (context.actingScene, context.device) = outer }
        variables.add(own: scene, for: VariableUse.names(inCondition: condition), in: context)
        do throws(Diagnostic) {
          let holds = try context.holds(condition, nil, variables, of: source)
          if !holds { context.passOver(condition, after: runner.executed) }
          return holds
        } catch {
          // An activity without what the condition names is not meant; anything else is a mistake
          // that ends the step.
          if error.code != .noSuchVariable {
            context.course.innerError = context.course.innerError ?? .mistake(error)
          }
          return false
        }
      }
      app.now = { [unowned context] in context.devices[device]?.now ?? .distantPast }
      app.storedValue = { [unowned context] key, session in
        let isOfApp = key.scope == .app
        let place = StoredPlace(
          session: isOfApp ? 0 : session.number, window: isOfApp ? "" : session.id.rawValue,
          path: [], key: key.name)
        // What the type cannot read reads as the default.
        return context.devices[device]?.stored[place].flatMap { try? key.type.coding.decode($0) }
          ?? key.initial
      }
      if context.log.isDetailed {
        app.notices = context.notices
        app.noteDetail = { [unowned context] id, event in
          context.log.hearDetail(id.rawValue, event)
        }
      }
      app.noteWrite = { [unowned context] write in context.noteWrite(write, on: device)
      }
      return app
    }
  }
}
