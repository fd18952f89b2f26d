import SceneLifecycle
import SceneScenarios
import SceneSimulator

// What comes from outside, what happens around the app, and what goes wrong there.
extension Draw {
  private static let ways = ["handoff", "spotlight", "siri"]

  /// The fields of something that comes; most things say what they are about.
  private mutating func delivery() -> [(String, Node)]? {
    guard let item = random.element(of: items) else { return nil }
    return fields(of: item) + (random.below(4) > 0 ? [("target", .text(item.target))] : [])
  }

  private func fields(of item: Payloads.Item) -> [(String, Node)] {
    [("activity", .text(item.type))] + (item.payload.map { [("payload", $0)] } ?? [])
  }

  mutating func carry() -> Action? {
    guard var fields = delivery() else { return nil }
    if random.below(4) == 0, let window = random.element(of: look.names) {
      fields.append(("to", .text(window)))
    }
    if random.below(4) == 0, let way = random.element(of: Self.ways) {
      fields.append(("via", .text(way)))
    }
    return Action("continue", .map(fields))
  }

  /// What comes; every now and then it comes once more, and another window is in front then.
  mutating func again(_ action: Action) -> Action {
    guard app.hasManyWindows, action.argument?["to"] == nil, random.below(8) == 0 else {
      return action
    }
    let others = look.windows.map(\.name).filter { $0 != look.front }
    let other = mayOpen && random.below(2) == 0 ? open() : named("activate", others)
    if let other { memory.plan = [other, action] }
    return action
  }

  mutating func drag() -> Action? {
    guard var fields = delivery(), let source = window() else { return nil }
    fields.insert(("from", .text(source.name)), at: 0)
    if mayOpen, random.below(2) == 0, let name = look.freeName {
      fields += [("drop", .text("right-edge")), ("opens", .text(name))]
    } else if random.below(8) == 0 {
      fields.append(("drop", .text("cancelled")))
    } else if random.below(8) == 0, let window = window() {
      fields.append(("drop", .text("hold")))
      memory.plan = [Action("drop", .map([("on", .text(window.name))]))]
    } else if let window = window() {
      fields.append(("drop", .map([("on", .text(window.name))])))
    }
    return Action("drag", .map(fields))
  }

  mutating func advertise() -> Action? {
    guard let window = window(), let item = random.element(of: items) else { return nil }
    return Action("advertise", .map(fields(of: item)), in: window.name)
  }

  /// What something new is for: a link or an activity.
  private mutating func coming() -> [(String, Node)] {
    let urls = places.urls
    if random.below(2) == 0, let url = random.element(of: urls) { return [("url", .text(url))] }
    return random.element(of: items).map { fields(of: $0) } ?? []
  }

  // MARK: Windows and processes

  /// A start; every now and then one for something from outside.
  mutating func launch() -> Action? {
    let fields = random.below(6) == 0 ? coming() : []
    return fields.isEmpty ? Action("launch") : Action("launch", .map(fields))
  }

  /// A new window, of any kind that the app has; every now and then for something from outside.
  mutating func open() -> Action? {
    guard let name = look.freeName else { return nil }
    var fields: [(String, Node)] = [("window", .text(name))]
    if let kind = random.element(of: app.scenes) {
      fields.append(("scene", .text(kind.name)))
      // Users open what there is.
      let rows = kind.row.map { Places.rows($0, in: app).map { Node.text($0) } }
      let names = app.places.flatMap { $0.names ?? [] }.map { Node.text($0) }
      let values =
        rows ?? kind.value.map { ($0 == .string ? names : []) + Samples.values(of: $0) } ?? []
      if let value = random.element(of: values) { fields.append(("value", value)) }
    } else if random.below(8) == 0 {
      fields += coming()
    }
    return fields.count == 1 ? Action("open", .text(name)) : Action("open", .map(fields))
  }

  /// A window goes; every now and then by mistake.
  mutating func close() -> Action? {
    guard let name = random.element(of: look.names) else { return nil }
    memory.closed = name
    if app.keepsTombstones, random.below(2) == 0 {
      memory.plan = [Action("undo-close", .text(name))]
    }
    return Action("close", .text(name))
  }

  mutating func background() -> Action? {
    guard seen.count > 1, random.below(2) == 0 else { return Action("background") }
    return named("background", seen.map(\.name))
  }

  mutating func end() -> Action? {
    if look.isRunning, facts.profile.canQuit, random.below(2) == 0 { return quit() }
    return random.below(3) == 0 && !look.isRunning
      ? Action("launch", .map([("crash", .made(.bool(true)))])) : Action("force-quit")
  }

  /// The user quits the app, and says of its windows what users of the file say.
  private mutating func quit() -> Action {
    let number = facts.quits.isEmpty ? 0 : random.below(facts.quits.count + 1)
    if number == 0 { return Action("quit") }
    return Action("quit", .map([("keeps-windows", .made(.bool(facts.quits[number - 1])))]))
  }

  /// A way to end the process that keeps state, what may happen meanwhile, and the next launch.
  mutating func restart() -> Action? {
    memory.plan = restarting()
    return memory.plan.removeFirst()
  }

  private mutating func restarting() -> [Action] {
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
    // None of the windows is left that users saw last.
    case 21 where look.count > 2 && look.front != nil:
      let hidden = look.windows.filter { $0.name != look.front }.flatMap { window in
        let away = Action("disconnect", .text(window.name))
        return window.phase == .background
          ? [away] : [Action("background", .text(window.name)), away]
      }
      plan = hidden + [Action("close", .text(look.front ?? "")), Action("stop")]
    default:
      guard let window = random.element(of: look.windows) else { return [Action("stop")] }
      let name = Node.text(window.name)
      let takeBack = [Action("disconnect", name), Action("reconnect", name)]
      return window.phase == .background ? takeBack : [Action("background", name)] + takeBack
    }
    if hasRows, random.below(2) == 0, let change = changeData() { plan.append(change) }
    if random.below(3) == 0, let update = update() {
      plan.append(update)
      // Some users leave out a version.
      if random.below(2) == 0, let next = self.update(after: 1) { plan.append(next) }
    }
    return plan + [Action("launch")]
  }

  /// The next version of the app, or the one after so many.
  func update(after count: Int = 0) -> Action? {
    let number = memory.versions + count
    guard app.versions.indices.contains(number) else { return nil }
    return Action("update", app.versions[number])
  }

  mutating func changeData() -> Action? {
    guard let table = random.element(of: app.tables) else { return nil }
    func change(_ what: String, _ node: Node) -> Action {
      Action("change-data", .map([(table.name, .map([(what, node)]))]))
    }
    let rows = stage.rows(of: table.name)
    if rows.count > 2, random.below(2) == 0, let row = random.element(of: rows) {
      return change("remove", .texts([row.name]))
    }
    guard let model = table.rows.first?.map, rows.count < 20 else { return nil }
    memory.rowCount += 1
    let number = memory.rowCount
    let cells = model.map { entry -> (String, Node) in
      switch entry.value.content {
      case .int: (entry.key.name, .made(.int(1000 + number)))
      case .double: (entry.key.name, .made(.double(1000.5 + Double(number))))
      case .text where entry.value.isDate: (entry.key.name, .made(entry.value.content))
      case .text: (entry.key.name, .text("New \(number)"))
      default: (entry.key.name, .made(entry.value.content))
      }
    }
    return change(
      "insert", .map([("at", .made(.int(0))), ("rows", .made(.list([.map(cells)])))]))
  }

  mutating func moveScope() -> Action? {
    guard let window = window(), let from = random.element(of: facts.tabs),
      let to = random.element(of: facts.tabs), let other = random.element(of: look.windows)
    else { return nil }
    let verb = ["move-scope", "copy-scope", "rename-scope"][random.below(3)]
    let isHere = other.name == window.name || verb == "rename-scope"
    if isHere, from == to { return nil }
    let there = Node.map([("window", .text(other.name)), ("tab", .text(to))])
    return Action(
      verb, .map([("from", .text(from)), ("to", isHere ? .text(to) : there)]), in: window.name)
  }

  // MARK: Faults

  /// A death in the middle of a commit, a value from elsewhere, or a disk that fails for a while.
  mutating func fault() -> Action? {
    switch random.below(8) {
    case 0...3: return kill()
    case 4...6: return foreignWrite()
    default:
      let action = ["disk-full", "map-full", "read-only", "locked", "slow"][random.below(5)]
      let point = ["before-write", "commit", "handover", "connect"][random.below(4)]
      return Action("fault", .map([("at", .text(point)), ("do", .text(action))]))
    }
  }

  private mutating func kill() -> Action? {
    // What is planned strikes in one of the next steps, and starts the app again.
    memory.killCountdown = 4
    let point = ["before-write", "commit", "after-commit"][random.below(3)]
    var fields: [(String, Node)] = [("at", .text(point)), ("do", .text("kill"))]
    let after = random.below(3)
    if after > 0 { fields.append(("after", .made(.int(after + 1)))) }
    return Action("fault", .map(fields))
  }

  /// Another process writes a value of a window that is behind, or away.
  private mutating func foreignWrite() -> Action? {
    let behind = behind + look.away
    // What is written so is of the first version of its key.
    let keys = facts.valueKeys.map(\.key).filter { $0.version == nil }.filter { key in
      switch key.scope {
      // Tabs that are closed by then would have a value all the same.
      case .selectedTab where facts.opensTabs: false
      case .scene, .selectedTab, .tab: key.via == .store && !facts.phaseWrites.contains(key.name)
      case .app, .nested, .place, .places: false
      }
    }
    guard let key = random.element(of: keys), let value = random.element(of: values(of: key))
    else { return nil }
    guard let window = random.element(of: behind) else {
      // A window has to be away first.
      guard look.windows.count > 1, let window = random.element(of: look.windows) else {
        return nil
      }
      let name = Node.text(window.name)
      memory.plan = [
        Action("disconnect", name), write(key, value, to: window.name), Action("reconnect", name),
      ]
      return Action("background", name)
    }
    if look.away.contains(window) { memory.plan = [Action("reconnect", .text(window))] }
    return write(key, value, to: window)
  }

  private mutating func write(_ key: StorageKey, _ value: Node, to window: String) -> Action {
    var fields: [(String, Node)] = [("window", .text(window))]
    if case .selectedTab = key.scope, let tab = random.element(of: facts.tabs) {
      fields.append(("tab", .text(tab)))
    }
    return Action(
      "fault", .map([("write", .map(fields + [("key", .text(key.name)), ("value", value)]))]))
  }
}
