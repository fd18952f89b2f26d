// What a step notices while it goes through.
extension ProblemExplanation {
  static let problems: [ProblemExplanation] = [
    ProblemExplanation(
      .valueNotReadable, .failureOrProblem,
      "a stored value does not fit the type the app declares now; the default is used",
      hint:
        "add a migration or make the field optional; the old bytes are set aside",
      example: """
        scenesim: 1
        scenario: example
        app:
          storage: { count: { type: int } }
        steps:
          - launch: A
          - set: { count: 3 }
          - stop
          - update: { storage: { count: { type: bool } } }
          - launch
        """),
    ProblemExplanation(
      .screenNotRestored, .problem,
      "a saved screen was left out because the data it needs is gone",
      hint: "expect it with `problems: [screen-not-restored]`",
      example: """
        scenesim: 1
        scenario: example
        app:
          storage: { path: [string] }
          data: { countries: [{ name: Peru }] }
        steps:
          - launch: A
          - push: { screen: country/Peru, needs: { countries: { name: Peru } } }
          - background
          - kill
          - change-data: { countries: { remove: [Peru] } }
          - launch
        """),
    ProblemExplanation(
      .listWasEmpty, .problem,
      "a list had no rows when its position was restored",
      hint: "load the data earlier: `loads-data: before-restoring`",
      example: """
        scenesim: 1
        scenario: example
        app:
          tabs: { world: World }
          data: { countries: [{ name: Peru }, { name: Chile }] }
          lists: { countries: { tab: world, rows: countries, id: name } }
          loads-data: after-restoring
        steps:
          - launch: A
          - scroll: { countries: Chile }
          - background
          - kill
          - launch
        """),
    ProblemExplanation(
      .partlyRestored, .problem,
      "a window came back, but something of its session could not be read",
      hint: "look at it with `scenesim store tree`",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - background
          - kill
          - launch: { fails-restoring: A }
        """),
    ProblemExplanation(
      .storeNotUsable, .problem,
      "the store cannot be opened; the app runs without stored values",
      hint: "`fault: none` ends a simulated lock; else see whether another process holds the store",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - fault: { at: connect, do: locked }
          - launch: A
        """),
    ProblemExplanation(
      .duplicatePath, .problem,
      "two objects have the same path of restoration identifiers",
      hint: "give each its own identifier below the same parent",
      example: """
        scenesim: 1
        scenario: example
        app:
          tree: { root: { kind: tabs, children: [a, a] }, a: { kind: screen } }
        steps:
          - launch: A
          - background
        """),
    ProblemExplanation(
      .activityNotRecognised, .problem,
      "an activity of a type the app does not recognise was left out at restoring",
      hint: "add the type to `recognises`",
      example: """
        scenesim: 1
        scenario: example
        app:
          storage: { draft: { type: string, via: activity } }
          restoration: { activity: com.example.other }
        steps:
          - launch: A
          - background
          - kill
          - update: { recognises: [com.example.edit] }
          - launch
        """),
    ProblemExplanation(
      .valueInOtherScope, .problem,
      "a value is stored in another scope than the one its key declares",
      hint: "move it with `move-scope`, or declare the scope it is in",
      example: """
        scenesim: 1
        scenario: example
        app:
          tabs: { hawk: Hawk }
          storage: { draft: { type: string } }
        steps:
          - launch: A
          - set: { draft: x }
          - stop
          - update: { storage: { draft: { scope: tab } } }
          - launch
        """),
    ProblemExplanation(
      .defaultDiffers, .problem,
      "the same key is declared with different defaults",
      hint: "give it one default",
      example: """
        let scope = SceneStore.temporary().scene("A")
        _ = scope[SceneKey("count", default: 1)]
        _ = scope[SceneKey("count", default: 2)]
        """),
    ProblemExplanation(
      .noScope, .problem,
      "a value is read or written outside every scene; it stays in memory",
      hint: "put the declaration inside a scene",
      example: """
        let store = SceneStore.temporary()
        try store.pendingScene().scope.copy(to: store.scene("A"))
        """),
    ProblemExplanation(
      .typeClash, .problem,
      "the same key is declared with two types",
      hint: "give the two keys different names",
      example: """
        let scope = SceneStore.temporary().scene("A")
        scope[SceneKey("count", default: 1)] = 2
        scope[SceneKey("count", default: "")] = "two"
        """),
  ]
}
