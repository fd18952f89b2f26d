import SceneLifecycle
import SceneSimulator

// The keys of an app.
extension ScenarioLanguage {
  package static let app: [Field] = appItself + appContent + appWindows + appOld

  private static let appItself: [Field] = [
    Field("swift", .text("a name"), "an app written in Swift that the tool knows"),
    Field("name", .text("a name"), "the name, for people"),
    Field("id", .text("an identifier"), "the bundle identifier"),
    Field("version", .count, "the version, for migrations"),
    Field(
      "device", .word(Simulation.Device.allCases.map(\.rawValue)),
      "chooses picture and window rules"),
    Field("windows", .word(["one", "many"]), "whether the app can have several windows"),
    Field(
      "profile",
      .either([.word(AppDeclaration.profileWords), .list(.word(AppDeclaration.profileWords))]),
      "what destroys state, what comes back, and with `swiftui` that plain windows are left alone"),
    Field(
      "trace", .word(["usual", "detailed"]),
      "whether traces tell which handlers had their turn, and which keys were read and told"),
    Field("tombstones", .bool, "whether a closed window can be brought back with its values"),
    Field(
      "budget", .map(budget), "size limits in bytes; `~` is no limit"),
  ]

  private static let appContent: [Field] = [
    Field(
      "tabs", .either([.map(openTabs), .named("a tab", .text("a title"))]),
      "tabs and their titles; the first is the default; or the key whose entries they are"),
    Field(
      "types", .named("a type", .either([.named("a field", .part(.type)), .map(oneOf)])),
      "structs and their fields, and enumerations"),
    Field(
      "nested", .named("a place", .either([.nothing, .map(nestedPlace)])),
      "places below tabs or windows that hold values of their own"),
    Field(
      "places", .named("a place", .map(placeKind)),
      "kinds of places that come and go, such as notes: `note/n1` has values of its own"),
    Field(
      "retention", .named("a place, or scenes", .map(retention)),
      "how many places of a kind, the last ones that were changed, or windows that are not connected, "
        + "keep their values"),
    Field(
      "storage",
      .named("a key", .either([.text("a type"), .list(.part(.type)), .map(storageKey)])),
      "the stored keys: a type, or a map; `selectedTab`, `path` and `place` keep what is shown"),
    Field(
      "together", .either([.list(.text("a key")), .list(.list(.text("a key")))]),
      "keys of which all can be read, or all have their defaults"),
    Field(
      "activities", .named("an activity type", .either([.nothing, .map(activity)])),
      "the activities that the app knows"),
    Field("recognises", .texts, "the activity types that it takes back at a restore"),
    Field(
      "handlers", .list(.map(handler)), "what it does when an activity or a link arrives, in order"),
    Field(
      "actions", .named("an action", .part(.steps)),
      "what its user can do by a name, with the step `act`: its buttons and commands"),
    Field("restoration", .map(restoration), "the activity that a window hands over"),
    Field("on-launch", .part(.steps), "steps of the app at its start, in its first window"),
    Field("on-quit", .part(.steps), "steps of the app when its user quits it, in its front window"),
    Field(
      "on-close", .part(.steps),
      "steps of the app in a window before it is closed; what they close or open themselves comes first"
    ),
    Field(
      Closing.ofTab, .part(.steps),
      "steps of the app in a window before a tab is closed, `${payload.tab}`; nothing keeps it open"
    ),
    Field(
      "on-select", .part(.steps),
      "steps of the app in a window that shows another tab than before a step, whatever selected it"
    ),
    Field(
      "on-data", .named("a table", .part(.steps)),
      "steps of the app in each window when rows of the table are other ones, by a step of the scenario"
    ),
    Field(
      "every", .named("a time", .part(.steps)),
      "steps of the app as time passes, such as every 5m, at each midnight or 4:00 in UTC, in its front "
        + "window while one is shown"),
    Field(
      Idleness.key, .named("a time", .part(.steps)),
      "steps of the app when nobody has done anything in it for so long, such as 10m, in its front window "
        + "while one is shown"),
    Field(
      Quitting.refusal, condition,
      "when a connected window keeps the app from being quit: `quit` is refused, `quit-refused`"),
    Field(
      "last-window", .either([.word(Quitting.lastWindowWords), .map(lastWindow)]),
      "whether the app is quit when its last window is closed, or the last one of some kinds"),
    Field(
      "on-phase", .map(phaseSteps),
      "steps of the app when a window changes its phase; it is inactive on its way up, too"),
    Field("data", .named("a table", .list(.named("a field", .value))), "tables and their rows"),
    Field("lists", .named("a list", .map(list)), "lists that show the rows of tables"),
    Field(
      "screens", .named("a screen with a part in braces", .map(screen)),
      "the rows that screens are about"),
    Field(
      "loads-data", .word(["before-restoring", "after-restoring"]), "when tables are filled"),
    Field(
      "migrations", .list(.map(migration)), "how values of older versions become those of this one"),
    Field(
      "versions", .either([.list(.part(.update)), .named("a version", .part(.update))]),
      "later versions, each as an `update`, for `explore`"),
    Field("explore", .map(explore), "what `scenesim explore` tries, and what has to hold"),
  ]

  private static let appWindows: [Field] = [
    Field("navigator", .map(navigator), "URLs for the places of the app, in both directions"),
    Field("external", .word(ExternalPolicy.words), "what takes an event from outside"),
    Field(
      "external-wins", .word(ExternalWins.allCases.map(\.rawValue)),
      "what is not restored where an event from outside decides where to go"),
    Field(
      "scenes", .named("a scene", .either([.nothing, .map(scene)])),
      "kinds of windows, in order"),
    Field(
      "displays", .named("a display", .written("a size", pattern: "^[0-9]+x[0-9]+$")),
      "the screens and their sizes, such as tv: 1920x1080; the first one is the main one"),
    Field("conditions", .map(conditions), "activation conditions of every window at start"),
  ]

  private static let appOld: [Field] = [
    Field("tree", .named("a node", .part(.node)), "objects with restoration identifiers"),
    Field("save-allowed", .bool, "whether the app lets its tree be saved"),
    Field("restore-allowed", .bool, "whether the app lets its tree be restored"),
    Field("restores-from", .count, "the oldest version whose tree it restores"),
  ]

  static let budget: [Field] = ["scene", "value"].map {
    Field($0, .either([.nothing, .count]), "bytes of one \($0)")
  }

  static let openTabs: [Field] = [
    Field(
      "$from", .text("a key"),
      "the key, a [string] of the window, of the app or of the shown place",
      isRequired: true),
    Field("$title", .part(.title), "the title of each, such as \"Page ${tab.id}\""),
    Field("$last", .word(TabSource.lastWords), "what the window does when its last tab is closed"),
    Field(
      "$keeps", .either([.count, .map(KeptTabs.fields)]),
      "how many closed tabs a window keeps with `tombstones`, and how long; else ten"),
  ]

  static let placeKind: [Field] = [
    Field(
      "in", .text("$scene, $tab, $app or a tab"),
      "what they lie in: the window, each of its tabs, the app with all windows, or one tab",
      isRequired: true),
    Field("names", .texts, "the only ones there are; any if it is left out"),
    Field(
      "row-of", .text("table.field"),
      "the rows that they are about: what they hold goes when its row is gone"),
  ]

  static let retention: [Field] = [
    Field("latest", .count, "how many are kept", isRequired: true)
  ]

  static let nestedPlace: [Field] = [Field("in", .text("a tab"), "the tab it lies in")]

  package static let storageKey: [Field] = [
    Field(
      "type", .part(.type),
      "what it holds: string, int, [string], set of string, {string: int}, Note?", isRequired: true),
    Field(
      "scope",
      .either([.text("scene, tab, app, tab(name), tab/place, scene/place or a place"), .texts]),
      "which values share a place; of a list of places each has its own"),
    Field("default", .value, "the value while nothing is stored"),
    Field(
      "via", .word(StorageKey.Via.allCases.map(\.rawValue)), "where it lives while the app runs"),
    Field(
      "on-mismatch", .word(StorageKey.OnMismatch.allCases.map(\.rawValue)),
      "what happens to writes while the stored value cannot be read"),
    Field(
      "row-of", .text("table.field"),
      "the rows that it points at, looked at when a window is restored and when rows go, not by `set`"
    ),
    Field(
      "gone", .word(RowReference.Gone.ofKeys.map(\.rawValue)),
      "what becomes of it when its row is gone, with the problem `row-is-gone`"),
    Field(
      "latest", .count,
      "how many elements a list keeps: one more pushes the first one out, and with `prepend` the last one"
    ),
    Field("key-version", .count, "its version; values of another one are set aside"),
    Field(
      "was", .either([.text("key.field"), .list(.text("key.field"))]),
      "where its first value comes from: of several from the first that can be taken"),
    Field(
      "convert", .named("a word", .value),
      "what the words mean that `was` finds: { small: 20, large: 60 }"),
    Field("transient", .bool, "whether it lives in memory alone and goes with the process"),
    Field("shared", .bool, "whether it is meant that several tabs show the one value"),
    Field("may-lose", .bool, "whether it is meant that a crash takes what was not handed over"),
  ]

  static let screen: [Field] = [
    Field("row-of", .text("table.field"), "the rows that they show", isRequired: true),
    Field(
      "gone", .word(["drop-it", "cut"]),
      "what becomes of a screen when its row is gone, with the problem `screen-not-restored`; unsaid, "
        + "it goes with all above it (`cut`)"),
  ]

  package static let explore: [Field] = [
    Field("values", .named("a key", .list(.value)), "values that keys are set to"),
    Field("screens", .texts, "screens that are shown"),
    Field("links", .texts, "links that are opened"),
    Field("weights", .named("a verb", .decimal), "how much more often a step comes; 1 if unsaid"),
    Field("steps", .list(.text("a verb")), "only these steps"),
    Field("except", .list(.text("a verb")), "all steps but these"),
    Field("always", .list(.map(always)), "what holds after each step"),
    Field(
      "known", .list(.text("a file")),
      "findings that are not told again; they are played first, and told if they pass"),
  ]

  static let always: [Field] = [
    Field("when", .part(.expectation), "when it is looked at; always if it is left out"),
    Field("expect", .part(.expectation), "what holds then", isRequired: true),
  ]

  static let oneOf: [Field] = [
    Field(
      "one-of", .texts, "the words of an enumeration; the first, or that of `else`, is the default",
      isRequired: true),
    Field("else", .text("a word"), "what a stored word reads as that is none of them"),
  ]

  static let fieldWithDefault: [Field] = [
    Field("type", .part(.type), "the type of a field of a struct", isRequired: true),
    Field("default", .value, "its value where it is left out", isRequired: true),
  ]

  static let activity: [Field] = [Field("payload", .part(.type), "the type of its payload")]

  package static let handler: [Field] = [
    Field(
      "on", .text("an activity type or a URL pattern"),
      "the activity that it takes, or the links: `mailto:{to}?{subject?}` gives `${payload.to}`",
      isRequired: true),
    Field("if", condition, "whether it is live"),
    Field("at", .text("window, tab, a tab or tab/place"), "where it is registered"),
    Field("do", .part(.steps), "what it does in its window", isRequired: true),
  ]

  static let choice: [Field] = [
    Field("if", condition, "when it is the first of two texts", isRequired: true),
    Field("then", .text("a title"), "that one", isRequired: true),
    Field("else", .part(.title), "the other one, or again a choice", isRequired: true),
  ]

  static let restoration: [Field] = [
    Field("activity", .text("an activity type"), "its type", isRequired: true),
    Field("title", .part(.title), "its title; `${values.KEY}` is what the window shows then"),
    Field("if", condition, "whether there is something to hand over"),
    Field("expires", .time, "after how long it is not restored any more"),
  ]

  static let phaseSteps: [Field] =
    ["inactive", "active"].map {
      Field($0, .part(.steps), "steps when a window becomes \($0)")
    } + [
      Field(
        "front", .part(.steps),
        "steps when a window comes to the front, also of others that stay active beside it"),
      Field("background", .part(.steps), "steps when a window goes to the background"),
    ]

  static let list: [Field] = [
    Field("tab", .text("a tab"), "the tab that shows it; without it all show it alike"),
    Field("rows", .text("a table"), "the table whose rows it shows", isRequired: true),
    Field("id", .text("a field, or row-number"), "how a row is found again", isRequired: true),
    Field("shows", .count, "how many rows fit on the screen"),
    Field("transient", .bool, "whether where it stands goes with its window's process"),
  ]

  static let migration: [Field] = [
    Field("type", .text("a type"), "the type that changed", isRequired: true),
    Field("to", .count, "the version that brought the change", isRequired: true),
    Field("drop", .texts, "fields that are gone"),
    Field("rename", .named("a field", .text("a field")), "old names and new ones"),
    Field("fill", .named("a field", .value), "values for new fields"),
    Field(
      "convert",
      .named(
        "a field",
        .either([
          .word(MigrationDeclaration.Kind.allCases.map(\.rawValue)), .named("a word", .value),
          .text("times 100 or over 100"),
        ])),
      "fields whose type changed, or what their words mean now, { size: { small: 20, large: 60 } }, or "
        + "whose numbers have another unit, { zoom: times 100 }"),
  ]

  static let navigator: [Field] = [
    Field("saves-to", .text("a key"), "the key that keeps the URL"),
    Field(
      "places", .named("a URL pattern", .map(place)),
      "patterns, in order: `{id}` is a part; `?{q}&{page?}` takes items in any order, `{page?}` may "
        + "be missing", isRequired: true),
    Field("check", .named("a part", .text("a regular expression")), "what a part may look like"),
    Field("ignoring-case", .bool, "whether scheme, host and path of a link may be in other cases"),
  ]

  static let place: [Field] = [
    Field("tab", .text("a tab"), "the tab of the place"),
    Field("path", .texts, "the screens of the place"),
  ]

  static let scene: [Field] = [
    Field("matching", .texts, "which events from outside it takes"),
    Field("value", .part(.type), "the type of its windows' value"),
    Field(
      "role", .word(SceneKindDeclaration.roles),
      "whether its windows are for an audience: they open on a display beside the main one, take "
        + "nothing from outside unless `can` or `prefers` says so, and are in front after `activate` "
        + "or if there is no other"),
    Field(
      "restorable", .either([.bool, .map(restorable)]),
      "whether its windows come back; or how many do, and when"),
    Field(
      "several", .bool,
      "whether `open` makes another window for a value that one has; else that one comes to the front"
    ),
    Field(
      "restores", .either([.word(RestoringTime.words), .map(restoring)]),
      "whether windows that come back wait with what was saved until a step `restore`; or when they do"
    ),
    Field("restoring-takes", .time, "after how long windows that come back show what was saved"),
    Field("private", .bool, "whether nothing of its windows is ever written to the disk"),
    Field(
      "default", .value,
      "the value of a window that was opened for nothing, or whose own cannot be read; else `~`; it goes "
        + "with its row, and who opens that value gets a window of its own"),
    Field(
      "row-of", .text("table.field"),
      "the rows that its windows are about: the value of a window is that field"),
    Field(
      "gone", .word([RowReference.Gone.close.rawValue]),
      "what becomes of a window when its row is gone: it is closed, and does not come back"),
    Field("restoration", .map(restoration), "what its windows hand over instead"),
    Field(
      "prefers", .texts,
      "what its windows like best, such as \"${window.value}\"; a list stands for each of its entries"
    ),
    Field("can", .texts, "what its windows can take at all"),
  ]

  static let restoring: [Field] = [
    Field(
      RestoringTime.words[1], condition,
      "when one waits, asked before it is there: rows, and what the store keeps; else it does not",
      isRequired: true)
  ]

  static let restorable: [Field] = [
    Field(
      "latest", .count,
      "how many come back, those that were active last; the others go with their values"),
    Field(
      "if", condition, "when one does, asked before it is there: rows, and what the store keeps"),
  ]

  static let conditions: [Field] = [
    Field("prefers", .texts, "what the window likes best"),
    Field("can", .texts, "what the window can take at all"),
  ]

  static let treeNode: [Field] = [
    Field(
      "kind", .word(TreeNodeDeclaration.Kind.allCases.map(\.rawValue)), "what it is",
      isRequired: true),
    Field(
      "children", .either([.list(.text("a node")), .named("a node", .part(.node))]),
      "the nodes below it"),
    Field(
      "made-by", .word(TreeNodeDeclaration.Maker.allCases.map(\.rawValue)),
      "who makes it again at a restore"),
    Field("saves", .either([.texts, .named("a key", .value)]), "what it encodes"),
    Field("identifier", .bool, "whether it has its restoration identifier"),
    Field(
      "returns", .word(TreeNodeDeclaration.Answer.allCases.map(\.rawValue)),
      "what its maker gives instead"),
    Field("forgets", .word(["identifier"]), "what its maker forgets to set again"),
    Field("class", .text("a class"), "the name of its class"),
  ]
}
