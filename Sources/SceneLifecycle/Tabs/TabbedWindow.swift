/// A window whose tabs its user opens and closes.
///
/// The delegate of a scene conforms, so that those who play a user find the buttons: the steps
/// `open-tab`, `close-tab`, `move-tab` and `undo-close-tab` of a scenario, and whoever selects one
/// opened. A window whose delegate does not conform has the tabs of the manifest, and refuses these
/// steps with `no-such-tab`.
///
/// ```swift
/// extension BrowserScene: TabbedWindow {
///   var openTabs: OpenTabs {
///     OpenTabs(scene, list: BrowserKeys.openTabs, selected: BrowserKeys.selectedTab)
///   }
/// }
/// ```
public protocol TabbedWindow: SceneDelegate {
  /// The tabs that are open.
  var openTabs: OpenTabs { get }
}
