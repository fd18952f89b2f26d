import SceneReports
import SceneState
import StoreTools

enum StoreScenesCommand {
  static let command = Command(
    "store", "scenes", abstract: "list the windows a store knows, with what is saved of each",
    operands: "[STORE] [SCENE]", operandCount: .range(0...2),
    options: [
      StoreSource.option,
      .flag("destroyed", "also those that were closed for good, as far as they left a trace"),
      .flag("full", "never cut a value"),
    ] + ClusterPlace.options
  ) { invocation, console in
    console.pages(invocation)
    let source = try StoreSource(invocation, console: console, needsAddress: false)
    let pattern = try source.address.map { (text) throws(CommandFailure) in
      try AddressPattern(text)
    }
    let snapshot = try source.contents(of: pattern ?? .everything)
    let shortfall = Shortfall(snapshot, [])
    shortfall.tell(of: source.directory, console)
    let chosen = try pattern?.scenes(in: snapshot)
    let scenes = SceneFacts.all(in: snapshot, withDestroyed: invocation.has("destroyed"))
      .filter { scene in chosen.map { $0.contains(scene.session.id) } ?? true }
    let output = SceneOutput(
      symbols: console.symbols, paint: console.paint,
      now: console.surroundings.secondsSince2001())
    try console.answer(
      invocation, "store.scenes", [.init("store", .string(source.directory))],
      rows: "scenes", scenes.map(SceneOutput.json), plain: scenes.map(SceneOutput.plain),
      table: output.table(scenes, width: console.width, isFull: invocation.has("full")),
      footer: footer(scenes, console))
    return shortfall.code
  }

  private static func footer(_ scenes: [SceneFacts], _ console: Console) -> String {
    let destroyed = scenes.count { $0.isDestroyed }
    var facts = [Amount.count(scenes.count - destroyed, "scene")]
    if destroyed > 0 { facts.append("\(destroyed) destroyed") }
    let open = scenes.count { $0.owner.map(ProcessText.isRunning) ?? false }
    if open > 0 { facts.append("\(open) open") }
    return facts.joined(separator: " \(console.symbols.dot) ")
  }
}
