import SceneScenarios
import SceneSimulator

/// What tells states apart: what is to be seen, without names of sessions and times.
///
/// NB: numbers of `Hasher` differ from process to process; these are put together from several.
struct StateHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  static func of(_ look: StageLook) -> UInt64 {
    var hash = StateHash()
    hash.add(look)
    return hash.value
  }

  /// With what is not to be seen: what is stored, and what windows that are away have handed over.
  static func of(_ play: Play) -> UInt64 {
    var hash = StateHash()
    hash.add(play.look)
    for line in play.stage.stored.lines { hash.add(line) }
    for (name, asleep) in play.history.asleep.sorted(by: { $0.key < $1.key }) {
      hash.add(name)
      hash.add(asleep.shown)
      if let window = asleep.handedOver { hash.add(window) }
    }
    hash.add(play.history.lastActivated ?? "")
    return hash.value
  }

  private mutating func add(_ look: StageLook) {
    add(look.isRunning ? "running" : "")
    add(look.front ?? "")
    look.away.forEach { add($0) }
    look.windows.forEach { add($0) }
  }

  private mutating func add(_ window: StageLook.Window) {
    add(window.name)
    add(window.phase.rawValue)
    window.tabs.forEach { add($0) }
    add(window.tab ?? "")
    add(window.place ?? "")
    add(window.identity ?? "")
    for path in window.paths {
      path.forEach { add($0) }
      add("/")
    }
    for list in window.lists {
      mix(UInt64(list.topRow))
      add(list.picked?.name ?? "")
    }
    for values in window.values { for value in values { add(value) } }
  }

  mutating func add(_ text: String) {
    for byte in text.utf8 { mix(UInt64(byte)) }
    mix(0xFF)
  }

  private mutating func mix(_ number: UInt64) { value = (value ^ number) &* 0x100_0000_01B3 }

  private mutating func add(_ value: ScenarioValue) {
    switch value {
    case .null: mix(0)
    case .bool(let bool): mix(bool ? 1 : 2)
    case .int(let int): mix(UInt64(bitPattern: Int64(int)))
    case .double(let double): mix(double.bitPattern)
    case .text(let text), .url(let text): add(text)
    case .list(let list): for value in list { add(value) }
    default: add(value.json())
    }
  }
}
