import SceneLifecycle
import SceneSimulator
import SceneState

/// What a scenario can see and do inside a connected window, whoever wrote its app.
///
/// Apps of scenarios and apps in Swift are reached through the same steps and checks; only how a
/// tab, a path or a value is found differs.
protocol WindowInside: AnyObject {
  /// The tab shown; nil in an app without tabs.
  var selectedTab: String? { get }
  /// The tabs there are now.
  var tabs: [String] { get }
  /// Whether the user opens and closes tabs.
  var opensTabs: Bool { get }
  /// Opens and closes tabs; those that are closed lose their values.
  func setTabs(_ tabs: [String]) throws(StepFailure)
  /// Moves a tab with all that it has to another window of the same app, and selects it there.
  func move(
    _ tab: String, to other: any WindowInside, at index: Int, as name: String
  ) throws(StepFailure)
  /// Gives an open tab another name; its values go with it.
  func rename(_ tab: String, to name: String) throws(StepFailure)
  /// Brings a closed tab back, nil the last one, with what it held, and selects it.
  func reopen(_ tab: String?) throws(StepFailure)
  /// The place shown, of those that come and go.
  var shownPlace: ValuePlace? { get }
  /// Selects a tab that the app has.
  func select(_ tab: String) throws(StepFailure)
  /// The screens of a tab, the root's left out.
  func path(in tab: String?) -> [String]
  /// Replaces the screens of a tab.
  func show(_ path: [String], in tab: String?) throws(StepFailure)
  /// What a read of the key gives, seen from a tab.
  func value(of key: StorageKey, tab: String?) -> ScenarioValue
  /// Whether something is stored under the key.
  func isStored(_ key: StorageKey, tab: String?) -> Bool
  /// Why a value is not what was stored or written, as the store says; nil if nothing went wrong.
  func problem(of key: StorageKey, tab: String?) -> SceneProblem?
  func set(_ value: ScenarioValue, for key: StorageKey, tab: String?) throws(StepFailure)
  func clear(_ key: StorageKey, tab: String?)
  /// Removes everything of a tab, what is in memory too.
  func discardState(of tab: String) throws(StepFailure)
  /// The names of the lists on the window's screens.
  var listNames: [String] { get }
  /// Where a list stands; nil for a list that there is not.
  func place(of list: String) -> (top: Int, picked: Int?)?
  /// What tells the rows of a list apart for people: the texts of their first fields.
  func rowNames(of list: String) -> [String]
  func scroll(_ list: String, to row: Int) throws(StepFailure)
  func pick(_ list: String, _ row: Int?) throws(StepFailure)
  /// Why the value is what it is: `default`, `store`, `memory` in a private
  /// window, `activity`, `link`, `payload`.
  func source(of key: StorageKey, tab: String?) -> String
}

extension WindowInside {
  /// Where a registered list stands.
  func place(of list: String, in lists: SceneLists) -> (top: Int, picked: Int?)? {
    lists[list].map { ($0.top, $0.picked) }
  }

  func scroll(_ list: ListState?, to row: Int) throws(StepFailure) {
    try StepFailure.wrapping(try list?.scroll(to: row))
  }

  func pick(_ list: ListState?, _ row: Int?) throws(StepFailure) {
    try StepFailure.wrapping(try list?.pick(row))
  }
}
