import SceneReports
import SceneRoaming
import SceneScenarios
import SceneState

enum RoamCompactCommand {
  static let command = Command(
    "roam", "compact", abstract: "make a cluster forget older states, and give their room back",
    operands: "CLUSTER", operandCount: .range(1...1),
    options: [StoreTarget.force] + ClusterPlace.options
  ) { invocation, console in
    let cluster = try ClusterPlace(invocation.operands[0])
    let look = try cluster.look(invocation, console)
    let word = ShellText.word(cluster.text)
    let isAgreed = try console.agrees(
      to: .several, "forget the older states of all users of this cluster",
      isForced: invocation.has("force"), next: "scenesim roam compact \(word) --force")
    guard isAgreed else { return .no }
    let isQuiet = invocation.has("quiet") || invocation.format != .table
    let done = try ClusterPlace.tell { () throws(RoamingProblem) in
      try look.compact(isTried: console.isDryRun) { member in
        if !isQuiet { console.complain("\(SafeText.escaped(member)) makes its file smaller …\n") }
      }
    }
    switch invocation.format {
    case .json, .jsonl:
      try console.write([
        "schema": "scenesim.roam.compact/1", "cluster": .string(cluster.text),
        "dryRun": .bool(console.isDryRun), "revision": .int(Int(done.revision)),
        "members": .list(
          done.members.map {
            [
              "member": .string($0.name), "before": .int(Int($0.before)),
              "after": .int(Int($0.after)),
            ]
          }),
      ])
    case .plain:
      for member in done.members {
        try console.write("\(SafeText.escaped(member.name))\t\(member.before)\t\(member.after)\n")
      }
    case .table:
      guard !invocation.has("quiet") else { break }
      for member in done.members {
        let (name, before) = (SafeText.escaped(member.name), Amount.bytes(Int(member.before)))
        try console.write(
          console.isDryRun
            ? "would make the file of \(name) smaller, which has \(before)\n"
            : "\(name)  \(before) → \(Amount.bytes(Int(member.after)))\n")
      }
    }
    return .success
  }
}
