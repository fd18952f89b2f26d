// expect-error: cannot convert value of type 'TabID' to expected argument type 'SceneID'
import SceneState

func mixUp(store: SceneStore, tab: TabID) -> SceneScope {
  store.scene(tab)
}
