import SceneLifecycle
import SceneState

extension Simulation {
  /// Ends the process, if one runs, and destroys what its end destroys.
  func endProcess(_ end: RestorationProfile.End) throws(StepFailure) {
    if process != nil {
      // What earlier steps wrote is not at stake, unless the store has refused it; an app that
      // is quit writes once more.
      if end == .quit || !isBehind { try commitSoFar() }
      if end == .quit { try willQuit?() }
      if isBehind { lapses.insert(.uncommitted) }
      dropProcess()
      log.noteEndOfProcess()
    }
    try settleFate(after: end)
  }

  /// Ends the process without saving anything.
  package func dropProcess() {
    guard let process else { return }
    world.lastSessions = process.host.knownSessions
    world.held = nil
    process.host.observer = nil
    process.host.handover = nil
    // From here on objects of the dead process may still be held somewhere; the store takes no
    // more writes from them.
    process.store.abandon()
    // Nothing of a private window is kept, not even that it was there.
    for scene in process.host.scenes {
      let kind = scene.session.record.scene
      if process.host.manifest.isPrivate(kind) {
        lapses.insert(.window(scene.id.rawValue, .kind(kind)))
      }
    }
    // A window and its delegate may hold each other until a disconnect, which never comes now.
    let delegates = process.host.scenes.map(\.delegate)
    for scene in process.host.scenes { scene.delegate = nil }
    self.process = nil
    // They go when their windows are at rest: what they do at their end may look there.
    withExtendedLifetime(delegates) {}
  }

  /// Destroys the sessions if the profile says so.
  func settleFate(after end: RestorationProfile.End) throws(StepFailure) {
    let destroys = end == .quit ? destroysAtQuit : profile.fate(after: end) == .destroyed
    guard destroys else { return }
    let rule: WindowRule = end == .quit && world.quitKeeps != nil ? .quit : .profile
    try withClosedStore { (store) throws(SceneProblem) in
      let sessions = try SceneHost.sessions(in: store, now: world.now)
      SceneHost.destroyAll(sessions, in: store)
      lapses.formUnion(sessions.map { .window($0.id.rawValue, rule) })
    }
    world.lastSessions = []
  }

  /// Whether the windows were destroyed when the app was quit last.
  package var destroysAtQuit: Bool { profile.fate(afterQuit: world.quitKeeps) == .destroyed }

  /// Runs a body on the store of an app that does not run, and notes what it changed.
  func withClosedStore(
    _ body: (SceneStore) throws(SceneProblem) -> Void
  ) throws(StepFailure) {
    guard disk.url != nil || world.hasReadStore else { return }
    let store = try openStore()
    defer { store.close() }
    try refusing { () throws(SceneProblem) in
      try body(store)
      try store.flush()
    }
    try noteCommits(of: store)
  }

  /// Runs a body and turns what it refuses into the failure of the step.
  func refusing<Result>(
    _ body: () throws(SceneProblem) -> Result
  ) throws(StepFailure) -> Result {
    do throws(SceneProblem) {
      return try body()
    } catch {
      throw StepFailure(error, in: self)
    }
  }

  /// The same for a body of one expression.
  @discardableResult
  func refusing<Result>(
    _ body: @autoclosure () throws(SceneProblem) -> Result
  ) throws(StepFailure) -> Result {
    try refusing { () throws(SceneProblem) in try body() }
  }

  /// Runs a body as a step of its own, unless one is under way.
  func verb<Result>(
    _ text: String, _ body: () throws(StepFailure) -> Result
  ) throws(StepFailure) -> Result {
    guard !log.isInStep else { return try body() }
    log.beginNextStep(text: text)
    do throws(StepFailure) {
      let result = try body()
      try endStep()
      return result
    } catch {
      log.refuse(code: error.code.rawValue)
      throw error
    }
  }
}
