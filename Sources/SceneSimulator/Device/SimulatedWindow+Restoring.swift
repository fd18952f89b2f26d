import SceneLifecycle
import SceneState

extension SimulatedWindow {
  /// Asks for what was saved, in a window that came back without it.
  ///
  /// - Throws: `app-not-running`, `window-not-connected`, or `nothing-to-restore` if it has come
  ///   back already.
  public func restore() throws(StepFailure) {
    try simulation.verb("restore \(name)") { () throws(StepFailure) in
      guard try scene().awaitsRestoration else { throw .nothingToRestore(name) }
      let host = try simulation.running().host
      try simulation.refusing(try host.restore(id))
    }
  }
}
