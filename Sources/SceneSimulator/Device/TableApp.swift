public import SceneLifecycle

/// An app whose data a scenario changes: `data`, `change-data` and `loads-data` reach it.
///
/// An app that does not conform keeps its own data, and the names of its rows in steps and checks
/// are the identifiers of their models.
///
/// ```swift
/// final class Restorer: SceneApp, TableApp {
///   private var tables: SimulatedTables?
///   func use(_ tables: SimulatedTables) { self.tables = tables }
/// }
/// ```
public protocol TableApp: SceneApp {
  /// Takes the data; runs once in each process, before everything else.
  func use(_ tables: SimulatedTables)

  /// Runs when rows have come, gone or changed while the app runs, as a database tells it; the lists
  /// of its windows know by then. Does nothing by default.
  func tablesDidChange()
}

extension TableApp {
  /// Does nothing.
  public func tablesDidChange() {}
}

/// The data of a simulated app, which outlives its processes as a file or a server does.
///
/// Reading gives the rows of that moment. When they change while the app runs, the simulation tells
/// the lists of its windows, and then ``TableApp/tablesDidChange()``.
///
/// ```swift
/// let capitals = tables["countries"].compactMap { $0["capital"] }
/// ```
public struct SimulatedTables {
  /// Whether this version of the app loads its data too late: when a window becomes visible, and
  /// not before anything is restored.
  public let loadsLate: Bool
  private let rows: (String) -> [[String: ActivityValue]]

  /// Makes the data of an app, for tests without a scenario.
  ///
  /// - Parameters:
  ///   - loadsLate: Whether the app is to load it too late.
  ///   - rows: Gives the rows of a table in order, their values by the names of the columns.
  public init(
    loadsLate: Bool = false, rows: @escaping (_ table: String) -> [[String: ActivityValue]]
  ) {
    self.loadsLate = loadsLate
    self.rows = rows
  }

  /// The rows of a table now, in order; none for a table that there is not.
  ///
  /// A row holds values by the names of the columns; what is nil is left out.
  public subscript(table: String) -> [[String: ActivityValue]] { rows(table) }
}

extension Simulation {
  /// Whether the app that runs takes its data from the tables of a scenario.
  package var usesTables: Bool { process?.app is any TableApp }

  /// Tells the app that runs that the tables of its scenario have changed.
  package func tablesDidChange() { (process?.app as? any TableApp)?.tablesDidChange() }
}
