import SceneScenarios
import SceneSimulator

/// The store in memory and the real one have the same values at the end of a run.
enum Agrees {
  static let name = "agrees"

  /// Whether a run of a stream is played on both: of the first runs one in 16, then one in 1,001,
  /// so that each stream has its turn.
  static func isDue(run: Int, of stream: Int) -> Bool {
    let number = run * Explorer.streamCount + stream
    return number < 1_001
      ? (run + stream).isMultiple(of: 16) : number.isMultiple(of: 1_001)
  }

  /// Plays actions on a real store, and compares what it has with what memory has.
  ///
  /// - Returns: The first place that differs; nil if there is none.
  /// - Throws: What is wrong with the app.
  static func violation(
    after play: Play, _ app: ExploredApp, _ apps: KnownApps, folder: String
  ) throws(Diagnostic) -> Violation? {
    var real = try Play(
      app, apps, PropertyChoice(only: [name]), storeFolder: folder)
    for action in play.done { _ = real.play(action) }
    guard let memory = play.stage.storedAgain(), let disk = real.stage.storedAgain() else {
      return nil
    }
    return violation(memory, disk)
  }

  static func violation(_ memory: StoredValues, _ disk: StoredValues) -> Violation? {
    guard let place = memory.difference(disk, leavingOut: []) else { return nil }
    let owner = place.session == 0 ? "app" : place.window
    let wanted = "\(place.addressInWindow.flowScalar): \(memory[place] ?? "$absent")"
    return Violation(
      name, "store \(place.key)",
      "\(place) is \(memory[place] ?? "nothing") in memory and "
        + "\(disk[place] ?? "nothing") in a real store",
      Expected("{ store: { \(owner.flowScalar): { \(wanted) } } }", at: "store"))
  }
}
