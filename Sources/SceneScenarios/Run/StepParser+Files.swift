// Steps from elsewhere: of included files, and of lanes.
extension StepParser {
  /// The steps of an included file; what is wrong there is found with everything else.
  mutating func included(_ path: Node) -> [ParsedStep] {
    guard path.text != nil, !VariableText.isIn(path) else { return [] }
    let outer = (source, mistakes)
    defer { source = outer.0 }
    do throws(Diagnostic) {
      var files = files
      let body = try files.read(path) { files, node, file in
        (self.source, self.files, mistakes) = (file, files, DiagnosticList())
        let body = self.steps(node, for: "`steps`")
        files = self.files
        return body
      }
      self.files = files
      let found = mistakes.sorted.map { $0.shown(in: source) }
      mistakes = outer.1
      mistakes.append(contentsOf: found)
      return body
    } catch {
      mistakes = outer.1
      mistakes.append(error)
      return []
    }
  }

  /// The steps of a lane: none of them, however deep, goes back in time or has lanes of its own.
  mutating func laneSteps(_ lane: Entry) -> [ParsedStep] {
    let steps = steps(lane.value, for: "lane `\(lane.key.name)`")
    for step in Self.all(steps) {
      let isRefused =
        step.kind is SavePointStep.Type || step.kind is RewindStep.Type
        || step.kind is ParallelStep.Type
      guard isRefused else { continue }
      let mistake = step.source.diagnostic(
        .contradiction, at: step.verb.range,
        "`\(step.verb.name)` does not go into a lane of `parallel`",
        hint: "put it before or behind `parallel`")
      mistakes.append(step.source.path == source.path ? mistake : mistake.shown(in: step.source))
    }
    return steps
  }

  /// The steps with everything below them.
  private static func all(_ steps: [ParsedStep]) -> [ParsedStep] {
    steps.flatMap { [$0] + all($0.body) }
  }
}

// Steps that another one stands for.
extension StepParser {
  mutating func standing(
    for kind: any StandingStep.Type, _ verb: PlacedName, _ argument: Node?
  ) -> [ParsedStep] {
    let steps = mistakes.collect(try kind.standsFor(argument, in: source))
    return (steps ?? []).compactMap { name, condition in
      let condition = condition.map {
        Entry("if", at: $0.range, $0)
      }
      return StepCatalogue.type(named: name).map { step in
        ParsedStep(
          step, PlacedName(name: name, range: verb.range), argument: nil,
          [condition].compactMap(\.self), body: [], laneCounts: [], source: source)
      }
    }
  }
}
