import SceneLifecycle
import SceneScenarios

/// A kind of thing that happens.
struct Category: Sendable {
  typealias Test = @Sendable (Draw) -> Bool
  typealias Maker = @Sendable (inout Draw) -> Action?

  /// The verb that weights and choices of the app name.
  let verb: String
  /// How often it is drawn among those that are possible.
  let weight: Double
  /// All verbs that it may become.
  let verbs: [String]
  /// Whether it writes several things at once, so that a death in the middle of it tells most.
  let isManifold: Bool
  /// Whether it is possible while the app runs, and while it does not.
  let isPossible: Test
  let isPossibleAtRest: Test
  let make: Maker

  private init(
    _ verb: String, _ weight: Double, or others: [String] = [], isManifold: Bool = false,
    ended: @escaping Test = { _ in false }, if isPossible: @escaping Test, _ make: @escaping Maker
  ) {
    (self.verb, self.weight, self.verbs) = (verb, weight, [verb] + others)
    (self.isManifold, self.isPossibleAtRest) = (isManifold, ended)
    (self.isPossible, self.make) = (isPossible, make)
  }

  static let all = inside + fromOutside + around

  /// What a user does inside a window.
  private static let inside: [Category] = [
    Category("select", 4, if: { $0.isSeen && $0.facts.tabs.count > 1 }) { $0.select() },
    Category("set", 4, if: { $0.isSeen && $0.hasKeys }) { $0.set() },
    Category("clear", 1, if: { $0.isSeen && $0.hasKeys }) { $0.clear() },
    Category("push", 4, if: \.isSeen) { $0.push() },
    Category("pop", 1, if: { $0.seen.contains { $0.paths.contains { !$0.isEmpty } } }) { $0.pop() },
    Category("show", 1, if: \.isSeen) { $0.show() },
    Category("scroll", 1, if: \.showsLists) { $0.row("scroll") },
    Category("pick", 2, if: \.showsLists) { $0.row("pick") },
    Category("open-url", 2, if: \.takesLinks) { draw in
      draw.window().flatMap { draw.url("open-url", in: $0.name) }
    },
    Category("append", 1, if: { $0.isSeen && $0.facts.hasLists }) { $0.element("append") },
    Category("remove", 1, if: { $0.isSeen && $0.facts.hasLists }) { $0.element("remove") },
    Category("open-tab", 3, isManifold: true, if: \.opensTabs) { $0.openTab() },
    Category("close-tab", 1, isManifold: true, if: \.opensTabs) { $0.closeTab() },
    Category("move-tab", 1, isManifold: true, if: \.opensTabs) { $0.moveTab() },
    Category(
      "undo-close-tab", 1,
      if: { $0.isSeen && $0.memory.hasClosedTab && $0.app.keepsTombstones }
    ) { draw in draw.window().map { Action("undo-close-tab", in: $0.name) } },
    Category(
      "show-place", 3,
      if: { $0.isSeen && $0.facts.place != nil && !$0.facts.sights.places.isEmpty }
    ) { $0.showPlace() },
    Category(
      "discard-state", 0.3, isManifold: true,
      if: { $0.isSeen && !$0.facts.tabs.isEmpty && $0.hasKeys }
    ) { draw in
      draw.window().flatMap { window in
        window.tab.map { Action("discard-state", .text($0), in: window.name) }
      }
    },
  ]

  private static let fromOutside: [Category] = [
    Category("continue", 3, if: { $0.hasItems && $0.look.count <= Draw.windowLimit }) { draw in
      draw.carry().map { draw.again($0) }
    },
    Category("drag", 2, or: ["drop"], if: { $0.isSeen && $0.hasItems }) { $0.drag() },
    Category("link", 1, if: \.takesLinks) { draw in
      draw.url("link", in: nil).map { draw.again($0) }
    },
  ]

  /// What the system and the user do around windows, and what changes around the app.
  private static let around: [Category] = [
    Category("launch", 2, ended: { _ in true }, if: { _ in false }) { $0.launch() },
    Category(
      "background", 4, or: ["kill", "stop", "crash", "reboot", "disconnect", "reconnect"],
      if: { _ in true }
    ) { $0.restart() },
    Category("force-quit", 0.3, or: ["quit"], ended: { _ in true }, if: { _ in true }) { $0.end() },
    Category("background", 0.6, if: \.isSeen) { $0.background() },
    Category("foreground", 0.6, if: { !$0.isSeen && !$0.look.windows.isEmpty }) { _ in
      Action("foreground")
    },
    Category("activate", 1, if: { !$0.look.windows.isEmpty }) { draw in
      draw.named("activate", draw.look.windows.map(\.name))
    },
    Category("open", 1, if: \.mayOpen) { $0.open() },
    Category("close", 0.4, if: { $0.look.count > 1 }) { $0.close() },
    Category("disconnect", 0.6, if: { !$0.behind.isEmpty }) { $0.named("disconnect", $0.behind) },
    Category("reconnect", 0.6, if: { !$0.look.away.isEmpty }) { draw in
      draw.named("reconnect", draw.look.away)
    },
    Category("resign", 0.3, if: { !$0.active.isEmpty }) { $0.named("resign", $0.active) },
    Category("memory-pressure", 0.3, if: { !$0.behind.isEmpty }) { draw in
      Action("memory-pressure", .made(.int(1 + draw.random.below(2))))
    },
    Category(
      "undo-close", 0.4,
      if: {
        $0.app.keepsTombstones && $0.memory.closed != nil && $0.look.count < Draw.windowLimit
      }
    ) { draw in
      defer { draw.memory.closed = nil }
      return draw.memory.closed.map { Action("undo-close", .text($0)) }
    },
    Category("wait", 0.3, if: { _ in true }) { draw in
      let times = ["1s", "5m", "1d"] + draw.facts.ages
      return Action("wait", .text(times[draw.random.below(times.count)]))
    },
    Category("change-data", 1, ended: \.hasRows, if: \.hasRows) { $0.changeData() },
    Category(
      "update", 1, ended: { $0.memory.versions < $0.app.versions.count }, if: { _ in false }
    ) { $0.update() },
    Category("fault", 0.4, if: \.hasKeys) { $0.fault() },
    Category("act", 3, if: { $0.seen.contains { !$0.actions.isEmpty } }) { $0.act() },
    Category(
      "restore", 0.4, if: { !$0.onDemand.isEmpty }
    ) { draw in draw.named("restore", draw.onDemand) },
    Category("refresh", 0.4, if: { !$0.behind.isEmpty }) { $0.named("refresh", $0.behind) },
    Category(
      "move-scope", 0.4, or: ["copy-scope", "rename-scope"], isManifold: true,
      if: { $0.isSeen && $0.facts.movesScopes }
    ) { $0.moveScope() },
    Category("advertise", 0.2, if: { $0.isSeen && $0.hasItems }) { $0.advertise() },
    Category("arrange", 0.2, if: \.isSeen) { draw in
      draw.window().map { window in
        let place = ["full", "left-half", "slide-over"][draw.random.below(3)]
        return Action("arrange", .map([(window.name, .text(place))]))
      }
    },
    Category("unplug", 0.4, or: ["plug"], if: { $0.app.displays.count > 1 }) { draw in
      let display = draw.random.element(of: draw.app.displays.dropFirst().map(\.name))
      let verb = draw.random.below(2) == 0 ? "unplug" : "plug"
      return display.map { Action(verb, .text($0)) }
    },
  ]

  static let allVerbs = Set(all.flatMap(\.verbs))

  /// The steps of the language that are not drawn, and why.
  static let leftOut = [
    "relaunch": "the steps that it stands for are drawn",
    "prepend": "`append` writes the same lists", "later": "actions of the app put others off",
    "clock": "`wait` moves the time, too",
    "identify": "what a window shows is said by its app",
    "change-value": "what a window is about is said by its app",
    "conditions": "what a window prefers is said by its app, and where things go follows from it",
    "handoff": "one device is explored", "bring": "one device is explored",
    "cut": "one device is explored", "heal": "one device is explored",
    "get": "a variable changes nothing of the app",
    "group": "the steps in it are drawn", "for-each": "the steps in it are drawn",
    "repeat": "the steps in it are drawn", "include": "the steps in it are drawn",
    "parallel": "its orders are those in which steps are drawn",
    "save-point": "runs begin anew by themselves", "rewind": "runs begin anew by themselves",
    "mark-events": "it says where `expect` looks", "note": "it is for readers",
    "picture": "it is for readers", "expect": "the properties look after each step",
  ]
}
