// Screens that come and go.
extension Simulation {
  /// The displays that are not there now; all others are.
  package var unplugged: Set<String> { world.unplugged }

  package func setDisplay(_ name: String, isPlugged: Bool) {
    if isPlugged { world.unplugged.remove(name) } else { world.unplugged.insert(name) }
  }

  /// Says in the trace that a window came to another display.
  package func tell(_ window: String, movedTo display: String) {
    log.record(.moved(window, display: display))
  }
}
