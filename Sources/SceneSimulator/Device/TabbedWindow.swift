public import SceneLifecycle
public import SceneState

/// A window of an app in Swift whose tabs the user opens and closes.
///
/// The delegate of a scene conforms, so that a simulated user finds the buttons: the steps
/// `open-tab`, `close-tab` and `undo-close-tab` of a scenario, and ``SimulatedWindow/select(_:)`` of
/// a tab that was opened. A window whose delegate does not conform has the tabs of the manifest, and
/// refuses these steps with `no-such-tab`.
///
/// ```swift
/// extension BrowserScene: TabbedWindow {
///   var openTabs: [TabID] { scope[BrowserKeys.openTabs].map { TabID(rawValue: $0) } }
///   func setOpenTabs(_ tabs: [TabID]) throws {
///     for tab in openTabs where !tabs.contains(tab) { try scope.tab(tab).discard() }
///     scope[BrowserKeys.openTabs] = tabs.map(\.rawValue)
///   }
/// }
/// ```
public protocol TabbedWindow: SceneDelegate {
  /// The tabs that are open, in their order.
  var openTabs: [TabID] { get }

  /// Opens and closes tabs, so that these are left in this order.
  ///
  /// What becomes of the values of a tab that is closed, and which one is selected then, is for the
  /// app to say. A tab that is opened is selected by the step, not here.
  /// - Throws: Whatever keeps the app from it; the step fails with its description.
  func setOpenTabs(_ tabs: [TabID]) throws

  /// Brings a closed tab back and selects it.
  ///
  /// - Parameter tab: The tab; nil for the one closed last.
  /// - Returns: Whether there was one; an app that keeps none may leave this out.
  /// - Throws: Whatever keeps the app from it; the step fails with its description.
  func reopenTab(_ tab: TabID?) throws -> Bool
}

extension TabbedWindow {
  /// Brings nothing back.
  ///
  /// - Throws: Nothing.
  public func reopenTab(_ tab: TabID?) throws -> Bool { false }
}
