import SceneReports
import SceneRoaming
import SceneScenarios
import SceneState

enum RoamDropCommand {
  static let command = Command(
    "roam", "drop", abstract: "let go of all scenes of a machine that is lost",
    operands: "CLUSTER MACHINE", operandCount: .range(2...2),
    options: [StoreTarget.force] + ClusterPlace.options,
    operandValues: .nothing
  ) { invocation, console in
    let cluster = try ClusterPlace(invocation.operands[0])
    let device = invocation.operands[1]
    let look = try cluster.look(invocation, console)
    let places = try ClusterPlace.tell(look.places)
    let concerned = places.filter { $0.device == device }
    guard !concerned.isEmpty else { throw nothing(on: device, places, cluster) }
    let word = ShellText.word(cluster.text)
    let scenes = Amount.count(concerned.count, "scene")
    let isAgreed = try console.agrees(
      to: .named(device), "let go of \(scenes) in the name of \(device)",
      isForced: invocation.has("force"),
      next: "scenesim roam drop \(word) \(ShellText.word(device)) --force")
    guard isAgreed else { return .no }
    let dropped =
      console.isDryRun
      ? concerned
      : try ClusterPlace.tell { () throws(RoamingProblem) in
        try look.drop(device: device)
      }
    switch invocation.format {
    case .json, .jsonl:
      try console.write([
        "schema": "scenesim.roam.drop/1", "cluster": .string(cluster.text),
        "dryRun": .bool(console.isDryRun), "places": .list(dropped.map(RoamPlacesCommand.json)),
      ])
    case .plain:
      for place in dropped {
        try console.write("\(SafeText.escaped(place.name))\t\(place.scene.rawValue)\n")
      }
    case .table:
      guard !invocation.has("quiet") else { break }
      let names = dropped.map { SafeText.escaped($0.name) }.joined(separator: ", ")
      let machine = SafeText.escaped(device)
      if console.isDryRun {
        try console.write("would let go of \(names), which \(machine) has\n")
      } else {
        try console.write("\(machine) has let go of \(names)\n")
        console.complain(
          "what \(machine) had not carried is on it alone; it can still log in until its user's "
            + "password is changed and its certificate is refused\n")
      }
    }
    return .success
  }

  private static func nothing(
    on device: String, _ places: [Roaming.Place], _ cluster: ClusterPlace
  ) -> CommandFailure {
    let machines = Set(places.map(\.device)).sorted()
    return CommandFailure(
      .no, "no scene of \(cluster.user) is on a machine called '\(device)'",
      code: "no-such-scene",
      hint: ErrorText.suggestion(for: device, among: machines)
        ?? (machines.isEmpty
          ? "there is none at all" : "there are \(machines.joined(separator: ", "))"),
      next: "scenesim roam places \(ShellText.word(cluster.text))")
  }
}
