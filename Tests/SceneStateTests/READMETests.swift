import Foundation
import SceneState
import Testing

// The lines between the marks stand in README.md word for word.
// README begin
final class BookTab: SceneScoped {
  let sceneScope: SceneScope
  @SceneStorage("draft", scope: .scene) var shared = ""  // the bug: one draft for all tabs
  @SceneStorage("note") var own = ""  // the fix: the default, one per tab
  init(_ scope: SceneScope) { sceneScope = scope }
}
func typeUnderOneBook(in window: SceneScope) -> (shared: String, own: String) {
  let (hawk, raven) = (BookTab(window.tab("hawk")), BookTab(window.tab("raven")))
  (hawk.shared, hawk.own) = ("Tala is brave", "Tala is brave")
  return (raven.shared, raven.own)  // ("Tala is brave", "")
}
// README end

struct READMETests {
  @Test func `a draft leaks into the other tabs with the scene's scope, by default it does not`() {
    let store = SceneStore.temporary()
    let seen = typeUnderOneBook(in: store.scene("A"))
    #expect(seen.shared == "Tala is brave")
    #expect(seen.own.isEmpty)
    let otherWindow = BookTab(store.scene("B").tab("hawk"))
    #expect(otherWindow.shared.isEmpty)
    #expect(otherWindow.own.isEmpty)
  }

  @Test func `the README shows the very code that is tested here`() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let parts = source.components(separatedBy: ["// README", " begin\n"].joined())
    let snippet = try #require(parts.last?.components(separatedBy: "// README end").first)
    #expect(snippet.split(separator: "\n").count <= 15)
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(snippet)```"))
  }
}
