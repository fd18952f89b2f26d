/// What went because of a rule of the app or another process, or in the course of some other step.
package enum Lapse: Hashable, Sendable {
  /// Retention keeps only the latest places of this kind.
  case place(StoredPlace, kind: String)
  /// A window is gone, with all its values.
  case window(String, WindowRule)
  /// A window was thrown away.
  case closed(String)
  /// What a window had handed over was too old when it came back.
  case handOver(String)
  /// Another process has taken the window over.
  case taken(String)
  /// The process ended with values that the store could not write.
  case uncommitted
}

/// By which rule a window is gone that nobody closed.
package enum WindowRule: Hashable, Sendable {
  /// Retention keeps only the latest windows that are not open.
  case retention
  /// The profile keeps no windows over such an end of a process.
  case profile
  /// Its user has quit the app, and wanted no windows back this once.
  case quit
  /// Windows of this kind are not restored or private, or have lost their row.
  case kind(String)

  /// Whether the file says it, and no platform.
  package var isOfApp: Bool {
    switch self {
    case .quit, .kind: true
    case .retention, .profile: false
    }
  }
}

extension Simulation {
  /// Notes what goes by a rule that only the app knows.
  package func note(_ lapse: Lapse) { lapses.insert(lapse) }

  /// What went by rules since the last call; it is known after the commit.
  package func takeLapses() -> Set<Lapse> {
    defer { lapses = [] }
    return lapses
  }
}
