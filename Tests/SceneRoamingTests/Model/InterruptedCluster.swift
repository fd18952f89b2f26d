import SceneState
import Synchronization

@testable import SceneRoaming

/// Lets something happen between two requests of one machine, which hears nothing of it.
final class InterruptedCluster: AskedCluster {
  private struct Plan: Sendable {
    var after: Int
    let body: @Sendable () -> Void
  }

  private let cluster: any AskedCluster
  private let plan = Mutex<Plan?>(nil)

  init(_ cluster: any AskedCluster) { self.cluster = cluster }

  /// Does something before the request that follows so many others.
  func plan(after count: Int, _ body: @escaping @Sendable () -> Void) {
    plan.withLock { $0 = Plan(after: count, body: body) }
  }

  /// What did not happen by now does not happen any more.
  func cancel() { plan.withLock { $0 = nil } }

  func answer(_ member: String, _ path: String, _ body: [UInt8]) -> ClusterOutcome {
    let due: Plan? = plan.withLock { plan in
      guard let next = plan else { return nil }
      plan?.after -= 1
      if next.after == 0 { plan = nil }
      return next.after == 0 ? next : nil
    }
    due?.body()
    return cluster.answer(member, path, body)
  }
}

/// What came to pass in the middle of what a machine did.
enum Interlude: Sendable {
  /// An app wrote a tick, of which its carrier hears later.
  case wrote(Int, ModelMachine.Content, after: Int)
  /// A machine was told that the cluster has a tick.
  case carried(id: String, tick: Int, machine: String)
  case brought(id: String, ModelMachine.Content, machine: String)

  /// What a schedule may let happen.
  enum Kind: CaseIterable, Sendable { case write, carry, take, answer, restart, endLeases }
}

/// Where that waits until the action is over.
final class Interludes: Sendable {
  private let events = Mutex<[Interlude]>([])

  func add(_ more: [Interlude]) { events.withLock { $0 += more } }

  func take() -> [Interlude] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}

extension ModelMachine {
  /// Does one thing of a machine while another one waits for the cluster.
  ///
  /// - Parameters:
  ///   - kind: What.
  ///   - id: The scene to take, by its name in the cluster.
  ///   - tick: The number of what is written.
  ///   - shown: Where that is written, and what else it changes.
  /// - Returns: What is to be told of it.
  func interrupt(
    _ kind: Interlude.Kind, taking id: String?, tick: Int, in shown: SceneID?
  ) -> [Interlude] {
    // What fails is tried again by the next action, as everything is.
    do {
      switch kind {
      case .write:
        guard let shown, try scenes(elsewhere: false).contains(shown) else { return [] }
        var content = content(of: shown)
        let before = content.number
        (content.number, content.copy) = (tick, tick)
        content.others[tick % 4] = tick
        write(content, to: shown)
        try store.flush()
        return [.wrote(tick, content, after: before)]
      case .carry:
        try store.flush()
        let before = try ticks()
        try carry()
        return try scenes(elsewhere: false).compactMap { scene in
          before[scene].map { .carried(id: idInCluster(scene), tick: $0, machine: name) }
        }
      case .take:
        guard let id, let scene = try bring(id, takesOver: true) else { return [] }
        return [.brought(id: id, content(of: scene), machine: name)]
      case .answer: try answerAsks()
      case .restart: restart()
      case .endLeases: break
      }
      return []
    } catch { return [] }
  }
}
