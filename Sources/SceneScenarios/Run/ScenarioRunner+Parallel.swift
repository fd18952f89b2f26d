import SceneSimulator

extension ScenarioRunner {
  /// Runs the steps of lanes in many orders, each from the same moment.
  ///
  /// The first order is lane after lane; the run goes on with what it leaves, and only it is in
  /// the trace.
  func runParallel(
    _ parallel: ParallelStep, _ step: ParsedStep, _ variables: Variables, _ context: StepContext
  ) throws(Stop) {
    let orders = Interleavings(
      of: step.laneCounts, limit: parallel.orders,
      seed: options.seed ?? parallel.seed ?? scenario.seed ?? 0
    ).orders
    let first = executed
    var numbers: [Int] = []
    var last = first
    for inner in step.body {
      if try holds(inner, variables) { last += 1 }
      numbers.append(last)
    }
    let wanted = parallel.order.map { [min($0, orders.count) - 1] } ?? Array(orders.indices)
    let before = try moment(step, context)
    var after: Moment?
    for index in wanted {
      let isFirst = index == wanted.first
      if !isFirst { try goBack(to: before, step, context) }
      order = "\(index + 1)/\(orders.count)"
      try run(orders[index], numbers, parallel, step, variables, context)
      if isFirst { after = try moment(step, context) }
    }
    order = nil
    executed = last
    if let after, wanted.count > 1 { try goBack(to: after, step, context) }
  }

  /// One order: the next step of each lane in turn, and after each what must always hold.
  private func run(
    _ lanes: [Int], _ numbers: [Int], _ parallel: ParallelStep, _ step: ParsedStep,
    _ variables: Variables, _ context: StepContext
  ) throws(Stop) {
    // Where the next step of each lane stands in the body.
    var next: [Int] = []
    var start = 0
    for count in step.laneCounts {
      next.append(start)
      start += count
    }
    for lane in lanes {
      let index = next[lane]
      next[lane] += 1
      executed = numbers[index] - 1
      try run([step.body[index]], variables, context)
      guard let always = parallel.always else { continue }
      context.source = step.source
      do throws(Diagnostic) { try always.check(in: context) } catch {
        throw .failed(located(error, step))
      }
    }
  }

  // MARK: Moments

  /// A moment of the run with what is no part of a save point: how far was looked, and the trace.
  private struct Moment {
    let saved: SavedMoment
    let marks: (events: Int, problems: Int)
    let trace: Trace
    let played: [PlayedStep]
  }

  private func moment(_ step: ParsedStep, _ context: StepContext) throws(Stop) -> Moment {
    try refusing(step, context) { () throws(StepFailure) in
      Moment(
        saved: try context.save(), marks: (context.eventMark, context.problemMark),
        trace: context.log.trace, played: played)
    }
  }

  private func goBack(
    to moment: Moment, _ step: ParsedStep, _ context: StepContext
  ) throws(Stop) {
    try refusing(step, context) { () throws(StepFailure) in
      try context.goBack(to: moment.saved)
      context.log.replaceTrace(with: moment.trace)
    }
    (context.eventMark, context.problemMark) = moment.marks
    played = moment.played
  }

  private func refusing<Result>(
    _ step: ParsedStep, _ context: StepContext, _ body: () throws(StepFailure) -> Result
  ) throws(Stop) -> Result {
    do throws(StepFailure) { return try body() } catch {
      throw .failed(located(described(.refused(error, at: nil), step, context).1, step))
    }
  }
}
