import SceneScenarios
import SceneSimulator

// What goes wrong around the app, and what starts it.
extension Alphabet {
  /// A start; every now and then one for something from outside.
  mutating func launch(_ look: StageLook, _ random: inout RandomNumbers) -> Action? {
    guard random.below(6) == 0 else { return Action("launch") }
    let fields = coming(&random)
    return fields.isEmpty ? Action("launch") : Action("launch", .map(fields))
  }

  /// What something new is for: a link or an activity.
  func coming(_ random: inout RandomNumbers) -> [(String, Node)] {
    let urls = places.urls
    if random.below(2) == 0, let url = random.element(of: urls) { return [("url", .text(url))] }
    guard let item = random.element(of: items) else { return [] }
    let activity = ("activity", Node.text(item.type))
    return item.payload.map { [activity, ("payload", $0)] } ?? [activity]
  }

  /// A death in the middle of a commit, a value from elsewhere, or a disk that fails for a while.
  mutating func fault(
    _ look: StageLook, _ stage: ScenarioStage, _ random: inout RandomNumbers
  ) -> Action? {
    switch random.below(8) {
    case 0...3: return kill(&random)
    case 4...6: return foreignWrite(look, stage, &random)
    default: return failure(stage, &random)
    }
  }

  private mutating func kill(_ random: inout RandomNumbers) -> Action? {
    // What is planned strikes in one of the next steps, and starts the app again.
    killCountdown = 4
    let point = ["before-write", "commit", "after-commit"][random.below(3)]
    var fields: [(String, Node)] = [("at", .text(point)), ("do", .text("kill"))]
    let after = random.below(3)
    if after > 0 { fields.append(("after", .made(.int(after + 1)))) }
    return Action("fault", .map(fields))
  }

  private func failure(_ stage: ScenarioStage, _ random: inout RandomNumbers) -> Action? {
    let action = ["disk-full", "map-full", "read-only", "locked", "slow"][random.below(5)]
    let point = ["before-write", "commit", "handover", "connect"][random.below(4)]
    return Action("fault", .map([("at", .text(point)), ("do", .text(action))]))
  }

  /// Another process writes a value of a window that is behind, or away.
  private mutating func foreignWrite(
    _ look: StageLook, _ stage: ScenarioStage, _ random: inout RandomNumbers
  ) -> Action? {
    let behind = look.windows.filter { !$0.isForeground }.map(\.name) + look.away
    // What is written so is of the first version of its key.
    let keys = facts.valueKeys.map(\.key).filter { $0.version == nil }.filter { key in
      switch key.scope {
      // Tabs that are closed by then would have a value all the same.
      case .selectedTab where facts.opensTabs: false
      case .scene, .selectedTab, .tab: key.via == .store && !facts.phaseWrites.contains(key.name)
      case .app, .nested, .place, .places: false
      }
    }
    guard let key = random.element(of: keys), let value = random.element(of: values(of: key, stage))
    else {
      return nil
    }
    guard let window = random.element(of: behind) else {
      // A window has to be away first.
      guard look.windows.count > 1, let window = random.element(of: look.windows) else {
        return nil
      }
      let name = Node.text(window.name)
      plan = [
        Action("disconnect", name), write(key, value, to: window.name, &random),
        Action("reconnect", name),
      ]
      return Action("background", name)
    }
    if look.away.contains(window) { plan = [Action("reconnect", .text(window))] }
    return write(key, value, to: window, &random)
  }

  private func write(
    _ key: StorageKey, _ value: Node, to window: String, _ random: inout RandomNumbers
  ) -> Action {
    var fields: [(String, Node)] = [("window", .text(window))]
    if case .selectedTab = key.scope, let tab = random.element(of: facts.tabs) {
      fields.append(("tab", .text(tab)))
    }
    return Action(
      "fault", .map([("write", .map(fields + [("key", .text(key.name)), ("value", value)]))]))
  }
}
