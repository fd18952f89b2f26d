// expect-error: Codable
import SceneState

struct Opaque: Sendable {}

let key = SceneKey("value", default: Opaque())
