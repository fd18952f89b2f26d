// expect-ok
import Observation
import SceneState

enum Book: String, Codable, Sendable { case hawk, raven }
enum Size: Int, Sendable { case small, large }
struct Place: Codable, Sendable { var path: [String] = [] }

class Plain: SceneScoped {
  let sceneScope: SceneScope
  @SceneStorage("text") var text = ""
  init(_ scope: SceneScope) { sceneScope = scope }
}

final class Heir: Plain {
  @SceneStorage("more") var more = 0
}

@MainActor final class OnMain: SceneScoped {
  nonisolated let sceneScope: SceneScope
  @SceneStorage("book") var book = Book.hawk
  init(_ scope: SceneScope) { sceneScope = scope }
}

@MainActor @Observable final class Observed: SceneScoped {
  nonisolated let sceneScope: SceneScope
  var other = 0
  @ObservationIgnored @SceneStorage("place") var place = Place()
  init(_ scope: SceneScope) { sceneScope = scope }
}

actor Worker: SceneScoped {
  let sceneScope: SceneScope
  @SceneStorage("done") var done: Set<Int> = []
  init(_ scope: SceneScope) { sceneScope = scope }
  func finish(_ number: Int) { done.insert(number) }
}

struct Screen {
  @SceneStorage("title") var title: String?
  @SceneStorage("size") var size = Size.small
  func clear() {
    title = nil
    size = .large
  }
}

@MainActor func use(_ model: Observed) -> SceneBinding<[String]> {
  model.$place.path
}
