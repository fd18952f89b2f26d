import Foundation
import Observation
import SceneLifecycle
import SceneState
import Synchronization
import Testing

struct NavigatorTests {
  private final class Changes {
    var all: [Navigator.Change] = []
    /// The last URL for the store, and how often it changed.
    var saved: [String?] { all.filter(\.savedURLChanged).map(\.new.savedURL) }
  }

  private let links: DeepLinks
  private let changes = Changes()

  init() throws {
    links = try DeepLinks(checks: ["id": "^[0-9]+$"]) {
      Place("quotes://quotes", tab: "quotes")
      Place("quotes://quote/{id}", tab: "quotes", path: ["quote/{id}"])
      Place("quotes://quote/{id}/share", tab: "quotes", path: ["quote/{id}", "share"])
      Place("quotes://authors", tab: "authors")
      Place("quotes://author/{name}", tab: "authors", path: ["author/{name}"])
      Place("quotes://hidden", tab: "hidden")
    }
  }

  private func navigator(default url: String? = "quotes://quotes") -> Navigator {
    Navigator(
      links, tabs: ["quotes", "authors", "settings"], defaultURL: url, address: "A",
      onChange: { [changes] in changes.all.append($0) })
  }

  private func problem(_ body: () throws(SceneProblem) -> Void) -> SceneProblem? {
    do throws(SceneProblem) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  // MARK: A fresh window

  @Test(
    arguments: [
      ("quotes://author/Rumi", "authors", ["author/Rumi"]), ("quotes://quotes", "quotes", []),
      ("quotes://nowhere", "quotes", []), ("https://example.com", "quotes", []),
      ("quotes://hidden", "quotes", []), (nil, "quotes", []),
    ] as [(String?, TabID, [String])])
  func `a fresh window shows the default's place, else the first, and saves nothing`(
    url: String?, tab: TabID, path: [String]
  ) {
    let navigator = navigator(default: url)
    #expect(navigator.selectedTab == tab)
    #expect(navigator.path() == path)
    #expect(navigator.url != nil)
    #expect(navigator.savedURL == nil)
    #expect(changes.all.isEmpty)
  }

  @Test func `without a place to begin with the first tab's root is shown`() {
    let links = DeepLinks { Place("s://{x}", tab: "b", path: ["{x}"]) }
    let navigator = Navigator(links, tabs: ["a", "b"])
    #expect(navigator.selectedTab == "a")
    #expect(navigator.path() == [])
    #expect(navigator.url == nil)
    #expect(Navigator(links).selectedTab == nil)
  }

  // MARK: Walking

  @Test func `walking leaves a trail, the trail is a URL`() throws {
    let navigator = navigator()
    navigator.appeared("quote/4")
    #expect(navigator.url?.absoluteString == "quotes://quote/4")
    navigator.appeared("share")
    #expect(navigator.url?.absoluteString == "quotes://quote/4/share")
    navigator.disappeared("share")
    #expect(navigator.path() == ["quote/4"])
    try navigator.select("authors")
    #expect(navigator.url?.absoluteString == "quotes://authors")
    #expect(navigator.path(in: "quotes") == [])
    #expect(
      changes.saved == [
        "quotes://quote/4", "quotes://quote/4/share", "quotes://quote/4", "quotes://authors",
      ])
  }

  @Test func `selecting the current tab does nothing`() throws {
    let navigator = navigator()
    navigator.appeared("quote/4")
    try navigator.select("quotes")
    #expect(navigator.path() == ["quote/4"])
    #expect(changes.all.count == 1)
  }

  @Test func `a screen that appears again was returned to`() {
    let navigator = navigator()
    for screen in ["quote/4", "share", "more", "quote/4"] { navigator.appeared(screen) }
    #expect(navigator.path() == ["quote/4"])
    navigator.appeared("quote/4")
    #expect(changes.all.count == 4)
  }

  @Test func `a screen that disappears takes those above with it`() throws {
    let navigator = navigator()
    try navigator.show(["a", "b", "a", "c"])
    navigator.disappeared("a")
    #expect(navigator.path() == ["a", "b"])
    navigator.disappeared("x")
    navigator.disappeared("a", in: "authors")
    #expect(navigator.path() == ["a", "b"])
    navigator.disappeared("a", in: "quotes")
    #expect(navigator.path() == [])
  }

  @Test func `a screen of another tab selects it`() {
    let navigator = navigator()
    navigator.appeared("quote/4")
    navigator.appeared("author/Rumi", in: "authors")
    #expect(navigator.selectedTab == "authors")
    #expect(navigator.path() == ["author/Rumi"])
    navigator.appeared("x", in: "no tab")
    #expect(navigator.path() == ["author/Rumi"])
  }

  @Test func `a place without a URL keeps the saved one`() throws {
    let navigator = navigator()
    navigator.appeared("quote/4")
    navigator.appeared("nowhere")
    #expect(navigator.url == nil)
    #expect(navigator.savedURL == "quotes://quote/4")
    try navigator.select("settings")
    #expect(navigator.url == nil)
    #expect(changes.saved == ["quotes://quote/4"])
    #expect(changes.all.map { $0.old.path != $0.new.path } == [true, true, true])
    #expect(changes.all.map { $0.old.tab != $0.new.tab } == [false, false, true])
  }

  @Test func `screens that differ in bytes only are a change`() throws {
    let navigator = navigator()
    try navigator.show(["author/é"], in: "authors")
    try navigator.show(["author/e\u{301}"], in: "authors")
    #expect(changes.saved == ["quotes://author/%C3%A9", "quotes://author/e%CC%81"])
    #expect(changes.all[0].new != changes.all[1].new)
    #expect(Set(changes.all.map(\.new)).count == 2)
  }

  @Test func `a tab the app does not have is refused`() throws {
    let navigator = navigator()
    let refused = problem { () throws(SceneProblem) in try navigator.select("nowhere") }
    #expect(refused?.code == .noSuchTab)
    #expect(refused?.address == "A")
    #expect(problem { () throws(SceneProblem) in try navigator.show([], in: "x") } != nil)
    #expect(changes.all.isEmpty)
  }

  // MARK: Links

  @Test func `a link selects the tab and replaces the path at once`() throws {
    let navigator = navigator()
    let url = try #require(URL(string: "quotes://author/Ursula%20K.%20Le%20Guin"))
    try navigator.open(url)
    #expect(navigator.selectedTab == "authors")
    #expect(navigator.path() == ["author/Ursula K. Le Guin"])
    #expect(changes.all.count == 1)
    try navigator.open(url)
    #expect(changes.all.count == 1)
  }

  @Test(arguments: [
    ("quotes://quote/none", SceneProblem.Code.noSuchPlace, "no place has the URL"),
    ("quotes://hidden", .noSuchPlace, "no place has the URL"),
    ("https://x.com/quote", .notOurScheme, "no place of this app has the scheme of"),
  ])
  func `a link that leads nowhere leaves the window where it is`(
    url: String, code: SceneProblem.Code, why: String
  ) {
    let navigator = navigator()
    navigator.appeared("quote/7")
    let refused = problem { () throws(SceneProblem) in try navigator.open(url) }
    #expect(refused?.code == code)
    #expect(refused?.detail == "\(why) '\(url)'")
    #expect(navigator.url?.absoluteString == "quotes://quote/7")
    #expect(changes.all.count == 1)
  }

  @Test func `a place without a tab is shown in the selected one`() throws {
    let links = DeepLinks { Place("s://help", path: ["help"]) }
    let navigator = Navigator(links, tabs: ["a", "b"])
    try navigator.select("b")
    try navigator.open("s://help")
    #expect(navigator.selectedTab == "b")
    #expect(navigator.path() == ["help"])
  }

  @Test func `an app without tabs has one path`() throws {
    let links = DeepLinks { Place("s://a/{x}", path: ["a", "{x}"]) }
    let navigator = Navigator(links)
    navigator.appeared("a")
    navigator.appeared("b")
    #expect(navigator.url?.absoluteString == "s://a/b")
    #expect(navigator.selectedTab == nil)
    #expect(navigator.path() == ["a", "b"])
  }

  // MARK: What was saved

  @Test func `a saved place is shown and stays saved as it was written`() {
    let navigator = navigator()
    #expect(navigator.restore("quotes://author/%52umi") == nil)
    #expect(navigator.path() == ["author/Rumi"])
    #expect(navigator.url?.absoluteString == "quotes://author/Rumi")
    #expect(changes.saved.isEmpty)
  }

  @Test(arguments: [
    ("quotes://quote/4/gone", "quotes://quote/4"),
    ("quotes://author/Rumi/quote/x", "quotes://author/Rumi"),
    ("quotes://quote/retired", "quotes://authors"), ("https://other/x", "quotes://authors"),
    ("quotes://hidden", "quotes://authors"), ("quotes://hidden/x", "quotes://authors"),
    ("", "quotes://authors"),
  ])
  func `of a saved place that is gone the nearest ancestor is left, else the default`(
    saved: String, shown: String
  ) {
    let navigator = navigator(default: "quotes://authors")
    let problem = navigator.restore(saved)
    #expect(problem?.code == .noSuchPlace)
    #expect(navigator.url?.absoluteString == shown)
    #expect(changes.saved == [shown])
  }

  @Test func `without a default the first place stands in for one that is gone`() {
    let navigator = navigator(default: nil)
    #expect(navigator.restore("quotes://quote/retired") != nil)
    #expect(changes.saved == ["quotes://quotes"])
  }

  @Test func `a link at launch keeps the saved place from being shown`() throws {
    let navigator = navigator()
    #expect(navigator.restore("quotes://author/Rumi", isShown: false) == nil)
    #expect(navigator.savedURL == "quotes://author/Rumi")
    #expect(navigator.path() == [])
    try navigator.open("quotes://quote/7")
    #expect(changes.all.count == 1)
    #expect(changes.saved == ["quotes://quote/7"])
  }

  @Test func `a kept state comes back without a word`() {
    let navigator = navigator()
    navigator.appeared("quote/4")
    let state = navigator.state
    navigator.appeared("share")
    navigator.bringBack(state)
    #expect(navigator.url?.absoluteString == "quotes://quote/4")
    #expect(navigator.state == state)
    #expect(changes.all.count == 2)
  }

  @Test func `reads are observed`() {
    let navigator = navigator()
    let isNoted = Mutex(false)
    withObservationTracking {
      _ = navigator.url
    } onChange: {
      isNoted.withLock { $0 = true }
    }
    navigator.appeared("quote/4")
    #expect(isNoted.withLock { $0 })
  }
}
