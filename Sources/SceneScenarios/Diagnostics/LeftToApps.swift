/// Keys for what a declared app cannot do, with what there is instead: a newcomer looks for them
/// under many names.
enum LeftToApps {
  /// What to say of a key that is known nowhere where it stands; nil for another.
  static func hint(for key: String) -> String? { hints[key.lowercased().filter(\.isLetter)] }

  /// The same of a key that is near one there is, or known elsewhere, and means something else here.
  static func hint(for key: String, among known: [String]) -> String? {
    switch key {
    case "file", "include", "extends",
      "path"
    where known == ScenarioLanguage.app.names:
      "an app in a file of its own stands there alone: `app: notes.app.yaml`; `update` changes it later"
    case "fresh" where known == LaunchStep.keys: freshLaunch
    case "after", "afterEach", "teardown",
      "finally"
    where known == ScenarioLanguage.topLevel.names:
      "nothing runs behind a scenario: last steps stand at the end of `steps`, and each case begins anew"
    case _ where known == DropPlace.fields.names && ["row", "list", "at"].contains(key):
      "what it is dropped on inside of the window is a field of its `payload`"
    case _
    where known == ScenarioLanguage.restoring.names
      && NearestName.suggestions(for: key, among: known).isEmpty:
      SourceFile.restoring
    case "from" where known == MigrationDeclaration.known:
      "a migration says `to` alone: values of all versions before come to it"
    case "devices" where known == ScenarioLanguage.storageKey.names: hint(for: "synced")
    case "required", "mandatory", "nonnull",
      "nullable"
    where known == ScenarioLanguage.storageKey.names:
      "leave it out: a key always has a value, its `default` before anything is stored; a `string?` may "
        + "be nothing"
    case "timeout", "retries", "retry",
      "delay"
    where known.contains("soft") && known.contains("fails"):
      "leave it out: no step takes real time, and `wait: 5s` lets virtual time pass; `time-limit` at the "
        + "top bounds a case"
    case "optional" where known == ScenarioLanguage.storageKey.names:
      "a value that may be nothing has a type with a question mark: `string?`"
    default: nil
    }
  }

  /// What to say of a scope that means several devices.
  static func hint(forScope word: String) -> String? {
    ["user", "account", "cloud", "icloud", "synced", "devices", "roaming"]
      .contains(word.lowercased()) ? hint(for: "synced") : nil
  }

  private static let freshLaunch =
    "`restores: false` brings no window back; with `profile: macos-discard` in the app none comes back "
    + "after any `quit`; each case begins with an empty store, and `devices: [Old, New]` has one for each"

  /// What to say of a step that an app cannot take; nil for one of which there is no more to say.
  static func hint(forStep verb: String) -> String? {
    switch verb {
    case "wait", "clock": "`later: { ACTION: 10s }` takes an action when so much time has passed"
    case "expect", "picture", "note", "mark-events":
      "the scenario looks, behind the step that makes the app act"
    case "repeat", "group", "parallel", "include": "`for-each` repeats steps of an app"
    case "drag", "drop":
      "a user drags: the scenario does, as with `drag: { tab: t1, drop: { on: B } }`"
    case "act": "what an action does is written out here"
    case "quit", "kill", "crash", "force-quit", "stop", "reboot", "launch", "relaunch":
      "its user or the system begins and ends an app: the scenario does"
    default: nil
    }
  }

  private static let hints: [String: String] = {
    var hints: [String: String] = [:]
    for (words, hint) in table {
      for word in words.split(separator: " ") { hints[String(word)] = hint }
    }
    return hints
  }()

  private static let table: [(words: String, hint: String)] = [
    (
      "restoresatmost maxrestored maxwindows restoresif restorableif restoreswhen",
      "`restorable: { latest: 5, if: { … } }` at a kind under `scenes` says which windows come back"
    ),
    (
      "ondatachange ondatachanged datachanged onrows onrowchange",
      "`on-data: { media: [ … ] }` are steps of the app when rows of the table are other ones"
    ),
    (
      "expires expiry ttl maxage lifetime expiresafter",
      "no value has a date of its own: steps of the app note the time, `${now}`, and ask for it, `if: { "
        + "$older: { m.came: 24h } }`; `restoration: { expires: 4h }` lets go of what was handed over (`via: "
        + "activity`), `if: { $away: 5m }` in `on-launch` and `on-phase` of what was left too long; what a server "
        + "lets expire is played by `change-data` with `row-of`"
    ),
    (
      "beforequit willquit canquit quit refuse refuses confirmquit",
      "`on-quit: [ … ]` are steps at the end of an app, and `refuses-quit: { $value: { unsaved: true } }` "
        + "keeps it from being quit"
    ),
    (
      "synced sync syncs syncto cloud icloud ubiquitous",
      "`scope: app` is one value for all windows, and stays on its device; `roaming: true` brings windows to another one, and what "
        + "a server sends is played by `change-data`, or by `fault: { write: … }` with `on:`"
    ),
    (
      "onclose beforeclose willclose onwillclose windowwillclose onclosewindow onwindowclose",
      "`on-close: [ … ]` are steps of the app in a window before it is closed, and nothing keeps it open; a "
        + "button that asks is one of `actions`: `close-button: [{ close, if: { $value: { unsaved: false } } }]`"
    ),
    (
      "onclosetab ontabclosed tabwillclose beforetabclose ontabwillclose",
      "`on-tab-close: [ … ]` are steps of the app in a window before a tab is closed, `${payload.tab}`"
    ),
    (
      "close asksfirst asks confirm confirms canclose",
      "nothing asks before a window closes: a dialog is the toolkit's; a button that closes is one of "
        + "`actions`, `close-button: [{ close, if: { $value: { unsaved: false } } }]` with the step "
        + "`act: close-button`"
    ),
    (
      "snapshot snapshots appswitcher switcher hidesinswitcher preview blank",
      "what the system shows of an app in its switcher is no state: the toolkit blanks it when "
        + "`on-phase` says `inactive`"
    ),
    (
      "timer timers after interval schedule cron alarms delay delayed",
      "`every: { 5m: [ … ] }` are steps of the app as time passes, which `wait: 5m` lets it, and the step "
        + "`later: { ACTION: 10s }` takes an action once; `on-phase` acts when a window is active again, with `if: { $away: 6h }` if it was away so long"
    ),
    (
      "idle idletimeout idletime autolock autolocks lockafter inactivity inactiveafter onidletime",
      "`on-idle: { 10m: [ … ] }` are steps of the app when nobody has done anything in it for so long"
    ),
    (
      "onopenurl openurl onurl deeplinks universallinks",
      "`handlers: [{ on: \"notes://note/{id}\", do: [ … ] }]` says what a link does, `navigator: { "
        + "places: … }` where it leads"
    ),
    (
      "onappear ondisappear viewdidload viewdidappear viewwillappear task",
      "`on-launch: [ … ]` are the steps of a new window, `on-phase: { active: [ … ] }` those when it is "
        + "active again"
    ),
    (
      "scenephase onscenephase scenedidbecomeactive scenewillresignactive scenedidenterbackground "
        + "scenewillenterforeground",
      "`on-phase: { active: [ … ], background: [ … ] }` says what the app does in a phase"
    ),
    (
      "encoderestorablestate decoderestorablestate restorationidentifier restorationclass",
      "`tree: { … }` has the nodes, and `saves: [KEY]` at one what it encodes"
    ),
    (
      "oncontinueuseractivity continueuseractivity",
      "`handlers: [{ on: com.example.note, do: [ … ] }]` says what an activity does"
    ),
    (
      "ontab ontabchange ontabselect ontabselected onselectiontab didselecttab",
      "`on-select: [ … ]` are steps of the app in a window that shows another tab"
    ),
    (
      "ondrop ondrag dropdestination dragover onhover",
      "`handlers: [{ on: com.example.item, do: [ … ] }]` says what the app does with what is dropped; of a "
        + "drag that is held or let go elsewhere an app hears nothing"
    ),
    (
      "refusesclose refuseclose",
      "nothing asks before a window closes: `close-button: [{ close, if: { $value: { unsaved: false } } }]` "
        + "under `actions` is a button, pressed by `act: close-button`"
    ),
    ("appstorage", "`storage: { KEY: { type: string, scope: app } }` is one value for all windows"),
    (
      "onchange onset observe observes watch didset reactions effects",
      "no step runs because a value changed: an action does all that belongs together, "
        + "`actions: { open: [{ clear: [thread] }, …] }` with the step `act: open`"
    ),
  ]
}
