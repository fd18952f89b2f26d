import Foundation
import SceneState
import Testing

/// Lists, sets and dictionaries of which not every element can be read.
struct DroppedElementTests {
  private enum Mood: String, Codable { case calm, busy }

  private let texts = SceneKey("moods", default: [String]())
  private let moods = SceneKey("moods", default: [Mood](), options: .dropsElements)

  @Test func `the elements that can be read stay, and a problem names the others`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[texts] = ["calm", "wild", "busy", "odd"] }
    try folder.withStore { store in
      let scene = store.scene("A")
      #expect(scene[moods] == [.calm, .busy])
      let problem = try #require(store.reportedProblems.first)
      #expect(store.reportedProblems.map(\.code) == [.elementNotReadable])
      #expect(problem.address == "A/moods")
      #expect(problem.detail.contains("wild") && problem.detail.contains("odd"))
    }
    // Reading alone changes nothing; the next write leaves out what could not be read.
    try folder.withStore { #expect($0.scene("A")[texts] == ["calm", "wild", "busy", "odd"]) }
    try folder.withStore { $0.scene("A")[moods].append(.busy) }
    try folder.withStore { #expect($0.scene("A")[texts] == ["calm", "busy", "busy"]) }
  }

  @Test func `sets and dictionaries are read element by element, too`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A")[SceneKey("set", default: Set<String>())] = ["calm", "wild"]
      store.scene("A")[SceneKey("map", default: [String: String]())] = ["a": "busy", "b": "odd"]
    }
    try folder.withStore { store in
      let set = SceneKey("set", default: Set<Mood>(), options: .dropsElements)
      let map = SceneKey("map", default: [String: Mood](), options: .dropsElements)
      #expect(store.scene("A")[set] == [.calm])
      #expect(store.scene("A")[map] == ["a": .busy])
      #expect(store.reportedProblems.map(\.code) == [.elementNotReadable, .elementNotReadable])
    }
  }

  @Test func `without the option the whole value is set aside`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[texts] = ["calm", "wild"] }
    try folder.withStore { store in
      #expect(store.scene("A")[SceneKey("moods", default: [Mood]())] == [])
      #expect(store.reportedProblems.map(\.code) == [.valueNotReadable])
    }
  }
}
