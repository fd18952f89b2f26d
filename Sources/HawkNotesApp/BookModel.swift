import Observation
package import SceneState

/// The keys of Hawk Notes, declared once for the models, the manifest and tests.
package enum Keys {
  package static let tab = SceneKey.selectedTab(default: BookTab.hawk)
  package static let path = SceneKey<[String]>("path", default: [])
  package static let draft = SceneKey("draft", default: "")
}

/// What one window shows of one book: restored, because its properties are scene storage.
@MainActor @Observable package final class BookModel: SceneScoped {
  package nonisolated let sceneScope: SceneScope
  /// What the user is writing; each tab of each window has its own.
  @ObservationIgnored @SceneStorage(Keys.draft) package var draft
  /// The screens that are pushed, the visible one last.
  @ObservationIgnored @SceneStorage(Keys.path) package var path

  /// Makes the model of the tab that the scope names.
  package init(_ scope: SceneScope) { sceneScope = scope }

  /// What keeps the draft or the path from being kept or read; nil as a rule.
  package var problem: SceneProblem? { $draft.stored.problem ?? $path.stored.problem }
}

/// Which book a window shows; the scope is the one that is current when it is made.
package struct TabBar {
  @SceneStorage(Keys.tab) package var tab
}
