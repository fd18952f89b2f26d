// expect-error: non-class type 'Owner' cannot conform to class protocol 'SceneScoped'
import SceneState

struct Owner: SceneScoped {
  let sceneScope: SceneScope
  @SceneStorage("note") var note = ""
}
