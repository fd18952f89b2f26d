/// What an app tells `scenesim explore`: what to try, and what has to hold.
package struct ExploreDeclaration: Sendable {
  /// What has to hold after each step.
  package struct Always: Sendable {
    /// When it is looked at; nil is after every step.
    package let when: Node?
    package let expect: Node
  }

  /// The values that keys are set to; others get some of their type.
  package var values: [String: [Node]] = [:]
  package var screens: [String] = []
  package var links: [String] = []
  /// How much more often a verb comes.
  package var weights: [String: Double] = [:]
  /// The only verbs; empty is all.
  package var steps: [String] = []
  package var except: [String] = []
  package var always: [Always] = []
  /// The files of findings that are known, seen from the file of the app or scenario.
  package var known: [String] = []

  package init() {}

  /// Reads the map under `explore:`.
  init(_ node: Node, in source: SourceFile, _ mistakes: inout DiagnosticList) {
    guard
      let map = mistakes.map(
        node, in: source, of: "`explore`", known: ScenarioLanguage.explore.names)
    else { return }
    screens = mistakes.read(try map.optionalTexts("screens")) ?? []
    links = mistakes.read(try map.optionalTexts("links")) ?? []
    known = mistakes.read(try map.optionalTexts("known")) ?? []
    steps = verbs("steps", map, &mistakes)
    except = verbs("except", map, &mistakes)
    if !steps.isEmpty, steps.allSatisfy(except.contains), let node = map.optional("except") {
      mistakes.append(
        source.contradiction(
          node, "`steps` names these alone, and `except` takes them away: nothing is left",
          hint: "name them in one of both"))
    }
    mistakes.collect { () throws(Diagnostic) in
      for entry in try map.optionalMap("values")?.entries ?? [] {
        values[entry.key.name] = try source.list(entry.value, for: "`\(entry.key.name)`")
      }
    }
    mistakes.collect { () throws(Diagnostic) in
      for entry in try map.optionalMap("weights")?.entries ?? [] {
        if StepCatalogue.type(named: entry.key.name) == nil {
          throw source.unknownKey(
            entry.key, of: "`weights`", known: StepCatalogue.all.map { $0.name })
        }
        guard let weight = entry.value.double, weight >= 0 else {
          throw source.wrongKind(entry.value, for: "a weight", wanted: "a number from 0 on")
        }
        weights[entry.key.name] = weight
      }
    }
    mistakes.collect { () throws(Diagnostic) in
      for node in try map.optionalList("always") ?? [] {
        always.append(try Self.always(node, in: source))
      }
    }
  }

  private func verbs(
    _ key: String, _ map: NodeMap, _ mistakes: inout DiagnosticList
  ) -> [String] {
    mistakes.read { () throws(Diagnostic) in
      for node in try map.optionalList(key) ?? [] {
        let name = try map.source.text(node, for: "a step")
        guard StepCatalogue.type(named: name) == nil else { continue }
        throw map.source.noSuch("step", node, among: StepCatalogue.all.map { $0.name })
      }
      return try map.optionalTexts(key)
    } ?? []
  }

  private static func always(
    _ node: Node, in source: SourceFile
  ) throws(Diagnostic) -> Always {
    let map = try NodeMap(node, in: source, of: "`always`")
    try map.checkKeys(known: ScenarioLanguage.always.names)
    let expect = try map.required("expect")
    _ = try Expectation(expect, in: source)
    if let when = map.optional("when") { _ = try Expectation(when, in: source) }
    return Always(when: map.optional("when"), expect: expect)
  }
}
