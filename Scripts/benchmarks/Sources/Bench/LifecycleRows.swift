import CPeer
import SceneLifecycle
import SceneState

/// Lifecycle events in an app with few windows and in one with many: an event must not cost more
/// when there are more windows.
struct LifecycleRows {
  let measure: Measure

  private static let few = 10
  private static let many = 1_000

  func rows() throws -> [Row] {
    let few = try Windows(Self.few)
    let many = try Windows(Self.many)
    let events = measure.isQuick ? 2_000 : 10_000
    let count = measure.isQuick ? 50 : 500
    let phases = try measure.alternating(
      repeats: measure.rounds, { _ in try many.changePhases(events) / Double(events) },
      { _ in try few.changePhases(events) / Double(events) })
    let lives = try measure.alternating(
      repeats: measure.rounds, { _ in try many.openAndClose(count) },
      { _ in try few.openAndClose(count) })
    let routes = try measure.alternating(
      repeats: measure.rounds, { _ in try many.deliver(count) }, { _ in try few.deliver(count) })
    let peer = "\(Self.few) windows"
    return [
      Row(
        "change of state, \(Self.many) windows", peer: peer, unit: "ns", ours: phases.ours,
        peerValue: phases.peer, goal: 1.5),
      Row(
        "open and close, \(Self.many) windows", peer: peer, unit: "ns", ours: lives.ours,
        peerValue: lives.peer, goal: 1.5),
      Row(
        "activity to its window, \(Self.many)", peer: peer, unit: "ns", ours: routes.ours,
        peerValue: routes.peer, goal: 1.5),
    ]
  }

  /// An app with so many windows, all of them open and active.
  private final class Windows {
    private let store = SceneStore.temporary()
    private let host: SceneHost
    private let ids: [SceneID]
    private let type: String

    init(_ count: Int) throws {
      let app = App()
      type = app.type.name
      host = SceneHost(app, store: store, profile: .wayland)
      host.launch()
      var ids: [SceneID] = []
      for _ in 1..<count { ids.append(try host.open().id) }
      self.ids = ids
      try store.flush()
    }

    /// Nanoseconds for so many events, on windows all over the place.
    func changePhases(_ events: Int) throws -> Double {
      let states: [ActivationState] = [
        .foregroundInactive, .background, .foregroundInactive, .foregroundActive,
      ]
      let start = peer_now()
      for round in 0..<events / states.count {
        let id = ids[round * 7 % ids.count]
        for state in states { try host.transition(id, to: state) }
      }
      return peer_now() - start
    }

    /// Nanoseconds for the life of one window.
    func openAndClose(_ count: Int) throws -> Double {
      let start = peer_now()
      for _ in 0..<count { try host.discard(try host.open().id) }
      return (peer_now() - start) / Double(count)
    }

    /// Nanoseconds for one activity that goes to a window which is named.
    func deliver(_ count: Int) throws -> Double {
      var activity = UserActivity(activityType: type)
      activity.userInfo = ["id": "tala"]
      let start = peer_now()
      for round in 0..<count {
        try host.receive(activity, from: .handoff, to: ids[round * 7 % ids.count])
      }
      return (peer_now() - start) / Double(count)
    }
  }

  private final class App: SceneApp {
    struct Payload: Codable, Sendable { var id: String }

    let type = ActivityType<Payload>("com.example.bench.item")
    var manifest: SceneManifest { SceneManifest(id: "com.example.bench", activities: [type]) }

    func makeDelegate(
      for scene: ConnectedScene, options: ConnectionOptions
    ) -> any SceneDelegate { Delegate(scene, type.name) }
  }

  private final class Delegate: SceneDelegate {
    private var bag: [Registration] = []

    init(_ scene: ConnectedScene, _ type: String) {
      scene.continuations.onContinue(activityType: type, at: .window) { _ in }.keep(in: &bag)
    }
  }
}
