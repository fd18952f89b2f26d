// expect-error: is mutable
import SceneState

final class Model: Sendable {
  @SceneStorage("count") var count = 0
}
