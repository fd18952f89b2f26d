// expect-error: Sendable
import SceneState

final class Shared {}

final class Model {
  @SceneStorage("value") var value = Shared()
}
