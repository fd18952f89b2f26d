/// What went because of a rule of the app or another process, and of no step.
package enum Lapse: Hashable, Sendable {
  /// Retention keeps only the latest places of this kind.
  case place(StoredPlace, kind: String)
  /// Retention keeps only the latest windows that are not open.
  case window(String)
  /// What a window had handed over was too old when it came back.
  case handOver(String)
  /// Another process has taken the window over.
  case taken(String)
}

extension Simulation {
  /// What went by rules since the last call; it is known after the commit.
  package func takeLapses() -> Set<Lapse> {
    defer { lapses = [] }
    return lapses
  }
}
