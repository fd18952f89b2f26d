// What a step notices while it goes through.
extension ProblemExplanation {
  static let problems: [ProblemExplanation] = [
    ProblemExplanation(
      .valueNotReadable, .failureOrProblem,
      "a stored value does not fit the type the app declares now; the default is used",
      hint:
        "add a migration or make the field optional; the old bytes are set aside",
      example: """
        - update: { version: 2, types: { Country: { flag: string } } }
        - launch
        """),
    ProblemExplanation(
      .screenNotRestored, .problem,
      "a saved screen was left out because the data it needs is gone",
      hint: "expect it with `problems: [screen-not-restored]`",
      example: """
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
      example: "app: { loads-data: after-restoring }"),
    ProblemExplanation(
      .partlyRestored, .problem,
      "a window came back, but something of its session could not be read",
      hint: "look at it with `scenesim store tree`",
      example: """
        - fault: { corrupt: { window: A, key: path, flip: 3 } }
        - launch
        """),
    ProblemExplanation(
      .storeNotUsable, .problem,
      "the store cannot be opened; the app runs without stored values",
      hint: "`fault: none` ends a simulated lock; else see whether another process holds the store",
      example: """
        - fault: { at: connect, do: locked }
        - launch
        """),
    ProblemExplanation(
      .duplicatePath, .problem,
      "two objects have the same path of restoration identifiers",
      hint: "give each its own identifier below the same parent",
      example:
        "tree: { root: { kind: tabs, children: { list: { kind: list }, table: { kind: list } } } }"),
    ProblemExplanation(
      .activityNotRecognised, .problem,
      "an activity of a type the app does not recognise was left out at restoring",
      hint: "add the type to `recognises`",
      example: """
        app: { recognises: [com.example.edit] }
        steps:
          - launch: { activities: [com.example.other] }
        """),
    ProblemExplanation(
      .valueInOtherScope, .problem,
      "a value is stored in another scope than the one its key declares",
      hint: "move it with `move-scope`, or declare the scope it is in",
      example: "storage: { draft: { type: string, scope: tab } }"),
    ProblemExplanation(
      .defaultDiffers, .problem,
      "the same key is declared with different defaults",
      hint: "give it one default",
      example: "storage: { draft: { type: string, default: \"\" } }"),
    ProblemExplanation(
      .noScope, .problem,
      "a value is read or written outside every scene; it stays in memory",
      hint: "put the declaration inside a scene",
      example: "@SceneStorage(\"draft\") var draft = \"\"   // in a view outside of every scene"),
    ProblemExplanation(
      .typeClash, .problem,
      "the same key is declared with two types",
      hint: "give the two keys different names",
      example: """
        storage: { count: int }
        # and elsewhere
        storage: { count: string }
        """),
  ]
}
