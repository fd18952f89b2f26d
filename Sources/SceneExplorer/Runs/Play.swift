import SceneScenarios
import SceneSimulator
internal import SceneState

/// Plays actions one after another and looks after each whether what must hold holds.
struct Play {
  let stage: ScenarioStage
  private(set) var facts: AppFacts
  private(set) var history: History
  private(set) var look: StageLook
  /// What has gone through so far.
  private(set) var done: [Action] = []
  /// The last step that went through.
  private(set) var moment: ExploredStep?
  private let properties: [any Property.Type]
  private let choice: PropertyChoice
  private let knownSteps: [ParsedStep]
  private let product: Product

  /// What performs steps: the product, or in tests one that does something wrong.
  typealias Product = @Sendable (ParsedStep, ScenarioStage) -> ScenarioStage.Answer

  init(
    _ app: ExploredApp, _ apps: KnownApps, _ choice: PropertyChoice, storeFolder: String? = nil,
    product: @escaping Product = { $1.play($0) }
  ) throws(Diagnostic) {
    self.product = product
    stage = try app.stage(apps, storeFolder: storeFolder)
    knownSteps = app.knownSteps
    facts = AppFacts(stage.declaration, steps: knownSteps)
    history = History(after: app.scenario.allSteps)
    look = stage.look(facts.sights)
    self.choice = choice
    properties = choice.properties
  }

  /// The code where a stage cannot go back.
  static let noSnapshot = "no-snapshot"

  /// What came of an action.
  enum Outcome {
    case done([Violation])
    /// What is wrong with it is that it was refused; nil if it may well be.
    case refused(code: String, Violation? = nil)
    /// It was refused, and has left something behind: nothing can be said of what follows.
    case lost(code: String, Violation? = nil)
  }

  /// What there is to see after a step in which nobody dies.
  private func withoutDeath(_ step: ParsedStep) -> StageLook? {
    stage.simulation.clearFaults()
    guard case .done = product(step, stage) else { return nil }
    return stage.look(facts.sights)
  }

  /// Takes back what was done; a value that comes from another key is read from what it has now.
  mutating func goBack(to moment: ScenarioStage.Moment) throws(StepFailure) {
    try stage.goBack(to: moment)
    look = stage.look(facts.sights)
  }

  mutating func play(_ action: Action) -> Outcome {
    guard let step = stage.step(action.verb, action.argument, in: action.window, at: action.place)
    else {
      return .refused(code: "no-such-step")
    }
    // Users act in windows that they see; processes that are killed are running.
    if let name = action.window, look.window(name)?.isForeground == false {
      return .refused(code: "wrong-phase")
    }
    // What is pushed in a tree is an object, and nobody shows it in two places.
    if case .tree = facts.path, action.verb == "push", let screen = action.argument?.text,
      let window = action.window.flatMap(look.window),
      window.paths[facts.place(of: window.tab)].contains(screen)
    {
      return .refused(code: "duplicate-path")
    }
    let (heard, problems) = (stage.heard.count, stage.problems.count)
    let planned = stage.simulation.plannedFaults
    var undisturbed: StageLook?
    if history.isDoomed, look.isRunning, action.verb != "fault" {
      // Nobody knows what follows a step that cannot be taken back.
      guard let moment = stage.save() else { return .refused(code: Self.noSnapshot) }
      undisturbed = withoutDeath(step)
      do throws(StepFailure) { try goBack(to: moment) } catch {
        return .lost(code: error.code.rawValue)
      }
    }
    switch product(step, stage) {
    case .refused(let code, let leftTraces, let culprit):
      let found = culprit.flatMap {
        Obeyed.refusal(of: action, code: code, $0, after: history)
      }.flatMap { choice.contains($0) ? $0 : nil }
      // On its way to the refusal it may have come nearer to what is planned.
      return leftTraces || stage.simulation.plannedFaults != planned
        ? .lost(code: code, found) : .refused(code: code, found)
    case .done: break
    }
    let former = facts
    if action.verb == "update" { facts = AppFacts(stage.declaration, steps: knownSteps) }
    let stage = stage
    let moment = ExploredStep(
      action: action, before: look, after: stage.look(facts.sights),
      heard: Array(stage.heard[heard...]),
      problems: Array(stage.problems[problems...]), facts: facts, former: former,
      rows: { stage.rows(of: $0) },
      mismatch: { stage.mismatch($0)?.code == .notAsExpected },
      undisturbed: undisturbed, stage: stage)
    var violations: [Violation] = []
    for property in properties {
      if let found = property.violation(in: moment, after: history), choice.contains(found) {
        violations.append(found)
      }
    }
    history.note(moment)
    look = moment.after
    self.moment = moment
    done.append(action)
    return .done(violations)
  }
}
