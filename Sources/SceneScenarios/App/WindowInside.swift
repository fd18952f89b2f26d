import SceneLifecycle
import SceneSimulator

/// What a scenario can see and do inside a connected window, whoever wrote its app.
///
/// Apps of scenarios and apps in Swift are reached through the same steps and checks; only how a
/// tab, a path or a value is found differs.
protocol WindowInside: AnyObject {
  /// The tab shown; nil in an app without tabs.
  var selectedTab: String? { get }
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
  func set(_ value: ScenarioValue, for key: StorageKey, tab: String?) throws(StepFailure)
  func clear(_ key: StorageKey, tab: String?)
  /// Why the value is what it is: `default`, `store`, `activity`, `link`, `payload`.
  func source(of key: StorageKey, tab: String?) -> String
}
