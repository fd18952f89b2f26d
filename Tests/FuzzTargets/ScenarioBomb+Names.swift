extension ScenarioBomb {
  /// Those of very many names, or mistakes, in places where each is looked for among the others.
  public static let named: [ScenarioBomb] = [
    ScenarioBomb(name: "steps on one line") {
      filled(head + app + "steps: [launch: A") { ", set: {k\($0): a}" } + "]\n"
    },
    ScenarioBomb(name: "unknown verbs on one line") {
      filled(head + app + "steps: [launch: A") { ", lonch\($0): A" } + "]\n"
    },
    ScenarioBomb(name: "a step of many keys") {
      filled(head + app + "steps:\n- launch: A\n") { "  k\($0): A\n" }
    },
    ScenarioBomb(
      name: "missing variables in rounds",
      make: {
        let vars = filled(head + app + "vars:\n", share: 2) { "  v\(10_000 + $0): 1\n" }
        return filled(vars + "steps:\n- launch: A\n- repeat: 2\n  do:\n", share: 2) {
          "  - set: {k: '${w\(10_000 + $0)}'}\n"
        }
      }),
    ScenarioBomb(
      name: "parts of a variable",
      make: {
        let vars = filled(head + app + "vars:\n  v:\n", share: 2) { "    p\($0): a\n" }
        return filled(vars + "steps:\n- launch: A\n", share: 2) { "- set: {k: '${v.p\($0)}'}\n" }
      }),
    ScenarioBomb(
      name: "keys of unknown types",
      make: {
        let types = filled(head + "app:\n  types:\n", share: 2) { "    T\($0): {a: int}\n" }
        return filled(types + "  storage:\n", share: 2) { "    k\($0): U\($0)\n" } + "steps: []\n"
      }),
    ScenarioBomb(name: "a type of lists") {
      let (start, end) = (
        String(repeating: "[", count: 500_000), String(repeating: "]", count: 500_000)
      )
      return head + "app:\n  storage: {k: '\(start)int\(end)'}\nsteps: []\n"
    },
    ScenarioBomb(
      name: "keys that are there",
      make: names("  storage:\n", { "    k\(10_000 + $0): int\n" }) {
        "- set: {k\(10_000 + $0): 1}\n"
      }),
    ScenarioBomb(
      name: "tabs that are there",
      make: names("  tabs:\n", { "    t\(10_000 + $0): T\n" }) {
        "- select: t\(10_000 + $0)\n"
      }),
    ScenarioBomb(
      name: "keys in rounds",
      make: names("  storage:\n", { "    k\(10_000 + $0): int\n" }) {
        ($0 == 0 ? "- repeat: 2\n  do:\n" : "") + "  - set: {k\(10_000 + $0)x: a}\n"
      }),
    ScenarioBomb(
      name: "windows in rounds",
      make: {
        let opened = filled(head + app + "steps:\n- launch: A\n", share: 2) { "- open: W\($0)\n" }
        return filled(opened + "- repeat: 2\n  do:\n", share: 2) { "  - close: X\($0)\n" }
      }),
    ScenarioBomb(
      name: "rows",
      make: names("  data:\n    n:\n", { "    - {id: r\(10_000 + $0)}\n" }) {
        "- change-data: {n: {remove: [r\(10_000 + $0)]}}\n"
      }),
  ]
}
