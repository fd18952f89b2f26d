import Foundation
import SceneState
import Testing

/// Keys whose first value comes from another key, and keys that read one version alone.
struct DerivedKeyTests {
  private struct WindowState: Codable, Sendable, Equatable {
    var expanded: Bool
  }

  private let state = SceneKey("windowState", default: WindowState(expanded: false))
  private let expanded = SceneKey(
    "expanded", default: false,
    migrations: [.derived(from: "windowState", as: WindowState.self) { $0.expanded }])

  @Test func `the first value comes from the other key, which keeps its own`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[state] = WindowState(expanded: true) }
    try folder.withStore { store in
      #expect(store.scene("A")[expanded])
      #expect(store.scene("A")[state].expanded)
      #expect(!store.scene("B")[expanded])
    }
    try folder.withStore { store in
      store.scene("A")[state] = WindowState(expanded: false)
      #expect(store.scene("A")[expanded], "it has a value of its own since")
    }
  }

  @Test func `a first value that is reset does not come again`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[state] = WindowState(expanded: true) }
    try folder.withStore { store in
      #expect(store.scene("A")[expanded])
      store.scene("A").reset(expanded)
      #expect(!store.scene("A")[expanded])
    }
    try folder.withStore { store in
      #expect(!store.scene("A")[expanded], "the default is stored in its place")
      #expect(store.scene("A").contains(expanded))
      // Without the other key nothing can come again.
      store.scene("A").reset(state)
      store.scene("A").reset(expanded)
      #expect(!store.scene("A").contains(expanded))
    }
  }

  @Test func `what the other key cannot tell is its default, without a problem`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[SceneKey("windowState", default: 0)] = 7 }
    try folder.withStore { store in
      #expect(!store.scene("A")[expanded])
      #expect(store.reportedProblems.isEmpty)
    }
  }

  @Test func `a value of another version is set aside, and comes back to its own`() throws {
    let folder = try StoreFolder()
    let old = SceneKey("size", default: 1)
    let new = SceneKey("size", default: 2, version: 2, options: .onlyThisVersion)
    try folder.withStore { $0.scene("A")[old] = 12 }
    try folder.withStore { store in
      #expect(store.scene("A")[new] == 2)
      #expect(store.reportedProblems.map(\.code) == [.valueNotReadable])
      store.scene("A")[new] = 3
    }
    try folder.withStore { #expect($0.scene("A")[new] == 3) }
    let older = SceneKey("size", default: 1, version: 1, options: .onlyThisVersion)
    try folder.withStore { #expect($0.scene("A")[older] == 12) }
  }
}
