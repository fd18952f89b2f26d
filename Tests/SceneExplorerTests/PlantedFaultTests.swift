import SceneLifecycle
import SceneScenarios
import SceneState
import StoreFormat
import Testing

@testable import LMDB
@testable import SceneExplorer
@testable import SceneSimulator
@testable import SceneState

/// Faults of the product itself, played by one that does something wrong: each is found.
struct PlantedFaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let property: String
    let product: Play.Product
  }

  private static let faults = [
    Fault(testDescription: "a removed rule: windows stay in front", property: "phases") {
      step, stage in
      let answer = stage.play(step)
      if step.verb.name == "background" { also("foreground", nil, stage) }
      return answer
    },
    Fault(testDescription: "an index row that a close leaves", property: "gone") { step, stage in
      leaving(step, stage) { open, number, name, txn throws(LMDBError) in
        try txn.put(InfoKey.session(name), InfoKey.bytes(number), in: open.info)
      }
    },
    Fault(testDescription: "set-aside rows that a close leaves", property: "gone") { step, stage in
      leaving(step, stage) { open, number, _, txn throws(LMDBError) in
        let address = ValueAddress(session: number, path: .root, key: "draft")
        guard let key = StoredKey.bytes(of: address) else { return }
        let record = SetAsideRecord(
          valueKey: key, sequence: 1, reason: .undecodable, kind: .moved, reasonText: "planted")
        try txn.put(record.key, record.bytes, in: open.setAside)
      }
    },
    Fault(testDescription: "a stale cell after a reconnect", property: "restores") { step, stage in
      // What another process wrote is not seen by who comes back.
      step.argument?["write"] == nil ? stage.play(step) : .done
    },
    Fault(testDescription: "a route that takes the last window", property: "one-taker") {
      step, stage in
      guard step.verb.name == "continue", let fields = step.argument?.map,
        let last = stage.simulation.windowNames.last
      else { return stage.play(step) }
      let others = fields.filter { $0.key.name != "to" }.map { ($0.key.name, $0.value) }
      return also("continue", .map(others + [("to", .text(last))]), stage)
    },
    Fault(testDescription: "a route that passes over who was named", property: "one-taker") {
      step, stage in
      guard step.verb.name == "continue", let fields = step.argument?.map else {
        return stage.play(step)
      }
      let others = fields.filter { $0.key.name != "to" }.map { ($0.key.name, $0.value) }
      return also("continue", .map(others), stage)
    },
    Fault(testDescription: "what comes is handed over twice", property: "one-taker") {
      step, stage in
      let answer = stage.play(step)
      if step.verb.name == "continue" { also("continue", step.argument, stage) }
      return answer
    },
    Fault(testDescription: "a tab that nobody can select", property: "obeyed") { step, stage in
      step.verb.name == "select" ? .done : stage.play(step)
    },
    Fault(testDescription: "another window in front at the start", property: "phases") {
      step, stage in
      let answer = stage.play(step)
      if step.verb.name == "launch", let first = stage.simulation.windows.first {
        also("activate", .text(first.name), stage)
      }
      return answer
    },
    Fault(testDescription: "a window that does not come back", property: "phases") { step, stage in
      let answer = stage.play(step)
      if step.verb.name == "launch", stage.simulation.windows.count > 1,
        let last = stage.simulation.windows.last
      {
        also("background", .text(last.name), stage)
        also("disconnect", .text(last.name), stage)
      }
      return answer
    },
    Fault(testDescription: "the newest behind is reclaimed first", property: "phases") {
      step, stage in
      let hidden = stage.simulation.windows.filter { $0.state == .background }
      guard step.verb.name == "memory-pressure", hidden.count > 1, let last = hidden.last else {
        return stage.play(step)
      }
      return also("disconnect", .text(last.name), stage)
    },
  ]

  /// Performs a step that nobody asked for.
  @discardableResult
  private static func also(
    _ verb: String, _ argument: Node?, _ stage: ScenarioStage
  ) -> ScenarioStage.Answer {
    guard let step = stage.step(verb, argument, in: nil) else {
      return .refused(code: "no-such-step", leftTraces: false)
    }
    return stage.play(step)
  }

  /// Performs a step in the only window; what sets several values commits each of them.
  private static func splitting(
    _ step: ParsedStep, _ stage: ScenarioStage
  ) -> ScenarioStage.Answer {
    guard step.verb.name == "set", let fields = step.argument?.map else { return stage.play(step) }
    var answer = ScenarioStage.Answer.done
    for field in fields where stage.simulation.isRunning {
      guard case .done = answer else { break }
      answer = also("set", .map([(field.key.name, field.value)]), stage)
    }
    return answer
  }

  /// Performs a step; a close leaves a row behind.
  private static func leaving(
    _ step: ParsedStep, _ stage: ScenarioStage,
    _ row: (Connection.Open, UInt32, String, inout WriteTransaction) throws(LMDBError) -> Void
  ) -> ScenarioStage.Answer {
    let name = step.argument?.text ?? ""
    let number = stage.simulation.sessionNumber(of: name)
    let answer = stage.play(step)
    guard step.verb.name == "close", case .done = answer, let number,
      let open = stage.simulation.store?.core.connection.current
    else { return answer }
    do throws(LMDBError) {
      try open.environment.write { txn throws(LMDBError) in try row(open, number, name, &txn) }
    } catch { Issue.record("the row is not there: \(error)") }
    return answer
  }

  @Test(arguments: faults)
  func `a fault of the product is found`(_ fault: Fault) throws {
    let app = try TestApp.named("sound-notes")
    #expect(try found(fault.product, fault.property, in: app)?.found != nil)
  }

  @Test func `a tick split in two is found, and four steps show it`() throws {
    let app = try TestApp.declared(
      """
      storage:
        draft: { type: string, default: "" }
        note: { type: string, default: "" }
      explore: { steps: [set, fault], weights: { fault: 4 } }
      """)
    let result = try #require(try found(Self.splitting, Kept.name, in: app))
    let violation = try #require(result.found)
    var shrinker = Shrinker(
      app: app, apps: KnownApps(), choice: PropertyChoice(only: [Kept.name]),
      product: Self.splitting)
    let shrunk = shrinker.shrink(violation, result.actions)
    let shortest = try #require(shrunk)
    #expect(shortest.actions.map(\.verb) == ["launch", "fault", "set", "launch"])
    #expect(shortest.actions[2].argument?.map?.count == 2)
    #expect(try found({ $1.play($0) }, Kept.name, in: app, seeds: 15)?.found == nil)
  }

  @Test func `a place in a tab that comes back otherwise is found`() throws {
    let product: Play.Product = { step, stage in
      let answer = stage.play(step)
      let other = Node.map([("file", .text("other"))])
      if step.verb.name == "launch", let pane = stage.step("set", other, in: nil, at: "pane/left") {
        _ = stage.play(pane)
      }
      return answer
    }
    let result = try found(product, "restores", in: try TestApp.named("sound-panes"))
    #expect(result?.found?.cause == "file kill" || result?.found?.cause == "file crash")
  }

  @Test func `the product as it is gives nothing`() throws {
    let app = try TestApp.named("sound-notes")
    // That each of the other tests finds something says that so many are enough.
    #expect(try found({ $1.play($0) }, nil, in: app, seeds: 15)?.found == nil)
  }

  /// The first of some runs that finds that a property does not hold.
  private func found(
    _ product: @escaping Play.Product, _ property: String?, in app: ExploredApp,
    seeds: UInt64 = 40
  ) throws -> Walk.Result? {
    var options = Explorer.Options()
    options.choice = PropertyChoice(only: property.map { [$0] } ?? [])
    for seed in 1...seeds {
      var random = RandomNumbers(seed: seed)
      let walk = Walk(app: app, options: options, product: product)
      let result = walk.run(
        &random, atMost: 200, from: Walk.Beginning(), KnownApps(),
        without: AppEnds(replaying: []), folders: nil, isStopped: { false })
      if let mistake = result.mistake { throw mistake }
      if result.found != nil { return result }
    }
    return nil
  }
}
