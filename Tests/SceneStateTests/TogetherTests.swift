import Foundation
import SceneState
import Testing

/// Values that make sense only together.
struct TogetherTests {
  private let text = SceneKey("text", default: "")
  private let cursor = SceneKey("cursor", default: 0)
  /// The cursor as a version of the app wrote it that this one cannot read.
  private let foreign = SceneKey("cursor", default: "")

  private func written(cursorAs word: String? = "end") throws -> StoreFolder {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A")[text] = "old"
      if let word { store.scene("A")[foreign] = word } else { store.scene("A")[cursor] = 3 }
    }
    return folder
  }

  private func expectUntouched(_ folder: StoreFolder) throws {
    try folder.withStore { store in
      #expect((store.scene("A")[text], store.scene("A")[foreign]) == ("old", "end"))
    }
  }

  @Test func `all read as stored while each can be read`() throws {
    let folder = try written(cursorAs: nil)
    try folder.withStore { store in
      let scope = store.scene("A")
      scope.readTogether(text, cursor)
      #expect((scope[text], scope[cursor]) == ("old", 3))
    }
  }

  @Test func `one that cannot be read takes the others along, and nothing is lost by reading`()
    throws
  {
    let folder = try written()
    try folder.withStore { store in
      let scope = store.scene("A")
      scope.readTogether(text, cursor)
      #expect((scope[text], scope[cursor]) == ("", 0))
      #expect(!scope.contains(text))
      #expect(store.reportedProblems.map(\.code) == [.valueNotReadable])
    }
    try expectUntouched(folder)
  }

  @Test func `the first write begins all anew, in one tick`() throws {
    let folder = try written()
    try folder.withStore { store in
      let scope = store.scene("A")
      scope.readTogether(text, cursor)
      let told = Counter()
      let subscription = scope.observe(text) { _ in told.add() }
      try scope.write("begun anew", to: text)
      #expect(told.value == 1)
      withExtendedLifetime(subscription) {}
    }
    try folder.withStore { store in
      let scope = store.scene("A")
      scope.readTogether(text, cursor)
      #expect((scope[text], scope[cursor]) == ("begun anew", 0))
      #expect(!scope.contains(cursor) && store.reportedProblems.isEmpty)
    }
  }

  @Test func `a write of the default is one, too, and so is a reset`() throws {
    for isReset in [false, true] {
      let folder = try written()
      try folder.withStore { store in
        let scope = store.scene("A")
        scope.readTogether(text, cursor)
        if isReset { scope.reset(cursor) } else { scope[cursor] = 0 }
      }
      try folder.withStore { store in
        let scope = store.scene("A")
        #expect(!scope.contains(text))
        #expect(scope[cursor] == 0 && scope.contains(cursor) == !isReset)
        #expect(store.reportedProblems.isEmpty)
      }
    }
  }

  @Test func `a write that is refused leaves all as it was`() throws {
    let folder = try written()
    try folder.withStore(SceneStore.Options(valueBudget: 100)) { store in
      let scope = store.scene("A")
      scope.readTogether(text, cursor)
      #expect(throws: SceneProblem.self) {
        try scope.write(String(repeating: "x", count: 101), to: text)
      }
      #expect(scope[text] == "")
    }
    try expectUntouched(folder)
  }

  @Test func `they may live in several places`() throws {
    let folder = try StoreFolder()
    let split = SceneKey("split", default: 0.5, scope: .scene)
    try folder.withStore { store in
      store.scene("A")[split] = 0.3
      store.scene("A").tab("t")[foreign] = "end"
    }
    try folder.withStore { store in
      let tab = store.scene("A").tab("t")
      tab.readTogether(split, cursor)
      #expect(store.scene("A")[split] == 0.5)
      tab[cursor] = 1
    }
    try folder.withStore { #expect(!$0.scene("A").contains(split)) }
  }

  @Test func `what was hidden for another reason is judged when it is shown`() throws {
    let folder = try written()
    try folder.withStore { store in
      let scope = store.scene("A")
      scope.hidden = HiddenValues(.everything)
      scope.readTogether(text, cursor)
      #expect(store.reportedProblems.isEmpty)
      scope.hidden = nil
      #expect((scope[text], scope[cursor]) == ("", 0))
      scope[text] = "anew"
      #expect(scope[text] == "anew")
    }
    try folder.withStore { #expect(($0.scene("A")[text], $0.scene("A")[cursor]) == ("anew", 0)) }
  }

  @Test func `what shares a value belongs together, in whatever order it is said`() throws {
    let zoom = SceneKey("zoom", default: 1.0)
    for isLater in [false, true] {
      let folder = try written()
      try folder.withStore { $0.scene("A")[zoom] = 2 }
      try folder.withStore { store in
        let scope = store.scene("A")
        if isLater { scope.readTogether(zoom, text) }
        scope.readTogether(text, cursor)
        if !isLater { scope.readTogether(zoom, text) }
        #expect((scope[zoom], scope[text], scope[cursor]) == (1, "", 0))
        scope[cursor] = 5
      }
      try folder.withStore { store in
        let scope = store.scene("A")
        scope.readTogether(text, cursor)
        #expect((scope[zoom], scope[text], scope[cursor]) == (1, "", 5))
        #expect(store.reportedProblems.isEmpty)
      }
    }
  }
}
