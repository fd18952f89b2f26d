// What stops a step.
extension ProblemExplanation {
  static let failures: [ProblemExplanation] = [
    ProblemExplanation(
      .activityNotDeclared, .failure,
      "an activity is dragged or continued whose type the app does not declare",
      hint: "declare it under `activities` of the app",
      example: "- drag: { from: A, activity: com.example.other, drop: left-edge, opens: B }"),
    ProblemExplanation(
      .payloadMismatch, .failure,
      "a payload does not fit the type that its activity declares",
      hint: "give every field that has no default and is not optional",
      example: "- continue: { activity: com.example.character, payload: { id: tala } }"),
    ProblemExplanation(
      .appInForeground, .failure,
      "the system does not take an app that is in front",
      hint: "`background` first, or `stop` if you mean the stop button of Xcode",
      example: """
        - launch: A
        - kill
        """),
    ProblemExplanation(
      .notOurScheme, .failureOrProblem,
      "a URL has a scheme that none of the app's places has",
      hint: "use a URL of the `navigator`; other URLs go to other apps",
      example: "- open-url: \"https://example.com\""),
    ProblemExplanation(
      .noSuchPlace, .failureOrProblem,
      "a URL matches none of the app's places",
      hint: "compare it with the patterns under `navigator: places`",
      example: "- open-url: \"quotes://nowhere\""),
    ProblemExplanation(
      .oneWindowApp, .failure,
      "a second window is opened in an app that has only one",
      hint: "write `windows: many` if the app supports several",
      example: """
        app: { windows: one }
        steps:
          - launch: A
          - open: B
        """),
    ProblemExplanation(
      .windowExists, .failure,
      "a window is opened under a name that is in use",
      hint: "choose another name, or `reconnect` the disconnected window",
      example: """
        - launch: A
        - open: A
        """),
    ProblemExplanation(
      .noSuchWindow, .failure,
      "a step names a window that was never opened",
      hint: "`open` it first; names of windows are spelled the same everywhere",
      example: """
        - launch: A
        - close: B
        """),
    ProblemExplanation(
      .windowNotConnected, .failure,
      "a step needs a connected window and this one is not",
      hint: "`reconnect` it, or `launch` the app",
      example: """
        - disconnect: A
        - { in: A, set: { draft: x } }
        """),
    ProblemExplanation(
      .wrongPhase, .failure,
      "a step does not fit the phase the window is in",
      hint: "bring the window into the phase named in the message first",
      example: """
        - launch: A
        - disconnect: A
        """),
    ProblemExplanation(
      .whichWindow, .failure,
      "a step names no window while none or several are connected",
      hint: "add `in: A`",
      example: """
        - launch: A
        - open: B
        - set: { draft: x }
        """),
    ProblemExplanation(
      .noSuchTab, .failureOrProblem,
      "a tab is named that the app does not have",
      hint: "compare it with `tabs` of the app; a stored tab may be gone after an `update`",
      example: "- select: falcon"),
    ProblemExplanation(
      .noSuchKey, .failure,
      "a storage key is named that the app does not declare",
      hint: "declare it under `storage`, or correct its spelling",
      example: "- set: { draught: x }"),
    ProblemExplanation(
      .typeMismatch, .failure,
      "a value is not of the type that its key declares",
      hint: "compare it with the `type` of the key",
      example: """
        storage: { count: int }
        steps:
          - set: { count: many }
        """),
    ProblemExplanation(
      .noSuchRow, .failure,
      "a list has no row of that name",
      hint: "the name of a row is the text of its first field",
      example: "- pick: { countries: Atlantis }"),
    ProblemExplanation(
      .noSuchSavePoint, .failure,
      "a rewind goes to a save point that was not made",
      hint: "put `save-point: name` before it",
      example: "- rewind: typed"),
    ProblemExplanation(
      .appNotRunning, .failure,
      "a step needs the app and it is not running",
      hint: "`launch` it first",
      example: """
        - kill
        - select: hawk
        """),
    ProblemExplanation(
      .alreadyRunning, .failure,
      "the app is launched while it is running",
      hint: "end it first: `background` and `kill`, or `stop`",
      example: """
        - launch: A
        - launch
        """),
    ProblemExplanation(
      .appRunning, .failure,
      "a step is only possible while the app is not running",
      hint: "end the app first: `background` and `kill`, or `stop`",
      example: """
        - launch: A
        - update: { version: 2 }
        """),
    ProblemExplanation(
      .noQuitHere, .failure,
      "apps cannot be quit on this device",
      hint: "use `background` and `kill`, or `force-quit`; `quit` is for the Mac",
      example: """
        app: { device: ipad }
        steps:
          - quit
        """),
    ProblemExplanation(
      .nothingHeld, .failure,
      "something is dropped and no drag is held",
      hint: "begin with `drag: { …, drop: hold }`",
      example: "- drop: right-edge"),
    ProblemExplanation(
      .dragHeld, .failure,
      "a drag begins while another one is held",
      hint: "end the first one with `drop`",
      example: """
        - drag: { from: A, activity: com.example.a, drop: hold }
        - drag: { from: A, activity: com.example.b, drop: left-edge }
        """),
    ProblemExplanation(
      .nothingAdvertised, .failure,
      "the front window of a device offers nothing that could be handed over",
      hint: "`advertise` an activity first; a window that is not active offers none",
      example: """
        - background
        - handoff: { from: Phone, to: Tablet }
        """),
    ProblemExplanation(
      .noSnapshot, .failure,
      "the moment cannot be kept: the app is written in Swift, or the store is behind it",
      hint: "keep a moment in which the app does not run, and in which no fault waits",
      example: """
        - fault: { at: commit, do: disk-full }
        - set: { draft: x }
        - save-point: never
        """),
    ProblemExplanation(
      .timeLimit, .failure,
      "a case runs for longer than its scenario allows",
      hint: "give it more time, or fewer steps",
      example: """
        time-limit: 10ms
        """),
    ProblemExplanation(
      .noSuchDevice, .failure,
      "a step names a device that the scenario does not have",
      hint: "name it at the top: `devices: [Phone, Tablet]`",
      example: """
        devices: [Phone, Tablet]
        steps:
          - { launch: A, on: Watch }
        """),
    ProblemExplanation(
      .noSuchScene, .failure,
      "a window is opened for a scene that the app does not declare",
      hint: "declare it: `scenes: { detail: { … } }`",
      example: "- open: { window: B, scene: detial }"),
    ProblemExplanation(
      .noRoute, .failure,
      "no window and no scene declaration takes an external event",
      hint: "add a scene without `matching`, or one whose `matching` fits",
      example: """
        scenes: { detail: { matching: ["detail:*"] } }
        steps:
          - open-url: "note:1"
        """),
    ProblemExplanation(
      .sessionInUse, .failure,
      "a session is open in another process that is alive",
      hint: "end that process, or take the session over",
      example: "- launch: { session: 1 }"),
    ProblemExplanation(
      .valueTooLarge, .failure,
      "a value has more bytes than one value may have",
      hint: "store a reference to the data; `budget: { value: … }` sets the limit",
      example: """
        budget: { value: 4 }
        steps:
          - set: { draft: Tala is brave }
        """),
    ProblemExplanation(
      .sceneTooLarge, .failure,
      "the values of a window have more bytes together than a window may have",
      hint: "store less; `budget: { scene: … }` sets the limit",
      example: """
        budget: { scene: 4 }
        steps:
          - set: { draft: Tala is brave }
        """),
    ProblemExplanation(
      .notAsExpected, .failure,
      "a check found another value than the one it expects",
      hint: "the message says which step wrote the value last",
      example: """
        - set: { draft: one }
        - expect: { A: { values: { draft: two } } }
        """),
    ProblemExplanation(
      .events, .failure,
      "an event that a check waits for is missing or comes in another order",
      hint: "events count since the last look; `exactly` forbids others in between",
      example: """
        - background: A
        - expect: { events: { A: [didDisconnect] } }
        """),
    ProblemExplanation(
      .notFilledIn, .failure,
      "`expect: \"?\"` stands where the expected values are still to be filled in",
      hint: "`scenesim run --update` writes down what is there; read it before you keep it",
      example: """
        - launch: A
        - expect: "?"
        """),
  ]
}
