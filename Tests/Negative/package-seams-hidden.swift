// expect-error: 'abandon' is inaccessible due to 'package' protection level
import SceneState

func cheat(store: SceneStore) {
  store.abandon()
}
