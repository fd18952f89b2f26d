import SceneReports
import SceneRoaming
import SceneScenarios
import SceneState

enum RoamCheckCommand {
  static let command = Command(
    "roam", "check", abstract: "read all of a user's scenes in a cluster, and say what is wrong",
    operands: "CLUSTER", operandCount: .range(1...1), options: ClusterPlace.options
  ) { invocation, console in
    let cluster = try ClusterPlace(invocation.operands[0])
    let look = try cluster.look(invocation, console)
    let found = try ClusterPlace.tell(look.check)
    switch invocation.format {
    case .json, .jsonl: try console.write(json(found, cluster))
    case .plain: for (name, count) in counts(found) { try console.write("\(name)\t\(count)\n") }
    case .table:
      for line in wrong(found) { try console.write(console.paint.bad("error:") + " \(line)\n") }
      if !invocation.has("quiet") {
        for line in remarks(found) { try console.write("note: \(line)\n") }
        let scenes = Amount.count(found.sceneCount, "scene")
        try console.write(
          found.sceneCount == 0 && found.isSound
            ? "nothing is there for user '\(SafeText.escaped(cluster.user))' of app "
              + "'\(SafeText.escaped(cluster.app))': another name, or another key, sees other scenes\n"
            : "\(scenes), \(found.isSound ? "all sound" : "damage")\n")
      }
    }
    return found.isSound ? .success : .no
  }

  private static func wrong(_ found: ClusterLook.Findings) -> [String] {
    found.damaged.map { SafeText.escaped("scene '\($0.place)': \($0.problem)") }
      + found.endlessOwners.map {
        SafeText.escaped(
          "\($0) has a scene for ever, as no lease says when it is gone; drop that machine")
      }
  }

  private static func remarks(_ found: ClusterLook.Findings) -> [String] {
    var remarks: [String] = found.emptyOwners.map {
      SafeText.escaped("\($0) has a scene of which nothing was carried yet")
    }
    if found.orphanedParts > 0 {
      remarks.append(
        "\(Amount.count(found.orphanedParts, "part")) that no scene names: of a machine that was "
          + "killed, or on its way; the next snapshot of the scene removes them")
    }
    if found.emptyLeases > 0 {
      remarks.append(
        "\(Amount.count(found.emptyLeases, "lease")) without a key, of whatever user; "
          + "they end by themselves")
    }
    if found.olderStates > 0 {
      remarks.append(
        "the cluster keeps \(Amount.count(Int(found.olderStates), "older state")) of what is "
          + "there, until its operator compacts it")
    }
    if found.diskBytes > found.usedBytes {
      remarks.append(
        "\(Amount.bytes(Int(found.diskBytes - found.usedBytes))) of the member's "
          + "\(Amount.bytes(Int(found.diskBytes))) are free for its operator to defragment")
    }
    return remarks
  }

  private static func counts(_ found: ClusterLook.Findings) -> [(String, Int)] {
    [
      ("scenes", found.sceneCount), ("damaged", found.damaged.count),
      ("endlessOwners", found.endlessOwners.count), ("emptyOwners", found.emptyOwners.count),
      ("orphanedParts", found.orphanedParts), ("emptyLeases", found.emptyLeases),
      ("olderStates", Int(found.olderStates)), ("diskBytes", Int(found.diskBytes)),
      ("usedBytes", Int(found.usedBytes)),
    ]
  }

  private static func json(_ found: ClusterLook.Findings, _ cluster: ClusterPlace) -> JSON {
    .object(
      [
        .init("schema", .string("scenesim.roam.check/1")), .init("cluster", .string(cluster.text)),
        .init("sound", .bool(found.isSound)),
        .init("problems", .list(wrong(found).map { .string($0) })),
      ] + counts(found).map { .init($0.0, .int($0.1)) })
  }
}
