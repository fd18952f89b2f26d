package import HawkNotesApp
package import SceneLifecycle
import SceneState

/// All there is to draw of one window.
package struct WindowText: Equatable {
  package var name: String
  package var isFront: Bool
  package var state: ActivationState
  package var tab: BookTab
  package var path: [String]
  package var draft: String
  /// What keeps something of it from being kept.
  package var problem: String?

  package init(
    name: String, isFront: Bool, state: ActivationState, tab: BookTab, path: [String] = [],
    draft: String = "", problem: String? = nil
  ) {
    self.name = name
    self.isFront = isFront
    self.state = state
    self.tab = tab
    self.path = path
    self.draft = draft
    self.problem = problem
  }

  @MainActor init(_ scene: ConnectedScene, _ window: HawkScene, isFront: Bool) {
    self.init(
      name: scene.id.rawValue, isFront: isFront, state: scene.state, tab: window.tabs.tab,
      path: window.book?.path ?? [], draft: window.book?.draft ?? "",
      problem: window.book?.problem?.description)
  }
}
