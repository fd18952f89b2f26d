/// Keys for what a declared app cannot do, with what there is instead: a newcomer looks for them
/// under many names.
enum LeftToApps {
  /// What to say of a key that is known nowhere where it stands; nil for another.
  static func hint(for key: String) -> String? {
    OtherWords.app[key.lowercased().filter(\.isLetter)]
  }

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
    case "gone" where known == ScenarioLanguage.placeKind.names:
      "what a place has goes with its row; where a window goes that shows it, its app says: "
        + "`on-data: { TABLE: [{ show-place: … }] }`"
    case "from" where known == MigrationDeclaration.known:
      "a migration says `to` alone: values of all versions before come to it"
    case "at" where known == FaultStep.written.names:
      "`at:` stands beside `fault`: `{ fault: { write: { … } }, at: note/n1 }`"
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
    case "move-scope": "`rename-scope` moves what a tab or a place of its window has"
    case "repeat", "group", "parallel", "include": "`for-each` repeats steps of an app"
    case "drag", "drop":
      "a user drags: the scenario does, as with `drag: { tab: t1, drop: { on: B } }`"
    case "quit", "kill", "crash", "force-quit", "stop", "reboot", "launch", "relaunch":
      "its user or the system begins and ends an app: the scenario does"
    default: nil
    }
  }
}
