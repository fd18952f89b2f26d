import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// All that can happen to an app now, of which one thing is drawn.
struct Alphabet {
  /// What a draw leaves for the next one.
  struct Memory {
    /// What comes next, before anything else is drawn.
    var plan: [Action] = []
    /// How many of the app's versions were installed.
    var versions = 0
    /// How many rows were made.
    var rowCount = 0
    /// How many steps a death that was planned has left.
    var killCountdown = 0
    /// The window that was closed last.
    var closed: String?
    var hasClosedTab = false
  }

  let facts: AppFacts
  let places: Places
  let items: [Payloads.Item]
  /// Whether any window leaves nothing.
  let hasPrivateWindows: Bool
  /// The actions that take what other windows have, in an app with such windows.
  let takers: [String]
  var memory = Memory()
  private var weights: [Double]

  init(_ facts: AppFacts, steps: [ParsedStep]) {
    self.facts = facts
    hasPrivateWindows = facts.app.scenes.contains(where: \.declaration.isPrivate)
    takers = hasPrivateWindows ? facts.takers : []
    places = Places(facts, steps: steps)
    items = Payloads(facts.app, tabs: facts.tabs).items
    let explore = facts.app.explore
    // What is private, or goes with its window, is seen in windows that come and go.
    let gone = facts.own.lastOnes.union(facts.app.keepsTombstones ? facts.own.wipedAtClose : [])
    let windowWeight = hasPrivateWindows || !gone.isEmpty ? 3.0 : 1
    let factors = [
      // Where no activity is declared, links are all that comes from outside.
      "link": items.isEmpty ? 3.0 : 1,
      // What is put off comes with time, and so does what grows old.
      "wait": facts.own.putsOff || !facts.ages.isEmpty ? 4 : 1, "open": windowWeight,
      "close": windowWeight,
    ]
    weights = Category.all.map { category in
      let (verb, verbs) = (category.verb, category.verbs)
      let isWanted = explore.steps.isEmpty || verbs.contains(where: explore.steps.contains)
      guard isWanted || verb == "launch", !verbs.allSatisfy(explore.except.contains) else {
        return 0
      }
      return category.weight * (explore.weights[verb] ?? 1) * (factors[verb] ?? 1)
    }
  }

  /// Whether an app wants steps that belong together to be drawn.
  private func isWanted(_ actions: [Action], of category: Category) -> Bool {
    let explore = facts.app.explore
    if actions.contains(where: { explore.except.contains($0.verb) }) { return false }
    if explore.steps.isEmpty || explore.steps.contains(category.verb) { return true }
    // What is wanted may need these: only what is in the background can be killed.
    return actions.allSatisfy {
      explore.steps.contains($0.verb) || ["launch", "background"].contains($0.verb)
    }
  }

  /// Draws steps more often that went through rarely, beside how often they are meant to come.
  mutating func preferRare(_ done: [String: Int]) {
    let total = weights.reduce(0, +)
    let count = Double(done.values.reduce(0, +))
    guard count > 0, total > 0 else { return }
    for (index, category) in Category.all.enumerated() where weights[index] > 0 {
      let meant = count * weights[index] / total
      let ratio = meant / (Double(done[category.verb] ?? 0) + 1)
      weights[index] *= min(max(1, ratio), Self.mostOften)
    }
  }

  /// How much more often something rare comes at most.
  private static let mostOften = 4.0

  /// The same for the next version of the app.
  func updated(_ facts: AppFacts, steps: [ParsedStep]) -> Alphabet {
    var alphabet = Alphabet(facts, steps: steps)
    (alphabet.weights, alphabet.memory) = (weights, memory)
    return alphabet
  }

  /// Draws what comes next.
  mutating func next(
    _ look: StageLook, _ stage: ScenarioStage, _ random: inout RandomNumbers
  ) -> Action? {
    if !memory.plan.isEmpty { return memory.plan.removeFirst() }
    if memory.killCountdown > 0 {
      memory.killCountdown -= 1
      if memory.killCountdown == 0, look.isRunning { return Action("fault", .text("none")) }
    }
    var draw = Draw(self, look, stage, random)
    defer { (memory, random) = (draw.memory, draw.random) }
    var possible = weights
    for (index, category) in Category.all.enumerated() {
      let isPossible = look.isRunning ? category.isPossible(draw) : category.isPossibleAtRest(draw)
      if !isPossible { possible[index] = 0 }
      if memory.killCountdown > 0, category.isManifold { possible[index] *= Self.mostOften }
    }
    // What is drawn may turn out to be impossible: then something else is.
    for _ in 0..<20 {
      guard let index = draw.random.choice(weighted: possible) else { return nil }
      guard let action = Category.all[index].make(&draw) else { continue }
      if isWanted([action] + draw.memory.plan, of: Category.all[index]) { return action }
      draw.memory.plan = []
    }
    return nil
  }
}

extension StageLook.Window {
  var isForeground: Bool { phase == .active || phase == .inactive }
}

extension StageLook {
  /// How many windows there are, connected or not.
  var count: Int { windows.count + away.count }

  var names: [String] { windows.map(\.name) + away }

  /// The first letter that no window bears.
  var freeName: String? {
    let names = names
    return ["A", "B", "C", "D", "E", "F"].first { !names.contains($0) }
  }
}

extension RandomNumbers {
  mutating func below(_ limit: Int) -> Int { Int(number(below: UInt64(limit))) }

  mutating func element<Elements: RandomAccessCollection>(
    of elements: Elements
  ) -> Elements.Element? where Elements.Index == Int {
    elements.isEmpty ? nil : elements[elements.startIndex + below(elements.count)]
  }

  /// The place of one of several weights; nil if all are 0.
  mutating func choice(weighted weights: [Double]) -> Int? {
    let total = weights.reduce(0, +)
    guard total > 0 else { return nil }
    var rest = Double(below(1 << 30)) / Double(1 << 30) * total
    for (index, weight) in weights.enumerated() where weight > 0 {
      rest -= weight
      if rest < 0 { return index }
    }
    return weights.lastIndex { $0 > 0 }
  }
}
