// What stops a step: processes, devices, drags, values and checks.
extension ProblemExplanation {
  static let otherFailures: [ProblemExplanation] = [
    ProblemExplanation(
      .appNotRunning, .failure,
      "a step needs the app and it is not running",
      hint: "`launch` it first",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - stop
          - activate: A
        """),
    ProblemExplanation(
      .alreadyRunning, .failure,
      "the app is launched while it is running",
      hint: "end it first: `background` and `kill`, or `stop`",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - launch
        """),
    ProblemExplanation(
      .appRunning, .failure,
      "a step is only possible while the app is not running",
      hint: "end the app first: `background` and `kill`, or `stop`",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - update: { version: 2 }
        """),
    ProblemExplanation(
      .noQuitHere, .failure,
      "apps cannot be quit on this device",
      hint: "use `background` and `kill`, or `force-quit`; `quit` is for the Mac",
      example: """
        scenesim: 1
        scenario: example
        app:
          device: ipad
        steps:
          - launch: A
          - quit
        """),
    ProblemExplanation(
      .nothingHeld, .failure,
      "something is dropped and no drag is held",
      hint: "begin with `drag: { …, drop: hold }`",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - drop: right-edge
        """),
    ProblemExplanation(
      .dragHeld, .failure,
      "a drag begins while another one is held",
      hint: "end the first one with `drop`",
      example: """
        scenesim: 1
        scenario: example
        app:
          activities: { com.example.a: {} }
        steps:
          - launch: A
          - drag: { from: A, activity: com.example.a, drop: hold }
          - drag: { from: A, activity: com.example.a, drop: left-edge }
        """),
    ProblemExplanation(
      .nothingAdvertised, .failure,
      "the front window of a device offers nothing that could be handed over",
      hint: "`advertise` an activity first; a window that is not active offers none",
      example: """
        scenesim: 1
        scenario: example
        devices: [Phone, Tablet]
        steps:
          - { launch: A, on: Phone }
          - { launch: B, on: Tablet }
          - handoff: { from: Phone, to: Tablet }
        """),
    ProblemExplanation(
      .noSnapshot, .failure,
      "the moment cannot be kept: the app is written in Swift, or the store is behind it",
      hint: "keep a moment in which the app does not run, and in which no fault waits",
      example: """
        scenesim: 1
        scenario: example
        app:
          storage: { draft: string }
        steps:
          - launch: A
          - fault: { at: commit, do: disk-full }
          - set: { draft: x }
          - save-point: never
        """),
    ProblemExplanation(
      .timeLimit, .failure,
      "a case runs for longer than its scenario allows",
      hint: "give it more time, or fewer steps",
      example: """
        scenesim: 1
        scenario: example
        time-limit: 0s
        steps:
          - launch: A
          - wait: 1m
        """),
    ProblemExplanation(
      .noSuchDevice, .failure,
      "a step names a device that the scenario does not have",
      hint: "name it at the top: `devices: [Phone, Tablet]`",
      example: """
        scenesim: 1
        scenario: example
        devices: [Phone, Tablet]
        steps:
          - { launch: A, on: Watch }
        """),
    ProblemExplanation(
      .noSuchScene, .failure,
      "a window is opened for a scene that the app does not declare",
      hint: "declare it: `scenes: { detail: { … } }`",
      example: """
        scenesim: 1
        scenario: example
        app:
          scenes: { main: {}, detail: {} }
        steps:
          - launch: A
          - open: { window: B, scene: detial }
        """),
    ProblemExplanation(
      .noRoute, .failure,
      "no window and no scene declaration takes an external event",
      hint: "add a scene without `matching`, or one whose `matching` fits",
      example: """
        scenesim: 1
        scenario: example
        app:
          activities: { com.example.note: {} }
          scenes: { detail: { matching: ["detail:*"] } }
          conditions: { can: [] }
        steps:
          - launch: A
          - continue: { activity: com.example.note, target: "note:1" }
        """),
    ProblemExplanation(
      .handlerFailed, .failureOrProblem,
      "what the app does with an activity or a link has failed; the window is told",
      hint: "look at the handler; its error stands in the message",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - link: "http://no:port"
        """),
    ProblemExplanation(
      .sessionInUse, .failure,
      "a session is open in another process that is alive",
      hint: "end that process, or take the session over",
      example: """
        let store = SceneStore.temporary()
        store.scene("A")[SceneKey("draft", default: "")] = "x"
        let pending = store.pendingScene()
        pending.resolve("A")
        """),
    ProblemExplanation(
      .valueTooLarge, .failure,
      "a value has more bytes than one value may have",
      hint: "store a reference to the data; `budget: { value: … }` sets the limit",
      example: """
        scenesim: 1
        scenario: example
        app:
          storage: { draft: string }
          budget: { value: 4 }
        steps:
          - launch: A
          - set: { draft: Tala is brave }
        """),
    ProblemExplanation(
      .sceneTooLarge, .failure,
      "the values of a window have more bytes together than a window may have",
      hint: "store less; `budget: { scene: … }` sets the limit",
      example: """
        scenesim: 1
        scenario: example
        app:
          storage: { draft: string }
          budget: { scene: 4 }
        steps:
          - launch: A
          - set: { draft: Tala is brave }
        """),
    ProblemExplanation(
      .notAsExpected, .failure,
      "a check found another value than the one it expects",
      hint: "the message says which step wrote the value last",
      example: """
        scenesim: 1
        scenario: example
        app:
          storage: { draft: string }
        steps:
          - launch: A
          - set: { draft: one }
          - expect: { A: { values: { draft: two } } }
        """),
    ProblemExplanation(
      .events, .failure,
      "an event that a check waits for is missing or comes in another order",
      hint: "events count since the last look; `exactly` forbids others in between",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - background
          - expect: { events: { A: [didDisconnect] } }
        """),
    ProblemExplanation(
      .notFilledIn, .failure,
      "`expect: \"?\"` stands where the expected values are still to be filled in",
      hint: "`scenesim run --update` writes down what is there; read it before you keep it",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - expect: "?"
        """),
  ]
}
