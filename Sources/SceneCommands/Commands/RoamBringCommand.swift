import FoundationEssentials
import SceneReports
import SceneRoaming
import SceneState

enum RoamBringCommand {
  static let command = Command(
    "roam", "bring", abstract: "bring a scene into a store; the machine that has it lets go",
    operands: "CLUSTER SCENE", operandCount: .range(2...2),
    options: [
      StoreSource.option,
      .value("device", "NAME", "what people call this machine; scenesim if not given"),
      .value("patience", "SECONDS", "how long to wait for the machine that has it; 10"),
    ] + ClusterPlace.options,
    operandValues: .nothing
  ) { invocation, console in
    let (cluster, place) = try chosen(invocation, console)
    if console.isDryRun {
      console.tellWould("bring '\(place.name)' from \(place.device) into", try folder(invocation))
      return .success
    }
    var options = try cluster.roamingOptions(invocation, console)
    if let seconds = try invocation.number("patience", least: 0) {
      options.patience = .seconds(seconds)
    }
    let store = try open(invocation, cluster)
    defer { store.close() }
    let device = invocation.value("device") ?? "scenesim"
    let roaming = try cluster.roaming(store, device: device, options, console)
    defer { roaming.close() }
    let scene = try ClusterWait.answer(console) { () throws(RoamingProblem) in
      try await roaming.bring(place.scene)
    }
    try report("brought", place, as: scene, invocation, console)
    return .success
  }

  static let fork = Command(
    "roam", "fork", abstract: "copy a scene into a store, as one of its own; the other one stays",
    operands: "CLUSTER SCENE", operandCount: .range(2...2),
    options: [StoreSource.option] + ClusterPlace.options,
    operandValues: .nothing
  ) { invocation, console in
    let (cluster, place) = try chosen(invocation, console)
    if console.isDryRun {
      console.tellWould("copy '\(place.name)' of \(place.device) into", try folder(invocation))
      return .success
    }
    let store = try open(invocation, cluster)
    defer { store.close() }
    let look = try cluster.look(invocation, console)
    let now = Date(timeIntervalSinceReferenceDate: console.surroundings.secondsSince2001())
    let scene = try ClusterPlace.tell { () throws(RoamingProblem) in
      try look.copy(place.scene, into: store, now: now)
    }
    try report("copied", place, as: scene, invocation, console)
    return .success
  }

  private static func chosen(
    _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) -> (ClusterPlace, Roaming.Place) {
    let cluster = try ClusterPlace(invocation.operands[0])
    _ = try folder(invocation)
    let places = try ClusterPlace.tell(try cluster.look(invocation, console).places)
    return (cluster, try ChosenScene.find(invocation.operands[1], among: places, of: cluster))
  }

  private static func folder(_ invocation: Invocation) throws(CommandFailure) -> String {
    guard let folder = invocation.value("store") else {
      throw .usage(
        "no store given", hint: "say which store gets the scene, also a new one: --store DIR",
        next: "scenesim help \(invocation.command.name)")
    }
    return folder
  }

  private static func open(
    _ invocation: Invocation, _ cluster: ClusterPlace
  ) throws(CommandFailure) -> SceneStore {
    let folder = try folder(invocation)
    do throws(SceneProblem) {
      return try SceneStore.open(
        URL(filePath: folder), options: SceneStore.Options(appID: cluster.app))
    } catch { throw StoreTarget(directory: folder).failure(error) }
  }

  private static func report(
    _ verb: String, _ place: Roaming.Place, as scene: SceneID, _ invocation: Invocation,
    _ console: Console
  ) throws(CommandFailure) {
    let folder = try folder(invocation)
    switch invocation.format {
    case .json, .jsonl:
      try console.write([
        "schema": .string("scenesim.roam.\(verb)/1"), "store": .string(folder),
        "name": .string(scene.rawValue), "from": RoamPlacesCommand.json(place),
      ])
    case .plain:
      try console.write("\(SafeText.escaped(scene.rawValue))\t\(place.scene.rawValue)\n")
    case .table:
      guard !invocation.has("quiet") else { return }
      let name = scene.rawValue == place.name ? "" : ", as '\(SafeText.escaped(scene.rawValue))'"
      try console.write(
        "\(verb) '\(SafeText.escaped(place.name))' of \(SafeText.escaped(place.device)) into "
          + "\(SafeText.escaped(folder))\(name)\n")
    }
  }
}
