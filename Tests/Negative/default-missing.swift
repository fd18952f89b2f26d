// expect-error: needs a default
import SceneState

final class Model {
  @SceneStorage("count") var count: Int
  init() {}
}
