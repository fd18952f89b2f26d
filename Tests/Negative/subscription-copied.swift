// expect-error: 'first' consumed more than once
import SceneState

func twice(scope: SceneScope, key: SceneKey<String>) {
  let first = scope.observe(key) { _ in }
  let second = first
  let third = first
  second.cancel()
  third.cancel()
}
