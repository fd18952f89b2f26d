import SceneLifecycle
import SceneState

/// An app written in Swift, as users write them: one text per window.
final class DraftApp: SceneApp {
  static let draft = SceneKey("draft", default: "")

  let manifest = SceneManifest(id: "com.example.draft", keys: [draft])

  func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    DraftScene(scene.scope)
  }
}

final class DraftScene: SceneDelegate, SceneScoped {
  let sceneScope: SceneScope
  @SceneStorage(DraftApp.draft) var draft

  init(_ scope: SceneScope) { sceneScope = scope }
}
