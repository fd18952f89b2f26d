import SceneReports
import SceneScenarios
import Synchronization

/// What those who play leave for whoever waits for them, and the other way round.
final class RunNotes: Sendable {
  private let state = Mutex((index: 0, step: 0))
  private let stopped = Atomic(false)

  /// Whether nobody waits for the results any more.
  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  func stop() { stopped.store(true, ordering: .relaxed) }

  /// A step of a case is finished.
  func add(_ step: Int, of index: Int) {
    state.withLock { state in
      if state.index == index { state.step = step }
    }
  }

  /// The last step of a case; from now on only notes about this case are kept.
  func step(of index: Int) -> Int {
    state.withLock { state in
      if state.index != index { state = (index, 0) }
      return state.step
    }
  }
}

/// The one moving line of a long run: which case is being played, and how far it is.
struct RunProgress {
  /// A run that is over before it could be read needs no line.
  private static let firstAfter = Duration.milliseconds(300)
  private static let every = Duration.milliseconds(100)

  let notes = RunNotes()
  private let outline: [CaseRun]
  private let console: Console
  private let isShown: Bool
  private let start: Duration
  private var drawn: Duration?

  init(_ outline: [CaseRun], console: Console, isQuiet: Bool) {
    self.outline = outline
    self.console = console
    isShown = console.canMove && !isQuiet
    start = console.surroundings.now()
  }

  /// Draws the line for a case, if the last one is old enough.
  mutating func show(_ index: Int) {
    guard isShown else { return }
    let step = notes.step(of: index)
    let now = console.surroundings.now()
    if now - start < Self.firstAfter { return }
    if let drawn, now - drawn < Self.every { return }
    drawn = now
    console.showProgress(text(index, step, console.symbols))
  }

  /// Takes the line away and tells those who still play to stop.
  func stop() {
    notes.stop()
    console.clearProgress()
  }

  private func text(_ index: Int, _ step: Int, _ symbols: Symbols) -> String {
    let heading = symbols.visible(outline[index].heading(symbols))
    let place = step > 0 ? " \(symbols.dot) step \(step)" : ""
    return "\(index + 1) of \(outline.count)\(place)  \(heading)"
  }
}
