internal import SceneLifecycle
import SceneSimulator

// When steps of a scenario and of its app are taken.
extension StepContext {
  /// The tables of the app whose steps run; nil before they are loaded.
  private var loadedTables: [String: [Node]]? {
    let app = (actingScene?.delegate as? ScenarioScene)?.app
    return app?.hasLoadedData == false ? nil : box.world.tables
  }

  /// The row that the `$row` of a condition finds, for the steps that it is about.
  func row(
    of condition: Node?, _ variables: Variables, of source: SourceFile
  ) throws(Diagnostic) -> Node? {
    guard let asked = condition?[ValueCondition.rowWord], let tables = loadedTables else {
      return nil
    }
    let question = Entry(ValueCondition.rowWord, at: asked.range, asked)
    let node = try variables.replaced(in: Node(.map([question]), range: asked.range), of: source)
    return try ValueCondition(node, in: source)?.row(in: tables)
  }

  /// Whether a step's `if` holds, values of its window and its place included.
  func holds(
    _ condition: Node?, _ window: PlacedName?, at place: PlacedName? = nil,
    _ variables: Variables, of source: SourceFile
  ) throws(Diagnostic) -> Bool {
    guard let condition else { return true }
    let node = try variables.replaced(in: condition, of: source)
    unmet = nil
    guard let entries = node.map else {
      return try StepCounter(source).holds(condition, variables)
    }
    let others = entries.filter { !ValueCondition.words.contains($0.key.name) }
    if let (name, value) = try StepCounter(source).unmet(others, variables) {
      unmet = "`\(name)` is \(FailureReport.text(value))"
      return false
    }
    guard var values = try ValueCondition(node, in: source) else { return true }
    values.find(in: variables)
    if let question = values.unmetRow(in: loadedTables) {
      unmet = "\(question)"
      return false
    }
    if !values.asksWindow { return true }
    let outer = windowOfStep
    windowOfStep = window
    defer { windowOfStep = outer }
    let scene: any WindowInside
    do throws(StepError) { scene = try inside().scene } catch {
      switch error {
      case .mistake(let mistake): throw mistake
      case .refused(let failure, let range):
        throw source.diagnostic(
          failure.code, at: range ?? node.range, failure.message, hint: failure.hint)
      }
    }
    // What is not told apart in an app in Swift is when its window was left.
    let past = (scene as? ScenarioScene)?.past ?? .init(leftAt: nil, now: simulation.now)
    let holds = try values.holds(past, of: declaration) { (key, range) throws(Diagnostic) in
      // A key that is not kept in the step's place is meant as it is without one.
      let place = place.flatMap { isKept(key, in: ValuePlace($0.name)) ? $0.name : nil }
      var asked = key
      // An app asks in whatever window it acts: where nothing is open the default is read.
      if place != nil || actingScene == nil {
        do throws(StepFailure) { asked = try placed(key, at: place, in: scene) } catch {
          throw source.diagnostic(error.code, at: range, error.message, hint: error.hint)
        }
      }
      let value = scene.value(of: asked, tab: tabOfCondition ?? scene.selectedTab)
      // The last one that is read is the one that is not as it is wanted.
      unmet = "`\(key.name)` is \(value == .null ? "~" : value.json())"
      return value
    }
    if !holds, unmet == nil { unmet = values.unmetTime(past) }
    return holds
  }
}
