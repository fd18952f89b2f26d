import SceneScenarios
import SceneSimulator
import Synchronization

/// A moment of a commit at which the process of a run is killed, as `explore --kills` asks it.
enum KillMoment {
  /// Tells a child the number of its moment, from 0.
  static let variable = "SCENESIM_KILL_AT"

  /// What counts the moments and ends this process at the one that is meant; nil for a process that
  /// nobody kills.
  static func hook(_ console: Console) -> (@Sendable (Fault.Point) -> Void)? {
    guard let number = console.surroundings.environment[variable].flatMap({ Int($0) }) else {
      return nil
    }
    let count = Mutex(0)
    return { _ in
      let current = count.withLock { count in
        defer { count += 1 }
        return count
      }
      if current == number { StepNotes.endNow() }
    }
  }
}

/// All moments at which a scenario can be killed, and what its store has meanwhile.
final class KillMoments: Sendable {
  struct Moment: Sendable {
    let point: Fault.Point
    /// The step of the file in which it is, from 0.
    let step: Int
    /// The how-manieth of its kind it is in that step, from 1.
    let count: Int
    /// The number of the state before it among those that were noted.
    let state: Int
  }

  private struct State {
    var step = 0
    var moments: [Moment] = []
    var counts: [Fault.Point: Int] = [:]
    /// Before the first step there is nothing.
    var states = [StoreSide()]
    var failure: CommandFailure?
  }

  private let state = Mutex(State())

  var all: [Moment] { state.withLock { $0.moments } }

  /// Plays a scenario to its end on a store of its own, and takes everything down.
  ///
  /// - Throws: Whatever fails without anybody being killed.
  init(_ file: ExploreFile, _ console: Console, folder: String) throws(CommandFailure) {
    var options = ScenarioRun.Options(storeDirectory: folder + "/whole")
    options.atFaultPoint = { [self] in reach($0) }
    options.afterStep = { [self] _, _, store in
      if let store { note(store, copy: folder + "/copy") }
    }
    try file.play(options, console) { [self] step in
      state.withLock { ($0.step, $0.counts) = (step, [:]) }
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func reach(_ point: Fault.Point) {
    state.withLock { state in
      state.counts[point, default: 0] += 1
      state.moments.append(
        Moment(
          point: point, step: state.step, count: state.counts[point] ?? 0,
          state: state.states.count - 1))
    }
  }

  /// Takes down what the store has: of a copy, for the app of this process has it open.
  private func note(_ store: String, copy: String) {
    do throws(CommandFailure) {
      let side = try Self.side(of: store, copy: copy)
      state.withLock { $0.states.append(side) }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
    }
  }

  private static func side(of store: String, copy: String) throws(CommandFailure) -> StoreSide {
    let file = "/data.mdb"
    guard OutputFile.exists(store + file) else { return StoreSide() }
    try OutputFile.makeFolder(copy)
    defer { OutputFile.removeFolder(copy) }
    let bytes = try OutputFile.read(store + file, limit: .max)
    try OutputFile.writePrivately(bytes, to: copy + file)
    return try StoreSide(StoreSource(directory: copy).snapshot(), .everything)
  }

  /// The states that a kill may leave: before the step in which it is, or after it.
  ///
  /// Steps in others are steps, too.
  func states(around moment: Moment) -> (before: StoreSide, after: StoreSide) {
    state.withLock { state in
      let after = min(moment.state + 1, state.states.count - 1)
      return (state.states[moment.state], state.states[after])
    }
  }
}
