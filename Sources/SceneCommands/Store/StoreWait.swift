import StoreTools

/// Waits for something to be in a store, also for the store itself.
struct StoreWait {
  /// How often is looked.
  static let interval = Duration.milliseconds(50)

  let console: Console

  /// A cluster is asked less often than the file of a store is looked at.
  static func interval(of source: StoreSource) -> Duration {
    source.cluster == nil ? interval : .milliseconds(250)
  }

  /// What the body gives, as soon as it gives something; it is asked again after each commit.
  func first<Answer>(
    in source: StoreSource, _ body: () throws(CommandFailure) -> Answer
  ) throws(CommandFailure) -> Answer {
    var last: StoreMoment?
    var isFirst = true
    while true {
      let now = StoreMoment(source.directory)
      if isFirst || now != last || source.cluster != nil {
        do throws(CommandFailure) { return try body() } catch {
          guard error.exit == .no || error.code == "no-such-store" else { throw error }
        }
      }
      (last, isFirst) = (now, false)
      console.surroundings.clock.wait(for: Self.interval(of: source))
      try console.checkInterruption()
    }
  }
}
