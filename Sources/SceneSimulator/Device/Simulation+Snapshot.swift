import SceneLifecycle
import SceneState

/// A simulated device at one moment: the store's bytes, the process, and the world around it.
package struct SimulationSnapshot {
  let store: [UInt8]?
  let process: HostSnapshot?
  let memory: MemoryValues?
  let world: World
  let faults: FaultPlan.State
  let profile: RestorationProfile
  let reusesPlainWindows: Bool
  let makeApp: () -> any SceneApp
  let appVersion: Int
  let storeOptions: SceneStore.Options
  let log: SimulationLog.Mark

  /// How many bytes are kept of it, roughly.
  package var byteCount: Int {
    (store?.count ?? 0) + 500 * world.stored.count
      + MemoryLayout<HeardEvent>.stride * (log.heard.count + log.problems.count)
  }
}

extension Simulation {
  /// Whether this moment can be kept: no process runs, or its app can be taken back.
  package var canSnapshot: Bool {
    guard let process else { return true }
    return process.host.canSnapshot && !process.store.isBehind
  }

  /// Keeps this moment; the step that came before has ended.
  ///
  /// - Throws: `no-snapshot` for a running app that cannot be taken back.
  package func snapshot() throws(StepFailure) -> SimulationSnapshot {
    let host = process?.host
    let saved = host?.snapshot()
    if host != nil, saved == nil { throw .noSnapshot }
    if process?.store.isBehind == true { throw .noSnapshotOfMemory }
    return SimulationSnapshot(
      store: try disk.copy(), process: saved, memory: process?.store.valuesInMemory, world: world,
      faults: faults.saved, profile: profile, reusesPlainWindows: reusesPlainWindows,
      makeApp: makeApp, appVersion: appVersion, storeOptions: storeOptions, log: log.here)
  }

  /// Goes back to a moment; the trace goes on, events and problems are as they were.
  ///
  /// - Throws: Whatever keeps the store from being put back.
  package func rewind(to moment: SimulationSnapshot) throws(StepFailure) {
    dropProcess()
    refusal = nil
    changedPlaces = []
    lapses = []
    try disk.restore(moment.store)
    world = moment.world
    profile = moment.profile
    reusesPlainWindows = moment.reusesPlainWindows
    makeApp = moment.makeApp
    appVersion = moment.appVersion
    storeOptions = moment.storeOptions
    log.goBack(to: moment.log)
    if let saved = moment.process {
      // Faults wait until the process is back: nothing happens in between.
      faults.clear()
      let app = makeApp()
      let store = try openStore()
      if let memory = moment.memory { store.write(memory) }
      let host = SceneHost(app, store: store, profile: profile) { [unowned self] in world.now }
      process = Process(app: app, store: store, host: host)
      host.resume(saved)
      connect(host)
      _ = store.drainCommitLog()
      world.problemsSeen = 0
    }
    faults.saved = moment.faults
    settled = faults.isActive ? world : nil
  }
}
