import Foundation
import SceneState
import Testing

@testable import SceneLifecycle

struct SessionRosterTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 0)

  private func roster(_ count: UInt32) -> SessionRoster {
    var roster = SessionRoster()
    for number in 0..<count {
      let id = roster.freeID()
      let record = SceneRecord(created: Self.now)
      roster.add(SceneSession(id: id, number: number + 1, record: record), isNew: true)
    }
    return roster
  }

  @Test func `names go from A to Z and then begin anew with a number`() {
    let names = roster(54).sorted.map(\.id.rawValue)
    #expect(names[0] == "A" && names[25] == "Z" && names[26] == "A2" && names[52] == "A3")
    #expect(Set(names).count == 54)
  }

  @Test func `a name that was given back is given again, the first one first`() {
    var roster = roster(30)
    roster.remove("C2")
    roster.remove("B")
    #expect(roster.freeID() == "B")
    roster.add(SceneSession(id: "B", number: 31, record: .init(created: Self.now)), isNew: true)
    #expect(roster.freeID() == "C2")
  }

  @Test func `the most recently active window is found in every set`() {
    var roster = roster(3)
    for id: SceneID in ["A", "B", "C"] {
      roster.setState(.foregroundInactive, of: id)
      roster.activate(id, at: Self.now)
    }
    roster.activate("A", at: Self.now)
    #expect(Array(roster.recent.latestFirst) == ["A", "C", "B"])
    roster.setState(.background, of: "A")
    _ = roster.settle()
    #expect(roster.frontID == "C")
    #expect(Array(roster.foreground.latestFirst) == ["C", "B"])
    #expect(Array(roster.connected.latestFirst) == ["A", "C", "B"])
    roster.remove("C")
    #expect(roster.frontID == "B")
    roster.remove("B")
    #expect(roster.frontID == "A")
  }

  @Test func `on screen is what was visible when anything was`() {
    var roster = roster(3)
    for id: SceneID in ["A", "B"] { roster.setState(.foregroundActive, of: id) }
    _ = roster.settle()
    #expect(roster.onScreen == ["A", "B"])
    // Both go at once: they stay on screen.
    for id: SceneID in ["A", "B"] { roster.setState(.background, of: id) }
    _ = roster.settle()
    #expect(roster.onScreen == ["A", "B"])
    roster.setState(.foregroundActive, of: "C")
    let changed = roster.settle()
    #expect(roster.onScreen == ["C"])
    #expect(changed.map(\.id) == ["A", "B", "C"])
  }

  @Test func `only records that changed are written`() {
    var roster = roster(100)
    #expect(roster.settle().count == 100)
    #expect(roster.settle().isEmpty)
    roster.update("D") { $0.title = "The Good Hawk" }
    roster.update("E") { $0.title = nil }
    #expect(roster.settle().map(\.id) == ["D"])
  }

  @Test func `a number that the store corrects moves the session in every order`() {
    var roster = roster(2)
    roster.setState(.foregroundActive, of: "B")
    roster.setNumber(9, of: "B")
    roster.activate("B", at: Self.now)
    #expect(roster.sorted.map(\.number) == [1, 9])
    #expect(roster.highestNumber == 9)
    #expect(Array(roster.connected.latestFirst) == ["B"])
  }
}
