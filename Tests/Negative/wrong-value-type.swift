// expect-error: cannot assign value of type 'Int' to
import SceneState

let draft = SceneKey("draft", default: "")

func write(in scope: SceneScope) {
  scope[draft] = 7
}
