// expect-error: static property 'count' is not concurrency-safe
import SceneState

enum Settings {
  @SceneStorage("count") static var count = 0
}
