// What stops a step: activities, links, windows, names.
extension ProblemExplanation {
  static let failures: [ProblemExplanation] = [
    ProblemExplanation(
      .activityNotDeclared, .failure,
      "an activity is dragged or continued whose type the app does not declare",
      hint: "declare it under `activities` of the app",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - drag: { from: A, activity: com.example.other, drop: left-edge, opens: B }
        """),
    ProblemExplanation(
      .payloadMismatch, .failure,
      "a payload does not fit the type that its activity declares",
      hint: "give every field that has no default and is not optional",
      example: """
        scenesim: 1
        scenario: example
        app:
          types: { Character: { id: string } }
          activities: { com.example.character: { payload: Character } }
        steps:
          - launch: A
          - continue: { activity: com.example.character, payload: { name: Tala } }
        """),
    ProblemExplanation(
      .appInForeground, .failure,
      "the system does not take an app that is in front",
      hint: "`background` first, or `stop` if you mean the stop button of Xcode",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - kill
        """),
    ProblemExplanation(
      .notOurScheme, .failureOrProblem,
      "a URL has a scheme that none of the app's places has",
      hint: "use a URL of the `navigator`; other URLs go to other apps",
      example: """
        scenesim: 1
        scenario: example
        app:
          tabs: { quotes: Quotes }
          storage: { place: { type: string, default: "quotes://quotes" } }
          navigator:
            saves-to: place
            places: { "quotes://quotes": { tab: quotes, path: [] } }
        steps:
          - launch: A
          - open-url: "https://example.com"
        """),
    ProblemExplanation(
      .noSuchPlace, .failureOrProblem,
      "a URL matches none of the app's places",
      hint: "compare it with the patterns under `navigator: places`",
      example: """
        scenesim: 1
        scenario: example
        app:
          tabs: { quotes: Quotes }
          storage: { place: { type: string, default: "quotes://quotes" } }
          navigator:
            saves-to: place
            places: { "quotes://quotes": { tab: quotes, path: [] } }
        steps:
          - launch: A
          - open-url: "quotes://nowhere"
        """),
    ProblemExplanation(
      .oneWindowApp, .failure,
      "a second window is opened in an app that has only one",
      hint: "write `windows: many` if the app supports several",
      example: """
        scenesim: 1
        scenario: example
        app:
          windows: one
        steps:
          - launch: A
          - open: B
        """),
    ProblemExplanation(
      .windowExists, .failure,
      "a window is opened under a name that is in use",
      hint: "choose another name, or `reconnect` the disconnected window",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - open: A
        """),
    ProblemExplanation(
      .noSuchWindow, .failure,
      "a step names a window that was never opened",
      hint: "`open` it first; names of windows are spelled the same everywhere",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - close: B
        """),
    ProblemExplanation(
      .windowNotConnected, .failure,
      "a step needs a connected window and this one is not",
      hint: "`reconnect` it, or `launch` the app",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - background
          - disconnect: A
          - activate: A
        """),
    ProblemExplanation(
      .wrongPhase, .failure,
      "a step does not fit the phase the window is in",
      hint: "bring the window into the phase named in the message first",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - disconnect: A
        """),
    ProblemExplanation(
      .whichWindow, .failure,
      "a step names no window while none or several are connected",
      hint: "add `in: A`",
      example: """
        scenesim: 1
        scenario: example
        app:
          storage: { draft: string }
        steps:
          - launch: A
          - open: B
          - set: { draft: x }
        """),
    ProblemExplanation(
      .noSuchTab, .failureOrProblem,
      "a tab is named that the app does not have",
      hint: "compare it with `tabs` of the app; a stored tab may be gone after an `update`",
      example: """
        scenesim: 1
        scenario: example
        app:
          tabs: { hawk: Hawk, raven: Raven }
        steps:
          - launch: A
          - select: falcon
        """),
    ProblemExplanation(
      .noSuchKey, .failure,
      "a storage key is named that the app does not declare",
      hint: "declare it under `storage`, or correct its spelling",
      example: """
        scenesim: 1
        scenario: example
        app:
          storage: { draft: string }
        steps:
          - launch: A
          - set: { draught: x }
        """),
    ProblemExplanation(
      .typeMismatch, .failure,
      "a value is not of the type that its key declares",
      hint: "compare it with the `type` of the key",
      example: """
        scenesim: 1
        scenario: example
        app:
          storage: { count: int }
        steps:
          - launch: A
          - set: { count: many }
        """),
    ProblemExplanation(
      .noSuchRow, .failure,
      "a list has no row of that name",
      hint: "the name of a row is the text of its first field",
      example: """
        scenesim: 1
        scenario: example
        app:
          tabs: { world: World }
          data: { countries: [{ name: Peru }] }
          lists: { countries: { tab: world, rows: countries, id: name } }
        steps:
          - launch: A
          - pick: { countries: Atlantis }
        """),
    ProblemExplanation(
      .noSuchSavePoint, .failure,
      "a rewind goes to a save point that was not made",
      hint: "put `save-point: name` before it",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - rewind: typed
        """),
    ProblemExplanation(
      .traceDiffers, .failure,
      "what happened is not what the golden trace beside the scenario says",
      hint: "read the difference; if it is meant, `scenesim run --update` writes the new trace",
      example: """
        # Beside it lies a trace that says: 001 launch A
        scenesim: 1
        scenario: example
        steps:
          - launch: B
        """),
    ProblemExplanation(
      .noGolden, .failure,
      "a case has no golden trace, and other cases or scenarios of the folder have theirs",
      hint: "`scenesim run --update=missing` writes it; keep it with the scenario",
      example: """
        # Another scenario of the folder has its trace, this one has none.
        scenesim: 1
        scenario: example
        steps:
          - launch: A
        """),
  ]
}
