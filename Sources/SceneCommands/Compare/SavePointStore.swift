import FoundationEssentials
import SceneScenarios
import SceneState

/// The store of a scenario at one of its save points, written `FILE.scene.yaml#NAME`.
struct SavePointStore {
  let file: String
  let point: String

  /// Nil if the text means something else.
  init?(_ text: String) {
    guard let mark = text.lastIndex(of: "#"), text[..<mark].hasSuffix(ScenarioFiles.ending) else {
      return nil
    }
    file = String(text[..<mark])
    point = String(text[text.index(after: mark)...])
  }

  /// Plays the first case that has the save point up to there, and reads what it left.
  func snapshot(
    _ pattern: AddressPattern, _ console: Console
  ) throws(CommandFailure) -> StoreSnapshot {
    let cases = try cases(console)
    let name = "scenesim-\(ProcessEdge.identifier)-\(UUID().uuidString)"
    let folder = FileManager.default.temporaryDirectory.appending(path: name).path()
    // Whatever is left there afterwards is in the way of nobody.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var points: [String] = []
    for (index, playable) in cases.enumerated() {
      let steps = try play(playable, nil, "\(folder)/\(index)-whole").played
        .filter { $0.verb == "save-point" }
      points += steps.map(\.pointName)
      guard let step = steps.first(where: { $0.pointName == point }) else { continue }
      try console.checkInterruption()
      let store = "\(folder)/\(index)"
      _ = try play(playable, step.number, store)
      return try StoreSource(directory: store).contents(of: pattern)
    }
    throw CommandFailure(
      .invalidInput, "'\(file)' has no save point '\(point)'", code: "no-such-save-point",
      hint: ErrorText.suggestion(for: point, among: points.uniqued()))
  }

  private func cases(_ console: Console) throws(CommandFailure) -> [PlayableCase] {
    let source = try ScenarioFiles.read(file, console: console)
    do throws(MistakesFound) {
      return try ScenarioPlayer.load(source, console.surroundings.apps).get()
    } catch {
      throw CommandFailure(
        .invalidInput, "'\(file)' is not valid", code: "not-valid", next: "scenesim check \(file)")
    }
  }

  private func play(
    _ playable: PlayableCase, _ until: Int?, _ store: String
  ) throws(CommandFailure) -> CaseRun {
    var options = ScenarioRun.Options()
    options.until = until
    options.storeDirectory = store
    do {
      switch playable.player {
      case .anywhere(let player): return try player(options)
      case .here(let player): return try player(options)
      }
    } catch {
      throw error as? CommandFailure ?? ErrorText.bug(error, log: nil)
    }
  }
}

extension PlayedStep {
  /// `before` of `save-point before`.
  fileprivate var pointName: String { String(text.drop { $0 != " " }.dropFirst()) }
}
