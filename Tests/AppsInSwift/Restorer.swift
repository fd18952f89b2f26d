public import SceneLifecycle
public import SceneSimulator
import SceneState

/// An app with a table of countries that finds its rows again.
@MainActor public final class Restorer: @MainActor SceneApp, @MainActor TableApp {
  /// How the table tells its rows to the list.
  public enum Association: Sendable {
    /// By the capital: what is right.
    case capital
    /// By the number of the row: what goes wrong.
    case rowNumber
    /// Not at all: the association is forgotten.
    case none
  }

  /// What the app says about itself.
  public let manifest = SceneManifest(
    id: "com.example.restorer", multipleWindows: false, tabs: ["world", "settings"],
    keys: [RestorerKeys.tab, RestorerKeys.path, RestorerKeys.amazing])
  let association: Association
  private var tables: SimulatedTables?
  private var isLoaded = false

  /// Makes the app of a process.
  public init(_ association: Association = .capital) { self.association = association }

  /// Takes the data.
  public func use(_ tables: SimulatedTables) { self.tables = tables }

  /// Loads the data before anything is restored, unless this is the version with the mistake.
  public func willFinishLaunching() { if tables?.loadsLate != true { load() } }

  func load() { isLoaded = true }

  /// The capitals of the countries in the order of their rows, once they are loaded.
  var capitals: [ActivityValue?] {
    isLoaded ? (tables?["countries"] ?? []).map { $0["capital"] } : []
  }

  /// Makes a window.
  public func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    RestorerScene(self)
  }
}

/// The keys of the app.
enum RestorerKeys {
  static let tab = SceneKey.selectedTab(default: "world")
  static let path = SceneKey<[String]>("path", default: [])
  static let amazing = SceneKey("amazing", default: true, scope: .scene)
}

/// The window of the app.
@MainActor final class RestorerScene: @MainActor SceneDelegate {
  private let app: Restorer
  private let rows: CountryRows

  init(_ app: Restorer) {
    self.app = app
    rows = CountryRows(app)
  }

  func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
    scene.lists.register("countries", source: rows) { [app] in app.capitals.count }
  }

  /// The detail of a country that is gone is not shown again, nor is what lies above it.
  func sceneRestoreInteractionState(_ scene: ConnectedScene) {
    for tab in app.manifest.tabs {
      let place = scene.scope.tab(tab)
      let path = place[RestorerKeys.path]
      guard let first = path.firstIndex(where: isGone) else { continue }
      scene.reportNotRestored(path[first], in: tab)
      place[RestorerKeys.path] = Array(path[..<first])
    }
  }

  private func isGone(_ screen: String) -> Bool {
    guard screen.hasPrefix("country/") else { return false }
    return !app.capitals.contains(.string(String(screen.dropFirst("country/".count))))
  }

  func scene(_ scene: ConnectedScene, didChange state: ActivationState) {
    if state == .foregroundInactive { app.load() }
  }
}

/// Tells rows and countries apart.
@MainActor final class CountryRows: DataSourceModelAssociation {
  private let app: Restorer

  init(_ app: Restorer) { self.app = app }

  func modelIdentifier(at row: Int) -> String? {
    switch app.association {
    case .capital: if case .string(let capital)? = app.capitals[row] { capital } else { nil }
    case .rowNumber: String(row)
    case .none: nil
    }
  }

  func row(of modelIdentifier: String) -> Int? {
    app.capitals.indices.first { self.modelIdentifier(at: $0) == modelIdentifier }
  }
}
