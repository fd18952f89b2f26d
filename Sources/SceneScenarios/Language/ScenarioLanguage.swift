/// The language but for its steps: what stands on top of a file and beside the verb of a step.
package enum ScenarioLanguage {
  package typealias Field = Shape.Field

  package static let topLevel: [Field] = [
    Field("scenesim", .integer(1...1), "the version of the format: 1", isRequired: true),
    Field("scenario", .text("a title"), "the title, one sentence", isRequired: true),
    Field("about", .text("a text"), "what the scenario shows, for whoever reads it"),
    Field("tags", .texts, "words by which `run --tag` chooses scenarios"),
    Field(
      "app", .either([.part(.app), .text("an app in Swift, or the file of an app")]),
      "the app that is played, written here, in a file of its own, or in Swift"),
    Field("vars", .named("a variable", .value), "values that `${name}` stands for"),
    Field(
      "cases", .list(.map(caseColumns)),
      "the whole scenario once per case, on a fresh store; other keys are its variables"),
    Field("before", .part(.steps), "steps that run before `steps`"),
    Field("steps", .part(.steps), "what happens, and what is expected", isRequired: true),
    Field("skip", .text("a reason"), "the reason why the scenario is not run"),
    Field("seed", .integer(Int.min...Int.max), "where random orders start"),
    Field("explore", .map(explore), "what `scenesim explore` tries, and what has to hold"),
    Field("devices", .list(.text("a device")), "the devices, each with a store of its own"),
    Field("roaming", .bool, "whether windows can be brought from device to device, by a cluster"),
    Field("time-limit", .time, "how long one case may run"),
  ]

  /// A case has a title; what else it has are variables.
  package static let caseColumns: [Field] = [
    Field("case", .text("a title"), "the title of the case", isRequired: true)
  ]

  static let condition = Shape.either([
    .bool,
    .map([
      Field(ValueCondition.word, .named("a key", .matched), "values of the window"),
      Field(
        ValueCondition.rowWord, .named("table.field", .value),
        "whether a table has a row with these fields"),
      Field(
        ValueCondition.noRowWord, .named("table.field", .value), "whether it has none"),
      Field(
        ValueCondition.awayWord, .time,
        "whether the window has not been active for so long, in `on-launch` and `on-phase`"),
      Field(
        ValueCondition.olderWord, .named("a date", .time),
        "whether dates are at least so old: variables such as m.came, or keys of the window"),
      Field(
        ValueCondition.newDayWord,
        .either([.bool, .written("a time such as 4:00", pattern: DayTime.pattern)]),
        "whether midnight, in UTC, or another time of the day has passed since the window was active, in "
          + "the same"),
    ]),
    .named("a variable", .value),
  ])

  /// The keys that a step may have beside its verb.
  package static let modifiers: [Field] = [
    Field(
      "in", .either([.window, .word(WindowsMeant.words)]),
      "the window the step acts in, if more than one is connected; in steps of the app all, others, "
        + "those opened by its own, or its opener"
    ),
    Field("on", .text("a device"), "the device the step acts on"),
    Field("at", .text("a place"), "the place or tab whose values the step reads or writes"),
    Field("label", .text("a text"), "words for reports"),
    Field(
      "if", condition,
      "whether the step runs: a bool, variables with the values they need, `$value` with keys and what "
        + "they need, `$row` or `$no-row` with a row, `$away` with a time, `$older` with dates, or "
        + "`$new-day`"),
    Field("fails", .text("a code"), "the code with which the step has to be refused"),
    Field("soft", .bool, "whether the run goes on if the step fails"),
  ]

  /// Values that are too long to be written out, as maps with this one key.
  package static let generated: [Field] = [
    Field("$text", .integer(0...16 << 20), "a text of so many bytes"),
    Field("$list", .map(Array(many.dropFirst())), "a list of many values; `${i}` counts from 0"),
    Field("$map", .map(many), "a map of many values; `${i}` counts from 0"),
  ]

  private static let many: [Field] = [
    Field("key", .text("a text"), "the key of each, with `${i}` in it", isRequired: true),
    Field("of", .value, "each value", isRequired: true),
    Field("times", .integer(0...1_000_000), "how many", isRequired: true),
  ]

  /// The keys of steps that run other steps.
  package static let flowParts: [Field] = [
    Field("do", .part(.steps), "the steps below it"),
    Field("with", .named("a variable", .value), "variables for the steps of `include`"),
  ]
}
