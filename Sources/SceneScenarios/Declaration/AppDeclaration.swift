package import SceneLifecycle
package import SceneSimulator

/// What the `app:` of a scenario says, after the variables of a case are replaced.
///
/// Everything that can be named keeps the place where it is declared, for messages.
package struct AppDeclaration: Sendable {
  package var name = ""
  package var id = Self.unsaidID
  /// The identifier of an app that says none.
  private static let unsaidID = "com.example.app"
  package var saysID: Bool { id != Self.unsaidID }
  package var version = 1
  package var device = Simulation.Device.iPad
  package var profile: RestorationProfile?
  /// False with SwiftUI's rule: what comes from outside leaves windows without conditions alone.
  package var reusesPlainWindows = true
  package var hasManyWindows = true
  /// Whether traces tell which handlers had their turn, and which keys were read and told.
  package var tracesDetail = false
  /// The tabs in order; the first one is selected in a new window.
  package var tabs: [String] = []
  /// Where the tabs come from that the user opens; nil for fixed tabs.
  package var tabSource: TabSource?
  /// Whether windows have tabs, fixed ones or opened ones.
  var hasTabs: Bool { !tabs.isEmpty || tabSource != nil }
  package var types: TypeTable
  /// The places below tabs and windows that hold values of their own.
  package var nested: [NestedScope] = []
  /// The kinds of places that come and go.
  package var places: [PlaceKind] = []
  package var retention = RetentionDeclaration()
  package var keys: [StorageKey] = [] {
    didSet {
      keysByName = Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }
  private var keysByName: [String: StorageKey] = [:]
  package var activities: [ActivityDeclaration] = []
  /// The activity types that the app takes back at a restore; nil if it takes any.
  package var recognised: [String]?
  package var handlers: [HandlerDeclaration] = []
  package var restoration: RestorationDeclaration?
  package var navigator: NavigatorDeclaration?
  package var tables: [TableDeclaration] = []
  package var lists: [ListDeclaration] = []
  package var screens: [ScreenDeclaration] = []
  /// Keys that are all read or all at their defaults.
  package var together: [[String]] = []
  package var loadsDataBeforeRestoring = true
  package var tree = TreeDeclaration()
  package var allowsSaving = true
  package var allowsRestoring = true
  /// The oldest version of the app whose tree this one restores.
  package var restoresFrom = 1
  /// What takes an event from outside.
  package var external = ExternalPolicy.matchingWindowFirst
  /// What is not restored where an event from outside decides where to go.
  package var externalWins = ExternalWins.navigation
  /// The kinds of windows in order; empty for an app with one kind.
  package var scenes: [SceneKindDeclaration] = []
  /// The screens of the device, the main one first; empty if nothing is said of them.
  package var displays: [DisplayDeclaration] = []
  package var conditions = ActivationConditions()
  package var budget = BudgetDeclaration()
  package var migrations: [MigrationDeclaration] = []
  package var keepsTombstones = false
  /// Later versions of the app, each as an `update` writes it.
  package var versions: [Node] = []
  package var explore = ExploreDeclaration()
  /// What the app does by itself.
  package var own = OwnSteps()
  /// When a window keeps the app from being quit; nil for never.
  var refusesQuit: Node?
  /// Whether the app is quit when its last window is closed.
  package var quitsWithLastWindow = false
  /// The kinds of windows that count then; nil for all.
  var lastWindowKinds: Set<String>?
  /// What the user can do by a name.
  package var actions: [ActionDeclaration] = []
  /// The types of every version of the app so far, this one included.
  package var typesByVersion: [Int: TypeTable] = [:]
  /// What was written, as far as it was merged; nil for a scenario without `app:`.
  package internal(set) var node: Node?
  package let source: SourceFile

  /// The steps that the app takes itself.
  package var ownSteps: [ParsedStep] {
    handlers.flatMap(\.steps) + actions.flatMap(\.steps) + own.all
  }

  /// The steps of actions that the app puts off, and then takes by itself.
  package var putOff: [ParsedStep] {
    actions.filter { putsOff($0.name) }.flatMap(\.steps)
  }

  /// Whether steps of the app put an action off.
  func putsOff(_ action: String) -> Bool {
    ownSteps.andInner.contains { step in
      guard step.kind is LaterStep.Type, let time = step.argument?[action] else { return false }
      return !LaterStep.callsOff(time)
    }
  }

  // Where it is asked for, or all of the app would be handed over for one key.
  @inline(__always)
  package func key(_ name: String) -> StorageKey? { keysByName[name] }

  package func activity(_ type: String) -> ActivityDeclaration? {
    activities.first { $0.type == type }
  }

  /// The keys of an app that the format knows.
  package static let known = ScenarioLanguage.app.names

  /// Reads a declaration and collects everything that is wrong with it.
  ///
  /// What is wrong is left out of the result or has its default there.
  ///
  /// - Parameters:
  ///   - node: The map under `app:`; nil is an app without tabs and storage.
  ///   - source: The file.
  ///   - older: The app before an update; its migrations and types were looked at already.
  ///   - mistakes: Gets the mistakes.
  package init(
    _ node: Node?, in source: SourceFile, after older: AppDeclaration? = nil,
    mistakes: inout DiagnosticList
  ) {
    self.node = node
    self.source = source
    types = TypeTable(source)
    typesByVersion = older?.typesByVersion ?? [:]
    if let node,
      let map = mistakes.map(node, in: source, of: "the app", known: Self.known)
    {
      self.node = node.holding(.map(map.entries))
      readPlainValues(map, &mistakes)
      readNames(map, &mistakes)
      migrations = MigrationDeclaration.all(
        map.optional("migrations"), types: types, known: older?.migrations.count ?? 0,
        version: version, in: source, &mistakes)
      typesByVersion[version] = types
      readStorage(map, &mistakes)
      readActivities(map, &mistakes)
      readWindows(map, &mistakes)
      readData(map, &mistakes)
    } else {
      typesByVersion[version] = types
    }
  }

  /// Reads a declaration that this version can run.
  package init(_ node: Node?, in source: SourceFile) throws(Diagnostic) {
    var mistakes = DiagnosticList()
    self.init(node, in: source, mistakes: &mistakes)
    if let first = mistakes.sorted.first(where: { $0.severity == .error }) { throw first }
  }
}
