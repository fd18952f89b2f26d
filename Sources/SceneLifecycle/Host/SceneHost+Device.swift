package import FoundationEssentials
package import SceneState

/// What a simulated device asks of a host, beside what a toolkit asks.
extension SceneHost {
  @discardableResult
  package func launch(_ request: LaunchRequest) -> [ConnectedScene] {
    call(HostEvent(request)) {
      launching.launch(request)
      return scenes
    }
  }

  /// Opens a window, or brings the one to the front that was opened for the same value.
  @discardableResult
  package func open(_ request: OpenRequest) throws(SceneProblem) -> ConnectedScene {
    try call(HostEvent(request, manifest), shows: \.id) { () throws(SceneProblem) in
      try opening.open(request)
    }
  }

  /// Says where a window stands on the screen, such as `left-half`.
  package func arrange(_ id: SceneID, at place: String) throws(SceneProblem) {
    guard roster[id] != nil else { throw .noSuchWindow(id) }
    calls.keep(id) { $0.arrangement = place }
  }

  /// Sessions thrown away while no process ran; reported at the launch.
  package var pendingDiscards: [SceneSession] {
    get { launching.pendingDiscards }
    set { launching.pendingDiscards = newValue }
  }

  /// Windows whose delegate is to report that restoring failed.
  package var failsRestoring: Set<SceneID> {
    get { restoring.failures }
    set { restoring.failures = newValue }
  }

  /// Tells a problem of a window, or of the app, to everybody who listens.
  package func report(_ problem: SceneProblem, _ id: SceneID?) {
    store.report(problem)
    log.note("problem", of: id) { line, _ in
      line.add("code", problem.code.rawValue)
      line.add("address", problem.address)
    }
    observer?(.problem(problem, id))
  }

  /// Loses a window to another process.
  package func lose(_ id: SceneID) throws(SceneProblem) { try claims.lose(id) }

  /// The sessions of a store that no app uses now.
  package static func sessions(in store: SceneStore, now: Date) throws(SceneProblem)
    -> [SceneSession]
  {
    try store.sessions().map { SceneSession($0, now: now) }
  }

  /// Destroys sessions with all their values, as the system does when it gives up on them.
  package static func destroyAll(_ sessions: [SceneSession], in store: SceneStore) {
    store.tick { for session in sessions { store.destroySession(session.id) } }
  }

  /// How many sessions there are.
  package var sessionCount: Int { roster.byID.count }

  package func session(_ id: SceneID) -> SceneSession? { roster[id] }

  /// Takes over a session as another store left it here.
  package func noteArrival(of id: SceneID) throws(SceneProblem) { try claims.noteArrival(of: id) }

  /// A name that no session bears, here or elsewhere, nor a closed window that may come back.
  package func freeID() -> SceneID {
    // Who is asked may look at the sessions.
    var search = roster
    defer { roster = search }
    return search.freeID { [isTakenElsewhere, closed] id in
      closed.ids.contains(id) || isTakenElsewhere?(id) ?? false
    }
  }

  /// Takes over the numbers that the store gave to new sessions.
  package func noteNumbers(_ numbers: [SceneID: UInt32]) {
    for (id, number) in numbers { roster.setNumber(number, of: id) }
  }

  /// The sessions made since the last call.
  package func takeNewSessions() -> [SceneID] { records.takeNew() }

  /// Looks whether a store that could not be used can be used now.
  package func storeMayBeBack() { records.storeMayBeBack() }
}
