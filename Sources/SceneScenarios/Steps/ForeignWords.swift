/// Words for steps in other tools, such as Maestro, Playwright and XCUITest, and what is said here.
enum ForeignWords {
  /// What to write in place of a word of another tool; nil for a word that none of them has.
  static func hint(for word: String) -> String? {
    hints[word.lowercased().filter { $0.isLetter }]
  }

  private static let hints: [String: String] = {
    var hints: [String: String] = [:]
    for (words, hint) in table {
      for word in words.split(separator: " ") { hints[String(word)] = hint }
    }
    return hints
  }()

  private static let table: [(String, String)] = [
    (
      "tap tapon click clickon press presskey doubletap doubletapon longpress longpresson check",
      "nobody touches a screen here: `select` takes a tab, `push` a screen, `pick` a row"
    ),
    (
      "type typetext input inputtext fill filltext entertext write erasetext",
      "`set: { KEY: value }` writes what the user types"
    ),
    (
      "assert assertvisible assertnotvisible asserttrue see verify should tobevisible tohavetext "
        + "waitforexistence waitforselector",
      "`expect: { A: { … } }` compares what a window shows"
    ),
    ("launchapp startapp start run openapp", "`launch` starts the app"),
    (
      "restart relaunch restartapp reload",
      "`background`, `kill` and `launch` take the app away and bring it back"
    ),
    (
      "terminate killapp stopapp closeapp exit quitapp",
      "`background` and `kill` end it as the system does, `force-quit` as its user, `stop` as Xcode"
    ),
    ("goto navigate visit openlink openurl deeplink", "`link: URL` opens a link from outside"),
    ("back goback", "`pop` goes back by one screen"),
    ("swipe scrolluntilvisible swipeup swipedown", "`scroll` moves a list, `select` takes a tab"),
    ("screenshot takescreenshot capture", "`picture: name` keeps a picture of the windows"),
    ("sleep delay pause waitfor waitfortimeout", "`wait: 5s` lets virtual time pass"),
    (
      "rotate setorientation orientation resize",
      "nothing turns here; `arrange` moves windows on the screen"
    ),
    ("pressbutton home presshome", "`background` presses the home button"),
    ("clearstate cleardata reset uninstall", "each case begins with an empty store"),
    ("newwindow newpage newtab", "`open: B` opens a window"),
    ("closewindow closepage", "`close: B` throws a window away"),
    ("switchto focus bringtofront", "`activate: A` brings a window to the front"),
  ]
}
