import SceneScenarios
import Testing

struct AppMistakeTests {
  @Test(arguments: mistaken)
  func `all mistakes of an app are found in one run, each at its place`(
    mistaken: Mistaken
  ) throws {
    #expect(try AppHelper.mistakes(mistaken.app) == mistaken.mistakes)
  }

  struct Mistaken: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let app: String
    let mistakes: [String]

    init(_ name: String, _ app: String, _ mistakes: String...) {
      (testDescription, self.app, self.mistakes) = (name, app, mistakes)
    }
  }

  static let mistaken = keys + behaviour + windows

  private static let keys = [
    Mistaken(
      "top level keys",
      #"""
      devise: ipad
      tabs: [a]
      windows: some
      """#,
      #"1:1: there is no key `devise` in the app [unknown-key] did you mean `device`?"#,
      #"2:7: `tabs` needs a map, this is a list [wrong-kind] a map has a value for each: `{ a: … }`"#,
      #"3:10: `some` is no value of `windows` [wrong-value] there are `one`, `many`"#),
    Mistaken(
      "plain values",
      #"""
      version: 0
      id: 3
      """#,
      #"1:10: `0` is no value of `version` [wrong-value] write a number from 1 to 4294967295"#,
      #"2:5: `id` needs a text, this is an integer [wrong-kind] quotes make it a text: "3""#),
    Mistaken(
      "an iPhone",
      #"""
      device: iphone
      windows: many
      """#,
      #"""
      2:10: an iPhone shows one window [contradiction] write `windows: one`, or `device: \#
      ipad`
      """#),
    Mistaken(
      "tabs",
      #"""
      tabs: { Hawk: x, raven: 3, $a: b }
      """#,
      #"""
      1:25: the title of tab `raven` needs a text, this is an integer [wrong-kind] quotes \#
      make it a text: "3"
      """#,
      #"""
      1:28: `$a` is no name for a tab [wrong-value] a name has no control characters and does \#
      not begin with `$`, which belongs to matchers
      """#),
    Mistaken(
      "types",
      #"""
      types: { string: { a: int }, A: { b: B, c: strng, $x: int }, B: { a: A } }
      """#,
      #"""
      1:10: `string` is no name for a type [wrong-value] names of types are words, and none \#
      of `bool`, `data`, `date`, `double`, `int`, `string`, `url`
      """#,
      #"1:44: `strng` is no value of a type [wrong-value] did you mean `string`?"#,
      #"1:51: `$x` is no name for a field [wrong-value] `$` belongs to matchers"#,
      #"""
      1:70: type `A` contains itself [wrong-value] only a list or map can hold values of the type \#
      it lies in: `[A]`
      """#),
    Mistaken(
      "types used",
      #"""
      types: { A: { b: B }, B: { c: nope } }
      storage: { a: A?, b: { type: "[B]" } }
      """#,
      #"""
      1:31: `nope` is no value of a type [wrong-value] there are `bool`, `data`, `date`, \#
      `double`, `float`, `int`, `string`, `url`, `uuid`, `A`, `B`
      """#),
    Mistaken(
      "storage keys",
      #"""
      storage: { a: { type: strig, scope: scen, vai: store, default: 1 }, b: { scope: tab } }
      """#,
      #"1:23: `strig` is no value of a type [wrong-value] did you mean `string`?"#,
      #"1:37: `scen` is no value of `scope` [wrong-value] did you mean `scene`?"#,
      #"1:43: there is no key `vai` in storage key `a` [unknown-key] did you mean `via`?"#,
      #"1:72: `type` is missing in storage key `b` [missing-key] add `type: …`"#,
      #"1:81: `scope: tab` in an app without tabs [contradiction]"#),
    Mistaken(
      "nested scopes",
      #"""
      tabs: { hawk: H }
      nested: { editor: { in: hawk }, note: ~, x: { in: hwk }, y: { inn: hawk } }
      storage: { a: { type: int, scope: tab/editr }, b: { type: int, scope: scene/editor }, \#
      c: { type: int, scope: tab/note }, d: { type: int, scope: tab(hwk) }, e: { type: int, \#
      scope: scene/notes }, f: { type: int, scope: scene/other } }
      """#,
      #"2:51: the app declares no tab `hwk` [wrong-value] did you mean `hawk`?"#,
      #"2:63: there is no key `inn` in nested scope `y` [unknown-key] did you mean `in`?"#,
      #"3:35: the app declares no nested scope `editr` [wrong-value] did you mean `editor`?"#,
      #"""
      3:71: the nested scope `editor` lies below the tab `hawk` [contradiction] write \#
      `scope: tab/editor`
      """#,
      #"""
      3:110: the nested scope `note` lies below the window [contradiction] write `scope: \#
      scene/note`
      """#,
      #"3:145: the app declares no tab `hwk` [wrong-value] did you mean `hawk`?"#,
      #"3:180: the app declares no nested scope `notes` [wrong-value] did you mean `note`?"#),
    Mistaken(
      "via and on-mismatch",
      #"""
      storage: { a: { type: int, via: activty }, b: { type: int, on-mismatch: keep }, c: { \#
      type: int, via: activity } }
      """#,
      #"1:33: `activty` is no value of `via` [wrong-value] did you mean `activity`?"#,
      #"""
      1:73: `keep` is no value of `on-mismatch` [wrong-value] there are `set-aside`, `fail`, \#
      `drop-element`
      """#,
      #"""
      1:102: `via: activity` in an app without `restoration` [contradiction] add \#
      `restoration: { activity: … }` to the app, or leave `via` out
      """#),
  ]

  private static let behaviour = [
    Mistaken(
      "values in activities",
      #"""
      tabs: { hawk: H }
      restoration: { activity: com.a, titel: x }
      storage: { a: { type: int, via: activity, scope: tab }, b: { type: int, via: activity, \#
      scope: app }, c: { type: int, via: activity } }
      """#,
      #"2:33: there is no key `titel` in `restoration` [unknown-key] did you mean `title`?"#,
      #"""
      3:33: a value in the window's activity belongs to the window, not to another scope \#
      [contradiction] write `scope: scene`; without `via` the store keeps it where \#
      `scope` says, and it does not expire
      """#,
      #"""
      3:78: a value in the window's activity belongs to the window, not to another scope \#
      [contradiction] write `scope: scene`; without `via` the store keeps it where \#
      `scope` says, and it does not expire
      """#),
    Mistaken(
      "restoration",
      #"""
      restoration: { title: x }
      """#,
      #"1:14: `activity` is missing in `restoration` [missing-key] add `activity: …`"#),
    Mistaken(
      "activities",
      #"""
      types: { T: { a: string } }
      activities: { com.a: { payload: Tt }, com.b: { payload: int }, com.c: { paylod: T }, \#
      com.d: T, com.e: ~ }
      recognises: com.a
      """#,
      #"2:33: `Tt` is no value of a type [wrong-value] did you mean `T`?"#,
      #"""
      2:57: a payload has fields, `int` has none [contradiction] its fields and their types: \#
      `payload: { id: string }`
      """#,
      #"""
      2:73: there is no key `paylod` in activity `com.c` [unknown-key] did you mean \#
      `payload`?
      """#,
      #"""
      2:93: activity `com.d` needs a map, this is a text [wrong-kind] its fields stand under \#
      `payload`: `{ payload: T }`
      """#,
      #"""
      3:13: `recognises` needs a list, this is a text [wrong-kind] brackets make a list: \#
      [com.a]
      """#),
    Mistaken(
      "handlers",
      #"""
      tabs: { hawk: H }
      nested: { editor: { in: hawk } }
      types: { T: { book: string } }
      activities: { com.a: { payload: T } }
      handlers:
        - { on: com.aa, do: [] }
        - { do: [] }
        - { on: com.a }
        - { on: com.a, if: yes, at: hwk, do: [{ select: hawk }] }
        - { on: com.a, at: hawk/editor, do: [launch, { in: A, select: hawk }, { selct: hawk \#
      }, { select: "${payload.bok}" }, { select: hawk, fails: no-such-tab }] }
        - { on: com.a, wen: x, do: pop }
      """#,
      #"""
      6:11: a handler for `com.aa`, which the app does not declare [activity-not-declared] \#
      did you mean `com.a`?
      """#,
      #"7:5: `on` is missing in this handler [missing-key] add `on: …`"#,
      #"8:5: `do` is missing in this handler [missing-key] add `do: […]`"#,
      #"9:22: `if` needs a bool, this is a text [wrong-kind] write `true`"#,
      #"9:31: `hwk` is no value of `at` [wrong-value] did you mean `hawk`?"#,
      #"""
      10:40: an app cannot do `launch`: its steps act inside its window and on its data \#
      [contradiction] its user or the system begins and ends an app: the scenario does
      """#,
      #"""
      10:54: a step of the app names no window with `in` [contradiction] it acts in its own; \#
      `in: others` takes it in all other windows, `in: all` in each of them, `in: opened` in \#
      those that it has opened
      """#,
      #"10:75: there is no step `selct` [no-such-step] did you mean `select` or `set`?"#,
      #"10:100: the payload has no field `bok` [no-such-variable] did you mean `book`?"#,
      #"""
      10:143: `fails` does not go with a step of the app [contradiction] it acts in its own \#
      window, and its failure is the failure of the step outside
      """#,
      #"""
      11:18: there is no key `wen` in this handler [unknown-key] there are `on`, `if`, `at`, \#
      `do`
      """#,
      #"11:30: `do` needs a list, this is a text [wrong-kind] brackets make a list: [pop]"#),
    Mistaken(
      "handlers without tabs, phases",
      #"""
      handlers: [{ on: a, at: tab, do: [] }]
      activities: { a: ~ }
      on-phase: { actve: [], active: [kill], inactive: pop }
      """#,
      #"1:25: `at: tab` in an app without tabs [contradiction]"#,
      #"3:13: there is no key `actve` in `on-phase` [unknown-key] did you mean `active`?"#,
      #"""
      3:33: an app cannot do `kill`: its steps act inside its window and on its data \#
      [contradiction] its user or the system begins and ends an app: the scenario does
      """#,
      #"""
      3:50: `inactive` needs a list, this is a text [wrong-kind] brackets make a list: [pop]
      """#),
    Mistaken(
      "places",
      #"""
      tabs: { q: Q }
      storage: { loc: { type: int }, url: { type: url, scope: tab, default: "a:b" }, path: { \#
      type: [string] }, selectedTab: string }
      navigator: { saves-to: lok, places: { "q://{a}": { tab: q, path: ["{a}", "{b}"] }, \#
      "nope": {}, "q://{": {}, "q://x": { tab: w, pth: [] } }, check: { a: "[", z: x } }
      """#,
      #"""
      2:80: the navigator keeps tab and path in its URL, a key `path` would keep them twice \#
      [contradiction] remove the key, or `navigator`
      """#,
      #"""
      2:106: the navigator keeps tab and path in its URL, a key `selectedTab` would keep \#
      them twice [contradiction] remove the key, or `navigator`
      """#,
      #"3:24: the app declares no key `lok` [wrong-value] did you mean `loc`?"#,
      #"""
      3:74: '{b}' has a part 'b' that the URL's pattern has not [wrong-value] the pattern is \#
      `q://{a}`
      """#,
      #"3:84: 'nope' does not begin with a scheme, such as 'quotes:' [wrong-value]"#,
      #"3:96: 'q://{' has a '{' without '}' [wrong-value]"#,
      #"3:125: the app declares no tab `w` [wrong-value] there are `q`"#,
      #"3:128: there is no key `pth` in place `q://x` [unknown-key] did you mean `path`?"#,
      #"""
      3:153: the check of part 'a' is no regular expression: expected custom character class \#
      members [wrong-value]
      """#,
      #"3:158: there is no key `z` in `check` [unknown-key] there are `a`"#),
    Mistaken(
      "a key of the wrong type",
      #"""
      storage: { loc: { type: int }, url: { type: url, scope: app, default: "a:b" } }
      navigator: { saves-to: loc, places: { "q://{a}": { path: ["{a}"] }, "q://x": { path: \#
      [x] } }, check: { a: "[" } }
      """#,
      #"""
      2:24: a URL is kept in a key of type `url` or `string`, the type of `loc` is `int` \#
      [contradiction]
      """#,
      #"""
      2:107: the check of part 'a' is no regular expression: expected custom character class \#
      members [wrong-value]
      """#),
  ]
}
