import Foundation
import SceneState
import Testing

/// What is stored and not shown, because something from outside decides what a scene shows.
struct HiddenValuesTests {
  private let text = SceneKey("n", default: "")
  private let number = SceneKey("n", default: 7, options: .navigation)

  @Test func `bytes that nobody has looked at are set aside when they are written over`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[text] = "bytes" }
    try folder.withStore { store in
      let scope = store.scene("A")
      scope.hidden = HiddenValues(.navigation)
      #expect(scope[number] == 7)
      #expect(store.reportedProblems.isEmpty)
      scope[number] = 7
      #expect(scope.contains(number))
    }
    try folder.withStore { #expect($0.scene("A")[number] == 7) }
    try folder.withStore { store in
      #expect(store.scene("A")[text] == "bytes")
    }
  }

  @Test func `a reset of a hidden value removes it`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[number] = 8 }
    try folder.withStore { store in
      let scope = store.scene("A")
      scope.hidden = HiddenValues(.everything)
      scope.reset(number)
    }
    try folder.withStore { #expect(!$0.scene("A").contains(number)) }
  }

  @Test func `the values of the app are nobody's navigation`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.app[number] = 8
      store.scene("A").hidden = HiddenValues(.everything)
      #expect(store.app[number] == 8)
      #expect(store.scene("B")[number] == 7)
    }
  }
}
