// expect-error: main actor-isolated property 'count' can not be mutated from a nonisolated context
import SceneState

@MainActor final class Model {
  @SceneStorage("count") var count = 0
}

extension Model {
  nonisolated func bump() { count += 1 }
}
