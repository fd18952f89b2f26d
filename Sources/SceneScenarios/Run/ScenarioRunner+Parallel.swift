import SceneSimulator

extension ScenarioRunner {
  /// Runs the steps of lanes in many orders, each from the same moment.
  ///
  /// The first order is lane after lane; the run goes on with what it leaves, and only it is in
  /// the trace.
  func runParallel(
    _ parallel: ParallelStep, _ step: ParsedStep, _ variables: Variables, _ context: StepContext
  ) throws(Stop) {
    var lanes: [[LaneStep]] = []
    var start = 0
    for count in step.laneCounts {
      lanes.append(try laneSteps(Array(step.body[start..<(start + count)]), variables, context))
      start += count
    }
    let then = Array(step.body[start...])
    let size = lanes.reduce(0) { $0 + $1.count }
    if size > limits.laneSteps || size * parallel.orders > limits.laneSteps * 400 {
      throw .failed(
        tooBig(
          "the lanes have \(size) steps and \(parallel.orders) orders, together at most "
            + "\(limits.laneSteps) and \(limits.laneSteps * 400)", step))
    }
    let orders = Interleavings(
      of: lanes.map(\.count), limit: parallel.orders,
      seed: options.seed ?? parallel.seed ?? seed)
    do throws(Diagnostic) { try parallel.order?.check(orders.count, in: step.source) } catch {
      throw .failed(error.shown(in: step.source))
    }
    let numbers = numbers(of: lanes, context)
    let before = try moment(step, context)
    var last = executed + lanes.joined().count { mayRun($0, context) }
    let laneEnd = last
    var after: Moment?
    for (index, order) in zip(1..., orders) {
      if let wanted = parallel.order?.number, wanted != index { continue }
      if after != nil { try goBack(to: before, step, context) }
      self.order = "\(index)/\(orders.count)"
      retrospect?.isPaused = after != nil
      try run(order, lanes, numbers, parallel, step, context)
      executed = laneEnd
      try run(then, variables, context)
      if after == nil {
        last = executed
        after = try moment(step, context)
      }
      if parallel.order != nil { break }
    }
    order = nil
    retrospect?.isPaused = false
    executed = last
    if let after, parallel.order == nil, orders.count > 1 {
      try goBack(to: after, step, context)
    }
  }

  /// The number before each step: as in the first order, lane after lane.
  private func numbers(of lanes: [[LaneStep]], _ context: StepContext) -> [[Int]] {
    var last = executed
    return lanes.map { lane in
      lane.map { step in
        defer { if mayRun(step, context) { last += 1 } }
        return last
      }
    }
  }

  /// Whether a step counts; what depends on a variable that a lane makes counts, too.
  private func mayRun(_ step: LaneStep, _ context: StepContext) -> Bool {
    // If it cannot be decided when its turn comes, the step itself tells why.
    (try? holds(step.step, step.variables, context)) ?? true
  }

  /// One order: the next step of each lane in turn, and after each what must always hold.
  private func run(
    _ order: [Int], _ lanes: [[LaneStep]], _ numbers: [[Int]], _ parallel: ParallelStep,
    _ step: ParsedStep, _ context: StepContext
  ) throws(Stop) {
    var next = lanes.map { _ in 0 }
    for lane in order {
      let index = next[lane]
      next[lane] += 1
      executed = numbers[lane][index]
      try run(lanes[lane][index], context)
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
    let keptBytes: (own: Int, log: Int)
  }

  private func moment(_ step: ParsedStep, _ context: StepContext) throws(Stop) -> Moment {
    try refusing(step, context) { () throws(StepFailure) in
      Moment(
        saved: try context.save(), marks: (context.eventMark, context.problemMark),
        trace: context.log.trace, played: played,
        keptBytes: (keptBytes, context.log.keptBytes))
    }
  }

  private func goBack(
    to moment: Moment, _ step: ParsedStep, _ context: StepContext
  ) throws(Stop) {
    try refusing(step, context) { () throws(StepFailure) in
      try context.goBack(to: moment.saved)
      context.log.replaceTrace(with: moment.trace, keptBytes: moment.keptBytes.log)
    }
    keptBytes = moment.keptBytes.own
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
