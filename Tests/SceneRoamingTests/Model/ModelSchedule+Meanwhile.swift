import FuzzTargets

@testable import SceneRoaming

extension ModelSchedule {
  // MARK: What others do meanwhile

  /// Now and then another machine, or the app of this one, does something between two requests.
  mutating func planInterlude(of machine: ModelMachine) throws -> String {
    guard random.oneIn(3) else { return "" }
    let (kind, number) = (random.pick(Interlude.Kind.allCases), random.number(below: 8))
    let others = machines.filter { $0 !== machine }
    // Its own carrier is at work: only its app can do something.
    let other = kind == .write && random.oneIn(2) ? machine : random.pick(others)
    let shown = try pick(other, elsewhere: false)
    let id = headKeys.isEmpty ? nil : ClusterNames.scene(of: random.pick(headKeys))
    let tick = kind == .write ? history.reserve() : 0
    let (cluster, heard) = (cluster, interludes)
    machine.middle.plan(after: number) {
      // Leases that do not end now end by themselves.
      if kind == .endLeases { try? cluster.endLeases() }
      let events = other.interrupt(kind, taking: id, tick: tick, in: shown)
      heard.add(events)
    }
    return "(\(other.name): \(kind) \(tick) after \(number)) "
  }

  /// Takes in what came to pass.
  mutating func hearInterludes() {
    for event in interludes.take() {
      switch event {
      case .wrote(let tick, let content, let before): history.fill(tick, content, after: before)
      case .carried(let id, let tick, let machine): unseen.append((id, tick, machine))
      case .brought(let id, let content, let machine):
        history.brought(id, content, to: machine)
      }
    }
  }
}
