import OwnType
import SceneState

final class BookModel: SceneScoped {
  let sceneScope: SceneScope
  @SceneStorage("draft") var draft = ""

  init(_ scope: SceneScope) { sceneScope = scope }
}

@main
struct Client {
  static func main() throws {
    let store = SceneStore.temporary()
    let scene = store.scene("A")
    let (hawk, raven) = (BookModel(scene.tab("hawk")), BookModel(scene.tab("raven")))
    hawk.draft = "Tala is brave"
    try store.flush()
    guard hawk.draft == "Tala is brave", raven.draft.isEmpty, OwnType.works(in: scene) else {
      throw ClientError()
    }
    print("a package outside the tree: hawk '\(hawk.draft)', raven '\(raven.draft)'")
  }
}

struct ClientError: Error {}
