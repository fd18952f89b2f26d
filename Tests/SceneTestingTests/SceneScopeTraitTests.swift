import Foundation
import SceneState
import SceneTesting
import Synchronization
import Testing

private enum Keys {
  static let draft = SceneKey("draft", default: "")
}

/// Every store that a test of the suite below was given.
private let stores = Mutex<[ObjectIdentifier: SceneStore]>([:])

@Suite(.freshScene) struct SceneScopeTraitTests {
  @Test(arguments: 1...4)
  func `each case has an empty store of its own`(number: Int) throws {
    let scope = try #require(SceneScope.current)
    #expect(scope[Keys.draft] == "")
    scope[Keys.draft] = "case \(number)"
    #expect(scope.sceneID == "A")
    let isNew = stores.withLock {
      $0.updateValue(scope.store, forKey: ObjectIdentifier(scope.store)) == nil
    }
    #expect(isNew)
  }

  @Test func `without the trait a function gives the same, as XCTest needs it`() throws {
    let outer = try #require(SceneScope.current).store
    let inner = withFreshScene { scene in
      #expect(SceneScope.current?.store == scene.store)
      #expect(SceneStore.open(appID: "com.example.never-written") == scene.store)
      scene[Keys.draft] = "inside"
      return scene.store
    }
    #expect(inner != outer)
    #expect(SceneScope.current?[Keys.draft] == "")
  }

  @Test func `what a test makes lives in its window`() throws {
    struct Editor {
      @SceneStorage("text") var text = ""
    }
    Editor().text = "typed"
    let scope = try #require(SceneScope.current)
    #expect(scope.entries.map(\.address) == ["A/text"])
  }

  @Test func `the store at the default place is that of the test`() throws {
    let store = SceneStore.open(appID: "com.example.never-written")
    #expect(store == SceneScope.current?.store)
    #expect(store.reportedProblems.isEmpty)
  }

  @Suite struct Inner {
    @Test func `an inner suite inherits the trait`() {
      #expect(SceneScope.current != nil)
    }
  }
}

struct DefaultPlaceTests {
  @Test func `without the trait there is one temporary store, and a problem that names it`() throws
  {
    let (one, other) = (
      SceneStore.open(appID: "com.example.one"), SceneStore.open(appID: "com.example.other")
    )
    #expect(one == other)
    let place = try #require(one.directory?.path)
    #expect(!place.contains("com.example"))
    let problem = try #require(one.reportedProblems.first { $0.code == .sharedTestStore })
    #expect(problem.description.contains("`.freshScene` of SceneTesting"))
  }

  @Test(.freshScene) func `a single test can have the trait`() {
    #expect(SceneScope.current != nil)
  }
}
