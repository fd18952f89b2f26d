import SceneState
import Synchronization

/// A fault that somebody asked for, waiting for its moment.
package struct Fault: Hashable, Sendable {
  package enum Point: String, Sendable, CaseIterable {
    case beforeWrite = "before-write"
    case commit
    case afterCommit = "after-commit"
    case handover
    case connect
  }

  package enum Action: String, Sendable, CaseIterable {
    case diskFull = "disk-full"
    case mapFull = "map-full"
    case readOnly = "read-only"
    case kill
    case slow
    case locked
  }

  package var point: Point
  package var action: Action
  /// The how-manieth matching moment from now on is hit first.
  package var after: Int
  /// How many moments are hit.
  package var times: Int
  /// Whether it has hit a moment.
  package internal(set) var hasHit = false

  package init(point: Point, action: Action, after: Int = 1, times: Int = 1) {
    self.point = point
    self.action = action
    self.after = after
    self.times = times
  }
}

/// The faults of a device; they act through the seams of the real store and the real lifecycle.
///
/// The end of a process does not take a fault away.
final class FaultPlan: Sendable {
  struct State: Sendable, Hashable {
    var faults: [Fault] = []
    /// The keys whose values the app cannot encode.
    var notEncodable: Set<String> = []
    /// Where the process died; nil while it lives.
    var death: Fault.Point?
  }

  private let state = Mutex(State())
  /// In a struct, since a lock would wrap a closure by itself once more at each look.
  private struct Watcher {
    let tell: @Sendable (Fault.Point) -> Void
  }

  private let watcher = Mutex<Watcher?>(nil)

  /// Everything, for rewinds.
  var saved: State {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Whether one of them ends the process when its moment comes.
  var endsProcess: Bool { state.withLock { $0.faults.contains { $0.action == .kill } } }

  /// Those that wait for their first moment.
  var waiting: [Fault] { state.withLock { $0.faults.filter { !$0.hasHit } } }

  var isActive: Bool { state.withLock { !$0.faults.isEmpty || $0.death != nil } }

  /// Tells somebody of each moment at which a fault could strike, before one does.
  func watch(_ body: @escaping @Sendable (Fault.Point) -> Void) {
    watcher.withLock { $0 = Watcher(tell: body) }
  }

  func add(_ fault: Fault) { state.withLock { $0.faults.append(fault) } }

  func add(notEncodable key: String) {
    state.withLock { _ = $0.notEncodable.insert(key) }
  }

  func clear() { state.withLock { ($0.faults, $0.notEncodable) = ([], []) } }

  /// Whether the process has died and the end of its step is not reached yet.
  var isDead: Bool { state.withLock { $0.death != nil } }

  /// Where the process died, once.
  func takeDeath() -> Fault.Point? {
    state.withLock { state in
      defer { state.death = nil }
      return state.death
    }
  }

  /// What the store calls at the points of a commit.
  var hook: @Sendable (CommitPoint) throws(CommitPoint.Failure) -> Void {
    { [weak self] (point) throws(CommitPoint.Failure) in try self?.reach(Fault.Point(point)) }
  }

  /// What the store calls before it encodes a value of a key.
  var encodingHook: @Sendable (String) throws(CodingProblem) -> Void {
    { [weak self] (key) throws(CodingProblem) in
      if self?.state.withLock({ $0.notEncodable.contains(key) }) == true {
        throw .notEncodable("a fault keeps its values from being encoded")
      }
    }
  }

  func handOver() throws(SceneProblem) {
    do throws(CommitPoint.Failure) { try reach(.handover) } catch {
      throw SceneProblem(.storeNotUsable, detail: "\(error)")
    }
  }

  private func reach(_ point: Fault.Point) throws(CommitPoint.Failure) {
    watcher.withLock { $0 }?.tell(point)
    guard let action = hit(point) else { return }
    switch action {
    case .diskFull: throw StoreFault.diskFull.error
    case .mapFull: throw StoreFault.mapFull.error
    case .readOnly: throw StoreFault.readOnly.error
    case .locked, .kill: throw StoreFault.locked.error
    case .slow: return
    }
  }

  /// Whether a fault hits now; every fault of this point counts the moment.
  private func hit(_ point: Fault.Point) -> Fault.Action? {
    state.withLock { state -> Fault.Action? in
      // A dead process writes nothing more.
      if state.death != nil { return .kill }
      var result: Fault.Action?
      for index in state.faults.indices where state.faults[index].point == point {
        if state.faults[index].after > 1 {
          state.faults[index].after -= 1
        } else if result == nil {
          result = state.faults[index].action
          state.faults[index].hasHit = true
          // What keeps the store closed does so until it is taken away; a process dies once.
          if point != .connect || result == .kill { state.faults[index].times -= 1 }
        }
      }
      state.faults.removeAll { $0.times < 1 }
      if result == .kill { state.death = point }
      return result
    }
  }
}

extension Fault.Point {
  init(_ point: CommitPoint) {
    self =
      switch point {
      case .beforeWrite: .beforeWrite
      case .commit: .commit
      case .afterCommit: .afterCommit
      case .connect: .connect
      }
  }
}
