/// Input of at most 1 MiB that asks for far more: time, memory, or an end.
///
/// Most are scenarios, some logs and dumps.
/// Each is small text that a program could write, and none of it is random: whoever reads it must
/// be done within the limits, or say at the line what is too much.
public struct ScenarioBomb: Sendable {
  /// What it is made of.
  public let name: String
  /// Its bytes; made when asked for.
  public let make: @Sendable () -> String

  private static let bytes = 1 << 20
  static let head = "scenesim: 1\nscenario: Bomb\n"
  static let app = """
    app:
      tabs: {notes: Notes}
      storage: {k: {type: string, scope: tab}, l: {type: '[string]', scope: tab}, n: int}

    """

  /// The start, as many lines as fit into a share of the file, and the end.
  static func filled(
    _ start: String, share: Int = 1, _ line: (Int) -> String
  ) -> String {
    var text = start
    let limit = start.utf8.count + bytes / share - 1000 * share
    var number = 0
    while text.utf8.count < min(limit, bytes - 1000) {
      text += line(number)
      number += 1
    }
    return text
  }

  /// Lines of steps after a launch.
  static func steps(_ line: @escaping @Sendable (Int) -> String) -> @Sendable () -> String {
    { filled(head + app + "steps:\n- launch: A\n", line) }
  }

  /// Names of an app, and steps that ask for others.
  static func names(
    _ section: String, _ name: @escaping @Sendable (Int) -> String,
    _ step: @escaping @Sendable (Int) -> String
  ) -> @Sendable () -> String {
    {
      let app = filled(head + "app:\n\(section)", share: 2, name)
      return filled(app + "steps:\n- launch: A\n", share: 2, step)
    }
  }

  /// Texts, each of which puts the one before it in ten times.
  private static func doubled(_ start: String, _ quoted: (String) -> String, _ end: String)
    -> String
  {
    var text = head + app + start
    for number in 1...11 {
      text += "  a\(number): \(quoted("${a\(number - 1)}"))\n"
    }
    return text + end
  }

  /// Flow steps in each other, this deep.
  private static func nested(_ depth: Int, _ verb: String, _ inner: String) -> String {
    var (text, indent) = (head + app + "steps:\n- launch: A\n", "")
    for _ in 0..<depth {
      text += "\(indent)- \(verb)\n\(indent)  do:\n"
      indent += "  "
    }
    return text + "\(indent)- \(inner)\n"
  }

  /// Rounds of one step.
  private static func rounds(_ step: String, _ before: String = "") -> @Sendable () -> String {
    { head + app + before + "steps:\n- launch: A\n- repeat: 100000\n  do:\n  - \(step)\n" }
  }

  /// Those that `check` must be done with, beside ``named``.
  public static let read: [ScenarioBomb] = [
    ScenarioBomb(name: "empty lists") { filled(head + "steps: [") { _ in "[]," } + "]\n" },
    ScenarioBomb(name: "deep lists") { head + "steps: " + String(repeating: "[", count: 500_000) },
    ScenarioBomb(name: "anchors") {
      filled(head + "a: &a [x]\n") { "b\($0): &b\($0) [*a, *a]\n" }
    },
    ScenarioBomb(name: "unknown keys") { filled(head + "steps: []\n") { "k\(10_000 + $0): 1\n" } },
    ScenarioBomb(name: "unknown verbs", make: steps { "- lonch\($0): A\n" }),
    ScenarioBomb(name: "a long key", make: steps { "- set: {k\($0): a}\n" }),
    ScenarioBomb(name: "a long word") {
      head + app + "steps:\n- launch: A\n- set: {\(String(repeating: "k", count: 1_000_000)): a}\n"
    },
    ScenarioBomb(name: "a long number") {
      head + app + "steps:\n- launch: A\n- set: {n: \(String(repeating: "9", count: 1_000_000))}\n"
    },
    ScenarioBomb(name: "a long wait") {
      head + app + "steps:\n- wait: \(String(repeating: "1000000d", count: 120_000))\n"
    },
    ScenarioBomb(
      name: "keys",
      make: names("  storage:\n", { "    k\(10_000 + $0): int\n" }) {
        "- set: {k\(10_000 + $0)x: a}\n"
      }),
    ScenarioBomb(
      name: "tabs",
      make: names("  tabs:\n", { "    t\(10_000 + $0): T\n" }) {
        "- select: u\(10_000 + $0)\n"
      }),
    ScenarioBomb(
      name: "updates",
      make: names("  storage:\n", { "    k\($0): int\n" }) {
        "- update: {version: \($0 + 2)}\n"
      }),
    ScenarioBomb(
      name: "cases and keys",
      make: names(
        "  name: '${x}'\n  storage:\n", { "    k\($0): int\n" }
      ) { "\($0 == 0 ? "cases:\n" : "")- {case: c\($0), x: \($0)}\n" }),
    ScenarioBomb(
      name: "cases and updates",
      make: {
        let cases = filled(head + app + "cases:\n", share: 2) { "- {case: c\($0), x: \($0)}\n" }
        return filled(cases + "steps:\n", share: 2) { _ in "- update: {name: '${x}'}\n" }
      }),
    ScenarioBomb(name: "columns") {
      filled(head + app + "cases:\n") { "- {case: c, x\($0): 1}\n" } + "steps:\n- launch: A\n"
    },
    ScenarioBomb(name: "texts in texts") {
      doubled(
        "vars:\n  a0: xxxxxxxxxx\n", { "\"\(String(repeating: $0, count: 10))\"" },
        "steps:\n- launch: A\n- set: {k: '${a11}'}\n")
    },
    ScenarioBomb(name: "columns in columns") {
      doubled(
        "cases:\n- case: c\n  a0: xxxxxxxxxx\n", { "\"\(String(repeating: $0, count: 10))\"" },
        "steps:\n- launch: A\n- set: {k: '${a11}'}\n")
    },
    ScenarioBomb(name: "lists in lists") {
      doubled(
        "cases:\n- case: c\n  a0: xxxxxxxxxx\n",
        { "[\(Array(repeating: "'\($0)'", count: 10).joined(separator: ", "))]" },
        "steps:\n- launch: A\n- set: {l: '${a11}'}\n")
    },
    ScenarioBomb(
      name: "missing variables",
      make: {
        let vars = filled(head + app + "vars:\n", share: 2) { "  v\(10_000 + $0): 1\n" }
        return filled(vars + "steps:\n- launch: A\n", share: 2) {
          "- set: {k: '${w\(10_000 + $0)}'}\n"
        }
      }),
    ScenarioBomb(name: "windows", make: steps { "- {open: W\($0), if: '${b}'}\n" }),
    ScenarioBomb(
      name: "save points", make: steps { "- {save-point: w, if: '${b}', label: \($0)}\n" }),
    ScenarioBomb(
      name: "names of save points",
      make: steps {
        $0.isMultiple(of: 2) ? "- save-point: w\($0)${i}\n" : "- rewind: x\($0)\n"
      }),
    ScenarioBomb(name: "devices") {
      filled(head + app + "devices: [") { "d\($0), " } + "]\nsteps:\n- launch: A\n"
    },
    ScenarioBomb(name: "types") {
      filled(head + "app:\n  types:\n") { "    T\($0): {a: T\($0 + 1), b: T\($0 + 1)}\n" }
        + "steps:\n- launch: A\n"
    },
    ScenarioBomb(name: "handlers") {
      filled(head + "app:\n  storage: {k: string}\n  activities: {a: {}}\n  handlers:\n") { _ in
        "  - {on: a, do: [{set: {k: x}}]}\n"
      } + "steps:\n- launch: A\n"
    },
    ScenarioBomb(name: "separators") {
      filled(head + "steps:\n") { _ in "- \u{2028}x\n" }
    },
    ScenarioBomb(
      name: "expected values",
      make: {
        filled(head + app + "steps:\n- launch: A\n- expect:\n    A:\n      values:\n") {
          "        q\($0): 1\n"
        }
      }),
  ]

  /// Those that a run must end by itself, by its limits or by its time.
  public static let played: [ScenarioBomb] = [
    ScenarioBomb(name: "rounds without a step") {
      nested(2, "repeat: 100000", "{repeat: 100000, do: []}")
    },
    ScenarioBomb(name: "rounds in rounds") { nested(20, "repeat: 100000", "wait: 1s") },
    ScenarioBomb(name: "rounds that do not run") {
      nested(20, "repeat: 100000", "{wait: 1s, if: false}")
    },
    ScenarioBomb(
      name: "lists in rounds",
      make: rounds(
        "{for-each: {a: '${l}'}, do: [{for-each: {b: '${l}'}, do: []}]}",
        "vars: {l: [\(String(repeating: "x, ", count: 100_000))]}\n")),
    ScenarioBomb(name: "save points kept", make: rounds("save-point: p${i}")),
    ScenarioBomb(
      name: "long values",
      make: rounds(
        "set: {k: '${big}${i}'}", "vars: {big: \(String(repeating: "x", count: 200_000))}\n")),
    ScenarioBomb(
      name: "values that double",
      make: {
        head + app + "steps:\n- launch: A\n- set: {k: xxxxxxxxxx}\n- repeat: 100\n  do:\n"
          + "  - get: {k: v}\n  - set: {k: '${v}${v}'}\n"
      }),
    ScenarioBomb(name: "failures", make: rounds("{expect: {A: {tab: other}}, soft: true}")),
    ScenarioBomb(name: "windows opened", make: rounds("open: W${i}")),
    ScenarioBomb(
      name: "lanes",
      make: {
        let lane = String(repeating: "{wait: 1ms}, ", count: 20_000)
        return head + app + "steps:\n- launch: A\n- parallel:\n    orders: 100000\n    lanes: "
          + "{one: [\(lane)], two: [\(lane)]}\n"
      }),
  ]
}
