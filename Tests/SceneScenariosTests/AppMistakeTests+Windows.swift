import SceneScenarios
import Testing

extension AppMistakeTests {
  static let windows = [
    Mistaken(
      "a key of the wrong scope, a shadowed place",
      #"""
      storage: { loc: { type: int }, url: { type: url, scope: app, default: "a:b" } }
      navigator: { saves-to: url, places: { "q://{a}": { path: ["{a}"] }, "q://x": { path: \#
      [x] } } }
      """#,
      #"2:24: each window has one URL, so `url` needs `scope: scene` [contradiction]"#,
      #"""
      2:69: no URL leads to `q://x`: `q://{a}` in line 2 takes them all [shadowed] put the \#
      narrower pattern first
      """#),
    Mistaken(
      "no places",
      #"""
      navigator: {}
      """#,
      #"1:12: `places` is missing in `navigator` [missing-key] add `places: …`"#),
    Mistaken(
      "empty places",
      #"""
      navigator: { places: {} }
      """#,
      #"""
      1:22: a navigator needs a place [missing-key] add one: `"quotes://quotes": { tab: \#
      quotes, path: [] }`
      """#),
    Mistaken(
      "windows",
      #"""
      external: front
      conditions: { prefer: [a], can: a }
      scenes: { Main: {}, note: { matching: a, value: Nte, default: 1, restorable: 1 }, x: { \#
      default: 3 }, y: { value: int, default: no } }
      budget: { scene: 0, value: big, all: 3 }
      tombstones: on
      """#,
      #"""
      1:11: `front` is no value of `external` [wrong-value] there are \#
      `matching-window-first`, `front-window`, `new-window`
      """#,
      #"2:15: there is no key `prefer` in `conditions` [unknown-key] did you mean `prefers`?"#,
      #"2:33: `can` needs a list, this is a text [wrong-kind] brackets make a list: [a]"#,
      #"""
      3:11: `Main` is no name for a scene [wrong-value] names that begin with a capital \#
      belong to windows, `$` to matchers
      """#,
      #"3:39: `matching` needs a list, this is a text [wrong-kind] brackets make a list: [a]"#,
      #"""
      3:49: `Nte` is no value of a type [wrong-value] a type of the app is declared: \#
      `types: { Nte: { … } }`
      """#,
      #"3:78: `restorable` needs a bool, this is an integer [wrong-kind]"#,
      #"""
      3:97: a `default` for a scene that has no value [contradiction] add `value: …`, its \#
      type
      """#,
      #"""
      3:128: a text is no `int` [type-mismatch] numbers are written like 12, -3 or 0.5: no \#
      leading 0, +, _ or unit
      """#,
      #"4:18: `0` is no value of `scene` [wrong-value] write 1 or more"#,
      #"""
      4:28: `value` needs an integer, this is a text [wrong-kind] numbers are written like \#
      12, -3 or 0.5: no leading 0, +, _ or unit
      """#,
      #"4:33: there is no key `all` in `budget` [unknown-key] there are `scene`, `value`"#,
      #"5:13: `tombstones` needs a bool, this is a text [wrong-kind] write `true`"#),
    Mistaken(
      "data and lists",
      #"""
      tabs: { w: W }
      data: { c: [{ name: A, cap: B }, { name: C }], d: [1, {}], e: {} , F: [] }
      lists: { l: { tab: x, rows: cc, id: cap, shows: 0 }, m: { rows: c, id: capital }, n: { \#
      rows: c, id: cap }, o: { id: row-number, rows: c, show: 3 }, p: {} }
      loads-data: before
      """#,
      #"""
      2:34: this row has no field `cap`, by which a list finds it again [missing-key] add \#
      `cap: …`
      """#,
      #"""
      2:52: a row of table `d` needs a map, this is an integer [wrong-kind] a map is written \#
      as `{ key: value }`, or as lines `key: value` below
      """#,
      #"2:55: a row of table `d` needs a field [missing-key] its first field names the row"#,
      #"2:63: table `e` needs a list, this is a map [wrong-kind] an empty list is written as []"#,
      #"""
      2:68: `F` is no name for a table [wrong-value] names that begin with a capital belong \#
      to windows, `$` to matchers
      """#,
      #"3:20: the app declares no tab `x` [wrong-value] there are `w`"#,
      #"3:29: the app declares no table `cc` [wrong-value] did you mean `c`?"#,
      #"3:49: `0` is no value of `shows` [wrong-value] write 1 or more"#,
      #"""
      3:72: the rows of table `c` have no field `capital` [wrong-value] there are `name`, \#
      `cap`, `row-number`
      """#,
      #"3:138: there is no key `show` in list `o` [unknown-key] did you mean `shows`?"#,
      #"3:152: `rows` is missing in list `p` [missing-key] add `rows: …`"#,
      #"""
      4:13: `before` is no value of `loads-data` [wrong-value] there are `before-restoring`, \#
      `after-restoring`
      """#),
    Mistaken(
      "tree",
      #"""
      tree: { root: { kind: tab, children: [lst, list] }, list: { kind: list, children: \#
      [root], made-by: clas, returns: nothing }, a: { kind: web, returns: nil, forgets: all, \#
      identifier: no, savs: [] }, b/c: { kind: web } }
      save-allowed: no
      restore-allowed: 1
      """#,
      #"1:23: `tab` is no value of `kind` [wrong-value] did you mean `tabs`?"#,
      #"1:39: the app declares no node `lst` [wrong-value] did you mean `list`?"#,
      #"1:84: node `root` lies inside itself [contradiction]"#,
      #"1:100: `clas` is no value of `made-by` [wrong-value] did you mean `class`?"#,
      #"1:115: `nothing` is no value of `returns` [wrong-value] there are `nil`, `other`"#,
      #"""
      1:151: only a class or the app answers with something else [contradiction] add \#
      `made-by: class` or `made-by: app`
      """#,
      #"1:165: `all` is no value of `forgets` [wrong-value] there are `identifier`"#,
      #"1:182: `identifier` needs a bool, this is a text [wrong-kind] write `false`"#,
      #"1:186: there is no key `savs` in node `a` [unknown-key] did you mean `saves`?"#,
      #"""
      1:198: `b/c` is no restoration identifier [wrong-value] `/` stands between identifiers
      """#,
      #"2:15: `save-allowed` needs a bool, this is a text [wrong-kind] write `false`"#,
      #"3:18: `restore-allowed` needs a bool, this is an integer [wrong-kind]"#),
    Mistaken(
      "migrations",
      #"""
      version: 3
      types: { C: { name: string, flag: string, n: int } }
      migrations:
        - { type: D, to: 3 }
        - { to: 3 }
        - { type: C, too: 3 }
        - { type: C, to: 3, fill: { flg: x, n: abc }, rename: { a: nam, b: name }, convert: { \#
      n: number, z: int }, drop: old }
        - { type: C, to: 2, fill: { old: 1 }, rename: { x: y } }
        - { type: C, to: 3, drop: [old], convert: { y: int } }
      """#,
      #"4:13: the app declares no type `D` [wrong-value] there are `C`"#,
      #"5:5: `type` is missing in this migration [missing-key] add `type: …`"#,
      #"6:16: there is no key `too` in this migration [unknown-key] did you mean `to`?"#,
      #"7:31: there is no key `flg` in type `C` [unknown-key] did you mean `flag`?"#,
      #"""
      7:42: a text is no `int` [type-mismatch] numbers are written like 12, -3 or 0.5: no \#
      leading 0, +, _ or unit
      """#,
      #"7:62: there is no field `nam` in type `C` [wrong-value] did you mean `name`?"#,
      #"7:92: `number` is no value of the new kind of `n` [wrong-value] did you mean `int`?"#,
      #"7:100: there is no key `z` in type `C` [unknown-key] there are `name`, `flag`, `n`"#,
      #"7:116: `drop` needs a list, this is a text [wrong-kind] brackets make a list: [old]"#,
      #"9:47: there is no key `y` in type `C` [unknown-key] there are `name`, `flag`, `n`"#),
  ]
}
