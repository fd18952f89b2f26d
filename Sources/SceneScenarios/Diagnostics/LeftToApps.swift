/// Keys for what a declared app cannot do, with what there is instead: a newcomer looks for them
/// under many names.
enum LeftToApps {
  /// What to say of a key that is known nowhere where it stands; nil for another.
  static func hint(for key: String) -> String? { hints[key.lowercased().filter(\.isLetter)] }

  private static let hints: [String: String] = {
    var hints: [String: String] = [:]
    for (words, hint) in table {
      for word in words.split(separator: " ") { hints[String(word)] = hint }
    }
    return hints
  }()

  private static let table: [(words: String, hint: String)] = [
    (
      "expires expiry ttl maxage lifetime expiresafter",
      "no value has a date of its own: `restoration: { expires: 4h }` lets go of what was handed over "
        + "(`via: activity`), `if: { $away: 5m }` in `on-phase` of what was left too long; what a "
        + "server lets expire is played by `change-data` with `row-of`"
    ),
    (
      "synced sync syncs syncto cloud icloud ubiquitous",
      "values of the app stay on their device; `roaming: true` brings windows to another one, and what "
        + "a server sends is played by `change-data`, or by `fault: { write: … }` with `on:`"
    ),
    (
      "close onclose asksfirst asks confirm confirms beforeclose canclose",
      "nothing asks before a window closes: a dialog is the toolkit's, and the scenario says with "
        + "`close` what its user answered"
    ),
    (
      "snapshot snapshots appswitcher switcher hidesinswitcher preview blank",
      "what the system shows of an app in its switcher is no state: the toolkit blanks it when "
        + "`on-phase` says `inactive`"
    ),
    (
      "timer timers every after interval schedule cron alarms",
      "nothing runs by itself in a declared app: `wait: 6h` lets time pass, and `on-phase` acts when a "
        + "window is active again, with `if: { $away: 6h }` if it was away so long"
    ),
    (
      "keeps keepslast maxcount maxlength capacity",
      "a list keeps all that is added; of places `retention: { line: { latest: 1000 } }` keeps the "
        + "last ones"
    ),
    (
      "onchange onset observe observes watch didset reactions effects",
      "no step runs because a value changed: an action does all that belongs together, "
        + "`actions: { open: [{ clear: [thread] }, …] }` with the step `act: open`"
    ),
  ]
}
