import Testing

@testable import SceneState

/// What is left of a scene that was destroyed: nothing that its last user does not hold.
@Suite struct DestroyedSceneTests {
  private final class Model: SceneScoped {
    let sceneScope: SceneScope
    @SceneStorage("draft") var draft = ""
    init(_ scope: SceneScope) { sceneScope = scope }
  }

  private struct View {
    @SceneStorage("number") var number = 0
  }

  private let draft = SceneKey("draft", default: "")

  @Test func `its values leave memory with the last object that holds one`() throws {
    let store = SceneStore.temporary()
    weak var handle: SceneHandle?
    weak var cell: ValueCell<String>?
    func live() throws {
      let scope = store.scene("A").tab("hawk")
      let (model, view) = (Model(scope), scope.run { View() })
      (model.draft, view.number) = ("typed", 3)
      (handle, cell) = (scope.handle, scope.cell(for: draft))
      try store.flush()
      store.destroySession("A")
      try store.flush()
      // Who still holds it reads defaults, writes nothing and keeps nothing.
      #expect(model.draft == "" && view.number == 0 && scope[draft] == "")
      model.draft = "late"
      scope[draft] = "late"
      scope[SceneKey("draft", default: 0)] = 5
      #expect(model.draft == "" && scope[draft] == "")
      #expect(handle != nil && cell != nil)
    }
    try live()
    #expect(cell == nil)
    #expect(handle == nil)
    #expect(store.scene("A")[draft] == "")
  }

  @Test func `who observes it is told of the end`() throws {
    let store = SceneStore.temporary()
    let scope = store.scene("A")
    scope[draft] = "typed"
    let heard = Texts()
    let subscription = scope.observe(draft) { heard.add($0) }
    try store.flush()
    store.destroySession("A")
    #expect(heard.all == [""])
    subscription.cancel()
  }
}
