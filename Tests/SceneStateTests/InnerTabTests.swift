import SceneState
import Testing

/// Two tab bars inside two tabs are two places.
@Suite struct InnerTabTests {
  private let draft = SceneKey("draft", default: "")

  @Test func `tabs of inner bars share nothing`() throws {
    let store = SceneStore.temporary()
    let scene = store.scene("A")
    let (mail, notes) = (scene.tab("mail").tab("all"), scene.tab("notes").tab("all"))
    mail[draft] = "mail"
    notes[draft] = "notes"
    scene.tab("all")[draft] = "outer"
    scene.nested("note", "7").tab("all")[draft] = "note"
    #expect(mail[draft] == "mail" && notes[draft] == "notes")
    try store.flush()
    #expect(
      scene.entries.map(\.address) == [
        "A/all/draft", "A/mail/tab/all/draft", "A/notes/tab/all/draft", "A/note/7/tab/all/draft",
      ])
  }

  @Test func `the tab beside this one is reached by its selector`() {
    let scene = SceneStore.temporary().scene("A")
    #expect(scene.tab("mail").resolve(.tab("notes")) == scene.tab("notes"))
    #expect(scene.tab("mail").resolve(.scene).tab("notes") == scene.tab("notes"))
  }

  @Test func `the outer tab has its inner ones inside it`() throws {
    let scene = SceneStore.temporary().scene("A")
    scene.tab("mail").tab("all")[draft] = "inner"
    try scene.tab("mail").move(to: scene.tab("post"))
    #expect(scene.tab("post").tab("all")[draft] == "inner")
    try scene.tab("post").discard()
    #expect(scene.tab("post").tab("all")[draft].isEmpty)
  }
}
