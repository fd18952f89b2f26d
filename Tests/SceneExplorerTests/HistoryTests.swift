import SceneLifecycle
import SceneScenarios
import Testing

@testable import SceneExplorer

struct HistoryTests {
  private func play(_ actions: [Action], in app: String) throws -> Play {
    var play = try Play(
      try TestApp.named(app), KnownApps(), PropertyChoice(), playsBeginning: false)
    for action in actions { _ = play.play(action) }
    return play
  }

  private let text = Action("set", .map([("text", .text("one"))]), in: "A")

  @Test func `a window that goes keeps what it showed`() throws {
    let play = try play(
      [Action("launch", .text("A")), text, Action("background"), Action("kill")],
      in: "in-the-activity")
    let asleep = try #require(play.history.asleep["A"])
    #expect(asleep.shown.values[0] == [.text("one")])
    #expect(asleep.handedOver?.values[0] == [.text("one")])
    #expect(!asleep.isCrashed)
  }

  @Test func `a crash leaves what was handed over`() throws {
    let play = try play(
      [Action("launch", .text("A")), text, Action("crash")], in: "in-the-activity")
    let asleep = try #require(play.history.asleep["A"])
    #expect(asleep.isCrashed && asleep.handedOver == nil)
  }

  @Test func `an end that destroys leaves nothing`() throws {
    let play = try play(
      [Action("launch", .text("A")), text, Action("force-quit")], in: "in-the-activity")
    #expect(play.history.asleep.isEmpty)
  }

  @Test func `a quit asks, and a forced one does not`() throws {
    let start = [Action("launch", .text("A")), Action("wait", .text("1s"))]
    let quit = try play(start + [Action("quit")], in: "sound-desktop")
    #expect(quit.history.asleep["A"]?.isCrashed == false)
    #expect(quit.history.asleep["A"]?.handedOver != nil)
    let forced = try play(start + [Action("force-quit")], in: "sound-desktop")
    #expect(forced.history.asleep["A"]?.isCrashed == true)
  }

  @Test func `the table of ends is the one of the page`() {
    for profile in RestorationProfile.allCases {
      for end in RestorationProfile.End.allCases {
        #expect(EndTable.keeps(end, profile) == (profile.fate(after: end) != .destroyed))
      }
    }
  }
}
