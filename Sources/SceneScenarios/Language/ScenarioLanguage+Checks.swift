import SceneSimulator

// What `expect` looks at.
extension ScenarioLanguage {
  /// An expectation: checks of the app, and a map for each window.
  package static let expectation = Shape.either([
    .word(["?"]), .map(checks), .windows(.part(.window)),
  ])

  package static let checks: [Field] = [
    Field("app", .word(["running", "not-running"]), "whether the process is there"),
    Field("app-phase", .word(["active", "inactive", "background"]), "the phase of the whole app"),
    Field("windows", .matched, "the connected windows, in order of opening"),
    Field("front", .matched, "the window in front; `~` for none"),
    Field("closed", .matched, "the windows thrown away, also if one comes back with `undo-close`"),
    Field(
      "events", .either([.map(eventLists), .windows(told)]),
      "what was told since the last look, in order"),
    Field("store", .either([.map(storeChecks), .windows(.matched)]), "what is on disk"),
    Field("data", .named("a table", .matched), "the rows of tables, all of them with all fields"),
    Field("backlog", .matched, "how many windows of the device the cluster has not as they are"),
    Field("forks", .matched, "the windows of the device that went on apart from another device's"),
    Field(
      "problems", .either([.list(.matched), .map(matchers)]),
      "problems noticed since the last look, each told once for its place in a process; none if it is "
        + "left out"),
  ]

  /// What was told to one of them.
  private static let told = Shape.either([.texts, .map(strictly)])
  static let strictly: [Field] = [
    Field("exactly", .texts, "all of them, and no other", isRequired: true)
  ]

  /// Beside windows.
  static let eventLists: [Field] = [
    Field("app", told, "events of the app"),
    Field("since", .word(["launch"]), "looks at all since the process began"),
  ]

  /// Beside windows: `A: {draft: "", hawk/path: []}`.
  package static let storeChecks: [Field] = [
    Field("entries", .matched, "how many values are stored"),
    Field("bytes", .matched, "how many bytes their payloads have"),
    Field("set-aside", .matched, "how many values are set aside"),
    Field(
      "none-of", .list(.text("a window or an address")),
      "windows and addresses of which nothing is left"),
    Field("app", .named("a key", .matched), "values of the app itself"),
    Field("whole", .bool, "whether every value and session can be read"),
  ]

  package static let windowChecks: [Field] = [
    Field("phase", .word(WindowPhase.allCases.map(\.rawValue)), "where the window stands"),
    Field("restored", .matched, "true, false, partial, or waiting for `restore`"),
    Field("opened-by", .matched, "why it is there: user, drag, handoff, link …"),
    Field("saved", .matched, "the activity handed over: {activity, info, title, target, webpage}"),
    Field("tab", .matched, "the selected tab"),
    Field("path", .matched, "the screens on top of each other"),
    Field("values", .named("a key", .matched), "values of the selected tab or of the window"),
    Field("tabs", .named("a tab", .map(tabLooks)), "looks into tabs without selecting them"),
    Field("open-tabs", .matched, "the tabs that are open, in their order"),
    Field(
      "at", .named("a place", .map(placeLooks)), "looks into places and tabs, whatever is shown"),
    Field("lists", .named("a list", .map(listChecks)), "where lists stand"),
    Field("url", .matched, "the URL of the place that is shown"),
    Field(
      "title", .matched,
      "the title: of what a window in front would hand over now, else of what it handed over"),
    Field("shows", .matched, "what the window says that it shows"),
    Field("why", .named("a key", .matched), "where a value comes from: default, store, activity …"),
    Field("advertises", .matched, "the type of the activity offered to other devices"),
    Field("scene", .matched, "the kind of the window"),
    Field("place", .matched, "where it stands, such as left-half; `~` if nobody said so"),
    Field("display", .matched, "the display on which it is seen"),
    Field("value", .matched, "what the window was opened for"),
    Field("owner", .matched, "the device that has its scene in the cluster; `~` for none"),
    Field("tree", .matched, "the paths of the last archive"),
    Field("nodes", .named("a path", .either([.matched, .map(nodeChecks)])), "objects of the tree"),
  ]

  static let tabLooks: [Field] = [
    Field("path", .matched, "the screens of the tab"),
    Field("title", .matched, "its title: what `tabs` says of it, else its name"),
    Field("values", .named("a key", .matched), "values of the tab"),
    Field("at", .named("a place", .map(placeLooks)), "looks into places that lie in the tab"),
  ]

  static let placeLooks: [Field] = [
    Field("values", .named("a key", .matched), "values of the place"),
    Field("why", .named("a key", .matched), "where they come from"),
  ]

  package static let listChecks: [Field] = [
    Field("top", .matched, "the first visible row, by its first field"),
    Field("top-row", .matched, "its number, from 0"),
    Field("picked", .matched, "the picked row, by its first field"),
    Field("picked-row", .matched, "its number, from 0"),
  ]

  package static let nodeChecks: [Field] = [
    "class", "decoded", "history", "loads", "made-by", "page", "picked-row", "restoring", "saved",
    "scroll", "selected", "shown", "stack", "top-row", "zoom",
  ].map { Field($0, .matched, "`\($0)` of the object") }

  /// The matchers that are written as maps.
  package static let matchers: [Field] = [
    Field("$not", .matched, "anything but this"),
    Field("$contains", .matched, "a text with this in it, or a list with this element"),
    Field("$ends-with", .matched, "the last elements, or the end of a text"),
    Field("$matches", .text("a regular expression"), "a text that the expression finds"),
    Field("$one-of", .list(.matched), "one of these"),
    Field("$at-least", .decimal, "this number or more"),
    Field("$near", .decimal, "a number not farther from this than `$within`"),
    Field("$within", .decimal, "the distance for `$near`"),
    Field("$exactly", .matched, "this map and no other key"),
  ]

  package static let matcherWords: [Field] = [
    Field("$any", .nothing, "anything but `~`"),
    Field("$absent", .nothing, "nothing is there"),
  ]
}
