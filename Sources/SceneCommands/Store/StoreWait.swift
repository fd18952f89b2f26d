import SceneState

/// Waits for something to be in a store, also for the store itself.
struct StoreWait {
  /// How often is looked.
  static let interval = Duration.milliseconds(50)

  let console: Console

  /// What the body gives, as soon as it gives something.
  func first<Answer>(
    _ body: () throws(CommandFailure) -> Answer
  ) throws(CommandFailure) -> Answer {
    while true {
      do throws(CommandFailure) { return try body() } catch {
        guard error.exit == .no || error.code == "no-such-store" else { throw error }
      }
      console.surroundings.clock.wait(for: Self.interval)
      try console.checkInterruption()
    }
  }
}
