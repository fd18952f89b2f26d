// expect-error: @SceneStorage needs an optional of a value that is Codable & Sendable
import SceneState

struct NotCodable: Sendable {}

struct Owner {
  @SceneStorage("note") var note: NotCodable?
}
