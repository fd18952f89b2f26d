// expect-error: Codable
import SceneState

struct Opaque: Sendable {}

final class Model {
  @SceneStorage("value") var value = Opaque()
}
