import SceneState

/// Runs the calls of a host as ticks of its store; the app may call the host again in one.
final class Calls {
  private unowned let host: SceneHost
  /// How many calls are under way.
  private var depth = 0

  init(_ host: SceneHost) { self.host = host }

  var isRunning: Bool { depth > 0 }

  /// Runs one call as one tick; what it changed in the session records is written at its end.
  func change<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try host.store.tick { () throws(Failure) in
      depth += 1
      defer {
        depth -= 1
        if depth == 0 {
          host.records.readLate()
          host.delivery.offerQueues()
          host.phases.tellFront()
          host.records.write()
        }
      }
      return try body()
    }
  }

  /// Changes the record of a session: in the call under way, else in a tick of its own.
  func keep(_ id: SceneID, _ body: (inout SceneRecord) -> Void) {
    if isRunning { return host.roster.update(id, body) }
    change { host.roster.update(id, body) }
  }

  /// Runs the body as a part of a call whose end is not told to anybody.
  func withoutEnd(_ body: () -> Void) {
    depth += 1
    defer { depth -= 1 }
    body()
  }
}
