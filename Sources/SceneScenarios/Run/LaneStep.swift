import SceneSimulator

/// A single step of a lane of `parallel`: what stands around it in the lane is taken apart.
struct LaneStep {
  let step: ParsedStep
  /// The variables at the start of `parallel`, with those of the rounds around the step.
  let variables: Variables
  /// The variables of the rounds alone, for messages.
  let loops: [(name: String, value: Node)]
  /// The groups around the step, outermost first.
  let titles: [String]
  var begins: [String] = []
}

extension ScenarioRunner {
  /// A lane as single steps.
  ///
  /// Rounds and conditions of groups are decided here, when `parallel` begins: the orders must be
  /// known before the first step. The condition of a single step is decided when it runs.
  func laneSteps(
    _ steps: [ParsedStep], _ variables: Variables, _ context: StepContext,
    loops: [(name: String, value: Node)] = [],
    titles: [String] = []
  ) throws(Stop) -> [LaneStep] {
    var result: [LaneStep] = []
    for step in steps {
      guard step.isFlow else {
        result.append(LaneStep(step: step, variables: variables, loops: loops, titles: titles))
        continue
      }
      guard try holds(step, variables, context), let flow = try flow(step, variables) else {
        continue
      }
      let start = result.count
      let inner = flow.made.title.map { titles + [$0] } ?? titles
      for round in flow.rounds {
        try countRound(of: step)
        var visible = variables
        for (name, value) in round { visible[name] = value }
        result += try laneSteps(
          step.body, visible, context, loops: loops + round, titles: inner)
      }
      if let title = flow.made.title, start < result.count {
        result[start].begins.insert(title, at: 0)
      }
    }
    return result
  }

  func run(_ step: LaneStep, _ context: StepContext) throws(Stop) {
    for title in step.begins { context.log.beginGroup(title) }
    let (outerTitles, outerLoops) = (titles, loops)
    titles += step.titles
    loops += step.loops
    try run([step.step], step.variables, context)
    (titles, loops) = (outerTitles, outerLoops)
  }
}
