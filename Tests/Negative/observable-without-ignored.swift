// expect-error: invalid redeclaration of synthesized property '_count'
import Observation
import SceneState

@Observable final class Model {
  @SceneStorage("count") var count = 0
}
