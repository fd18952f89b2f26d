import Foundation
import SceneState
import Testing

@Suite struct UnreadableValueTests {
  private let text = SceneKey("n", default: "")
  private let number = SceneKey("n", default: 7)

  private func withText(_ folder: StoreFolder) throws {
    try folder.withStore { $0.scene("A")[text] = "bytes" }
  }

  @Test func `bytes of another type give the default and a problem and stay`() throws {
    let folder = try StoreFolder()
    try withText(folder)
    try folder.withStore { store in
      let scope = store.scene("A")
      #expect(scope[number] == 7)
      #expect(scope.facts(of: number).problem?.code == .valueNotReadable)
      #expect(store.reportedProblems.map(\.code) == [.valueNotReadable])
    }
    try folder.withStore { #expect($0.scene("A")[text] == "bytes") }
  }

  @Test func `the next write moves the bytes aside and they come back when readable`() throws {
    let folder = try StoreFolder()
    try withText(folder)
    try folder.withStore { $0.scene("A")[number] = 7 }
    try folder.withStore { store in
      #expect(store.scene("A")[number] == 7)
      #expect(store.reportedProblems.isEmpty)
    }
    try folder.withStore { store in
      #expect(store.scene("A")[text] == "bytes")
      store.scene("A").reset(text)
    }
    try folder.withStore { #expect($0.scene("A")[text] == "") }
  }

  @Test func `a reset moves unreadable bytes too`() throws {
    let folder = try StoreFolder()
    try withText(folder)
    try folder.withStore { $0.scene("A").reset(number) }
    try folder.withStore { store in
      #expect(store.scene("A")[text] == "bytes")
      #expect(store.scene("A").contains(text))
    }
  }

  @Test func `a discard takes what was set aside with it`() throws {
    let folder = try StoreFolder()
    try withText(folder)
    try folder.withStore { $0.scene("A")[number] = 8 }
    try folder.withStore { try $0.scene("A").discard() }
    try folder.withStore { store in
      #expect(store.scene("A")[text] == "")
      #expect(!store.scene("A").contains(text))
    }
  }

  @Test func `what changed its type compatibly is read without a migration`() throws {
    struct Before: Codable, Sendable { var name = "a" }
    struct After: Codable, Sendable {
      var name = ""
      var note: String?
    }
    let folder = try StoreFolder()
    try folder.withStore { store in
      let scope = store.scene("A")
      scope[SceneKey("i", default: 0)] = 3
      scope[SceneKey("s", default: Before(name: ""))] = Before()
    }
    try folder.withStore { store in
      let scope = store.scene("A")
      #expect(scope[SceneKey<Double>("i", default: 0)] == 3)
      #expect(scope[SceneKey("s", default: After())].name == "a")
      #expect(store.reportedProblems.isEmpty)
    }
    try folder.withStore { #expect($0.scene("A")[SceneKey<Int?>("i", default: nil)] == 3) }
  }

  @Test func `a migration runs once and its result is stored`() throws {
    let folder = try StoreFolder()
    try withText(folder)
    let runs = Counter()
    let length = SceneKey(
      "n", default: 0, version: 2,
      migrations: [
        .from(1, as: String.self) {
          runs.add()
          return $0.count
        }
      ])
    for _ in 0..<2 {
      try folder.withStore { #expect($0.scene("A")[length] == 5) }
    }
    #expect(runs.value == 1)
  }

  @Test func `a migration that throws leaves the bytes where they are`() throws {
    struct Refusal: Error {}
    let folder = try StoreFolder()
    try withText(folder)
    let length = SceneKey(
      "n", default: 0, version: 2, migrations: [.from(1, as: String.self) { _ in throw Refusal() }])
    try folder.withStore { store in
      #expect(store.scene("A")[length] == 0)
      #expect(store.reportedProblems.map(\.code) == [.valueNotReadable])
    }
    try folder.withStore { #expect($0.scene("A")[text] == "bytes") }
  }

  @Test func `a key that moved from scene to tab takes its value into the selected tab`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A")[SceneKey("land", default: "")] = "Tibet"
      store.scene("A")[SceneKey.selectedTab(default: "hawk")] = "raven"
    }
    let moved = SceneKey("country", default: "", migrations: [.formerly("land", in: .scene)])
    try folder.withStore { store in
      let scene = store.scene("A")
      #expect(scene.tab("hawk")[moved] == "")
      #expect(scene.tab("raven")[moved] == "Tibet")
    }
    try folder.withStore { store in
      #expect(store.scene("A").entries.map(\.address) == ["A/selectedTab", "A/raven/country"])
    }
  }

  @Test func `a move between scopes that nobody declared is reported`() throws {
    let folder = try StoreFolder()
    try withText(folder)
    try folder.withStore { store in
      let tab = store.scene("A").tab("hawk")
      #expect(tab[text] == "")
      #expect(tab.facts(of: text).problem?.code == .valueInOtherScope)
      #expect(store.reportedProblems.map(\.address) == ["A/hawk/n"])
    }
  }
}
