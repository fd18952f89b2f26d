import SceneScenarios
import SceneSimulator

// What comes from outside, and what happens around the app.
extension Alphabet {
  private static let ways = ["handoff", "spotlight", "siri"]

  mutating func delivery(
    _ category: Category, _ look: StageLook, _ random: inout RandomNumbers
  ) -> Action? {
    if category == .link { return url("link", in: nil, &random) }
    guard let item = random.element(of: items) else { return nil }
    var fields: [(String, Node)] = [("activity", .text(item.type))]
    if let payload = item.payload { fields.append(("payload", payload)) }
    // Most things say what they are about.
    if random.below(4) > 0 { fields.append(("target", .text(item.target))) }
    guard category == .drag else {
      if random.below(4) == 0, let window = random.element(of: look.names) {
        fields.append(("to", .text(window)))
      }
      if random.below(4) == 0, let way = random.element(of: Self.ways) {
        fields.append(("via", .text(way)))
      }
      return Action("continue", .map(fields))
    }
    let seen = look.windows.filter(\.isForeground)
    guard let source = random.element(of: seen) else { return nil }
    fields.insert(("from", .text(source.name)), at: 0)
    let canOpen = facts.app.hasManyWindows && look.count < Self.windowLimit
    if canOpen, random.below(2) == 0, let name = look.freeName {
      fields += [("drop", .text("right-edge")), ("opens", .text(name))]
    } else if random.below(8) == 0 {
      fields.append(("drop", .text("cancelled")))
    } else if random.below(8) == 0, let window = random.element(of: seen) {
      fields.append(("drop", .text("hold")))
      plan = [Action("drop", .map([("on", .text(window.name))]))]
    } else if let window = random.element(of: seen) {
      fields.append(("drop", .map([("on", .text(window.name))])))
    }
    return Action("drag", .map(fields))
  }

  /// A way to end the process that keeps state, what may happen meanwhile, and the next launch.
  mutating func restart(
    _ look: StageLook, _ stage: ScenarioStage, _ random: inout RandomNumbers
  ) -> [Action] {
    var plan: [Action] = []
    switch random.below(24) {
    // Nothing happens in between: what comes back the third time is what came back before.
    case 0:
      let again = [Action("background"), Action("kill"), Action("launch")]
      return again + again + again
    case 1...12: plan = [Action("background"), Action("kill")]
    case 13...15: plan = [Action("stop")]
    case 16...18: plan = [Action("crash")]
    case 19...20: plan = [Action("reboot")]
    default:
      guard let window = random.element(of: look.windows) else { return [Action("stop")] }
      let name = Node.text(window.name)
      let takeBack = [Action("disconnect", name), Action("reconnect", name)]
      return window.phase == .background ? takeBack : [Action("background", name)] + takeBack
    }
    if !facts.app.tables.isEmpty, random.below(2) == 0, let change = changeData(stage, &random) {
      plan.append(change)
    }
    if random.below(3) == 0, let update = update() {
      plan.append(update)
      // Some users leave out a version.
      if random.below(2) == 0, let next = self.update(after: 1) { plan.append(next) }
    }
    return plan + [Action("launch")]
  }

  mutating func changeData(_ stage: ScenarioStage, _ random: inout RandomNumbers) -> Action? {
    guard let table = random.element(of: facts.app.tables) else { return nil }
    let rows = stage.rows(of: table.name)
    if rows.count > 2, random.below(2) == 0, let row = random.element(of: rows) {
      return change(table.name, [("remove", .texts([row.name]))])
    }
    guard let model = table.rows.first?.map, rows.count < 20 else { return nil }
    rowCount += 1
    let cells = model.map { entry -> (String, Node) in
      let cell: Node =
        switch entry.value.content {
        case .int: .made(.int(1000 + rowCount))
        case .double: .made(.double(1000.5 + Double(rowCount)))
        case .text where entry.value.isDate: .made(entry.value.content)
        case .text: .text("New \(rowCount)")
        default: .made(entry.value.content)
        }
      return (entry.key.name, cell)
    }
    return change(
      table.name,
      [("insert", .map([("at", .made(.int(0))), ("rows", .made(.list([.map(cells)])))]))])
  }

  private func change(_ table: String, _ fields: [(String, Node)]) -> Action {
    Action("change-data", .map([(table, .map(fields))]))
  }

  /// What the system and the user do around windows.
  func around(
    _ category: Category, _ look: StageLook, _ random: inout RandomNumbers
  ) -> Action? {
    if category == .display {
      let display = random.element(of: facts.app.displays.dropFirst().map(\.name))
      return named(random.below(2) == 0 ? "unplug" : "plug", display)
    }
    let isBehind = category == .refresh
    let windows = look.windows.filter { isBehind ? $0.phase == .background : $0.isForeground }
    guard let window = random.element(of: windows) else { return nil }
    switch category {
    case .arrange:
      let place = ["full", "left-half", "slide-over"][random.below(3)]
      return Action("arrange", .map([(window.name, .text(place))]))
    case .advertise:
      guard let item = random.element(of: items) else { return nil }
      var fields: [(String, Node)] = [("activity", .text(item.type))]
      if let payload = item.payload { fields.append(("payload", payload)) }
      return Action("advertise", .map(fields), in: window.name)
    case .moveScope: return moveScope(from: window, look, &random)
    default: return named(category.verb, window.name)
    }
  }

  private func moveScope(
    from window: StageLook.Window, _ look: StageLook, _ random: inout RandomNumbers
  ) -> Action? {
    guard let from = random.element(of: facts.tabs), let to = random.element(of: facts.tabs),
      let other = random.element(of: look.windows)
    else { return nil }
    let verb = ["move-scope", "copy-scope", "rename-scope"][random.below(3)]
    if other.name == window.name || verb == "rename-scope" {
      let fields: [(String, Node)] = [("from", .text(from)), ("to", .text(to))]
      return from == to ? nil : Action(verb, .map(fields), in: window.name)
    }
    let target = Node.map([("window", .text(other.name)), ("tab", .text(to))])
    return Action(verb, .map([("from", .text(from)), ("to", target)]), in: window.name)
  }

  /// The next version of the app, or the one after so many.
  func update(after count: Int = 0) -> Action? {
    let number = versions + count
    guard facts.app.versions.indices.contains(number) else { return nil }
    return Action("update", facts.app.versions[number])
  }
}
