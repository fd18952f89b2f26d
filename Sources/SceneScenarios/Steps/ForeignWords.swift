/// Words for steps in other tools, such as Maestro, Playwright and XCUITest, and what is said here.
package enum ForeignWords {
  /// What to write in place of a word of another tool; nil for a word that none of them has.
  package static func hint(for word: String) -> String? {
    let letters = word.lowercased().filter { $0.isLetter }
    if let hint = hints[letters] ?? (letters.hasPrefix("xctassert") ? hints["assert"] : nil) {
      return hint
    }
    // `set(draft: …)` calls a step as if it were a function.
    if let open = word.firstIndex(of: "("),
      let step = StepCatalogue.type(named: String(word[..<open]))
    {
      return "it is written like `\(step.syntax)`"
    }
    // `app.terminate()` and `A.tap`: what is called stands last.
    guard word.contains(where: { ".(".contains($0) }) else { return nil }
    let called = word.split { !$0.isLetter }.last { hints[$0.lowercased()] != nil }
    return called.flatMap { hints[$0.lowercased()] }
  }

  /// Whether a word is meant as a step although something that is looked at has its name.
  static func comesFirst(_ word: String) -> Bool { word == "url" }

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
      "nobody touches a screen here: `select` takes a tab, `push` a screen, `pick` a row; "
        + "`background` presses the home button"
    ),
    (
      "type typetext input inputtext fill filltext entertext write erasetext",
      "`set: { KEY: value }` writes what the user types"
    ),
    (
      "assert assertvisible assertnotvisible asserttrue see verify should tobevisible tohavetext "
        + "waitforexistence waitforselector expect tohavetitle tohaveurl tobe toequal tocontain "
        + "tocontaintext tohavecount",
      "`expect: { A: { … } }` compares what a window shows"
    ),
    ("add addto pushback", "`append: { KEY: value }` adds to a list"),
    (
      "unshift addfirst pushfront insertfirst insert",
      "`prepend: { KEY: value }` adds at the beginning of a list"
    ),
    ("launchapp startapp start run openapp", "`launch` starts the app"),
    (
      "restart restartapp reload",
      "`relaunch` takes the app away and brings it back: `background`, `kill` and `launch` in one"
    ),
    (
      "terminate killapp stopapp closeapp exit quitapp",
      "`background` and `kill` end it as the system does, `force-quit` as its user, `stop` as Xcode"
    ),
    (
      "goto navigate visit openlink openurl deeplink url href uri",
      "`link: URL` opens a link from outside"
    ),
    ("navigationlink pushview pushviewcontroller", "`push: a screen` shows one more screen"),
    (
      "setairplanemode airplanemode offline setoffline",
      "`cut: Phone` takes a device off, with `roaming: true` and `devices: [Phone, Tablet]` at the top"
    ),
    ("back goback", "`pop` goes back by one screen"),
    ("swipe scrolluntilvisible swipeup swipedown", "`scroll` moves a list, `select` takes a tab"),
    ("screenshot takescreenshot capture", "`picture: name` keeps a picture of the windows"),
    (
      "after settimeout asyncafter dispatchafter",
      "`wait: 5s` lets virtual time pass; in an app `later: { ACTION: 5s }` takes an action then"
    ),
    ("sleep delay pause waitfor waitfortimeout", "`wait: 5s` lets virtual time pass"),
    (
      "rotate setorientation orientation resize",
      "nothing turns here; `arrange` moves windows on the screen, and what an app does then is one of its "
        + "`actions`: `turn: [{ set: { columns: 2 } }]` with the step `act: turn`"
    ),
    ("pressbutton home presshome", "`background` presses the home button"),
    ("clearstate cleardata reset", "each case begins with an empty store"),
    (
      "reinstall uninstall deleteapp removeapp",
      "an app that is deleted has no store: each case begins with an empty one, and with `devices: "
        + "[Old, New]` the second device is one on which it was never before"
    ),
    ("newwindow newpage openwindow", "`open: B` opens a window"),
    ("newtab addtab", "`open-tab: NAME` opens a tab, in an app whose tabs the user opens"),
    (
      "dragtab detachtab tearoff tearofftab reordertab movetabs",
      "`move-tab: { tab: t1, to: B }` moves a tab, in an app whose tabs the user opens, and `drag: { "
        + "tab: t1, drop: new-window }` makes a window of it"
    ),
    ("duplicatewindow clonewindow", "`copy-scope: { from: { window: A }, to: { window: B } }`"),
    ("switchtab selecttab choosetab taptab gototab", "`select: NAME` shows a tab"),
    ("runflow runscript callflow import", "`include: part.yaml` takes steps from another file"),
    (
      "hidekeyboard setlocation copytextfrom setpermissions travel waitforanimationtoend vibrate",
      "nothing of that matters to what is stored: leave it out"
    ),
    (
      "extendedwaituntil waituntil waitforelement waitforexpectation waitforexpectations eventually "
        + "poll",
      "nothing has to be waited for: `expect: { A: { … } }` compares at once"
    ),
    ("log print echo comment say", "`note: a text` puts words into the trace"),
    (
      "save flush commit sync persist",
      "nothing has to be saved: each step ends with a commit; `background` hands over"
    ),
    (
      "undo undoclose reopen restorewindow",
      "`undo-close` brings a closed window back; a click on an app without windows is `open: A`"
    ),
    (
      "for foreach loop while times",
      "`for-each: { x: [1, 2] }` and `repeat: 3` repeat the steps under `do`"
    ),
    ("memorywarning lowmemory jetsam oom", "`memory-pressure` lets the system take the app"),
    (
      "useractivity continueuseractivity spotlight",
      "`continue: { activity: … }` brings an activity, `advertise` offers one"
    ),
    ("lock lockscreen suspend minimise minimize hide", "`background` takes the app from the front"),
    ("splitview tile snap fullscreen stagemanager", "`arrange` moves windows on the screen"),
    ("setstate assign change edit", "`set: { KEY: value }` writes a value"),
    ("delete remove unset erase", "`clear: [KEY]` takes a value away"),
    ("when given then and", "a step is one verb; `if:` beside it says whether it runs"),
    ("steps commands do actions", "`group: a title` with `do:` holds steps together"),
    (
      "onappear ondisappear viewdidload viewdidappear viewwillappear task",
      "an app says with `on-phase` and `on-launch` what it does by itself"
    ),
    (
      "scenephase setphase",
      "`background` and `foreground` change it; `expect: { A: { phase: active } }` looks at it"
    ),
    (
      "refuse refusequit cancelquit keeprunning",
      "`refuses-quit: { $value: { unsaved: true } }` in the app keeps it from being quit"
    ),
    ("dismiss", "`close: B` throws a window away, `pop` goes back by one screen"),
    (
      "upgrade install installupdate newversion migrate",
      "`update: { version: 2, … }` replaces the app by its next version"
    ),
    ("closewindow closepage dismisswindow", "`close: B` throws a window away"),
    (
      "scenedidenterbackground applicationdidenterbackground didenterbackground",
      "`background` does that, and the window hears it"
    ),
    (
      "scenewillenterforeground applicationwillenterforeground willenterforeground",
      "`foreground` does that, and the window hears it"
    ),
    (
      "scenedidbecomeactive applicationdidbecomeactive didbecomeactive",
      "`activate: A` does that, and the window hears it"
    ),
    (
      "scenewillresignactive applicationwillresignactive willresignactive",
      "`resign: A` does that, and the window hears it"
    ),
    (
      "scenedidconnect scenewillconnect willconnect scenewillconnectto",
      "`launch`, `open: B` and `reconnect: A` do that, and the window hears it"
    ),
    (
      "scenediddisconnect diddisconnect applicationwillterminate applicationdiddiscardscenesessions",
      "`disconnect: A` frees a window, `close: A` throws it away, `kill` and `quit` end the app"
    ),
    ("switchto focus bringtofront", "`activate: A` brings a window to the front"),
  ]
}
