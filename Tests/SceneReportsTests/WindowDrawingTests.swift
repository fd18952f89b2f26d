import SceneReports
import SceneScenarios
import SceneSimulator
import Testing

struct WindowDrawingTests {
  private typealias Window = ScreenState.Window

  private func drawn(_ screen: ScreenState, width: Int = 80, _ symbols: Symbols = .unicode)
    -> String
  {
    WindowDrawing(width: width, symbols: symbols).lines(screen).joined(separator: "\n")
  }

  private static let hawk = Window(
    name: "A", phase: .active, isFront: true, place: "left-half", tabs: ["hawk", "raven"],
    selectedTab: "raven", path: ["character/tala", "portrait"],
    values: [.init("draft", "\"Tala is brave\"")])

  @Test func `windows stand beside each other, the front one heavy, what is away on the shelf`() {
    let other = Window(
      name: "B", phase: .background, place: "right-half", openedBy: "drag",
      tabs: ["hawk", "raven"],
      selectedTab: "hawk")
    let screen = ScreenState(windows: [Self.hawk, other], disconnected: ["C"], closed: ["D"])
    #expect(
      drawn(screen, width: 64) == """
        ┏ A ━━━━━━━━━━━ active · front ┓┌ B ─── background · from drag ┐
        ┃  hawk [raven]                ┃│ [hawk] raven                 │
        ┃ › character/tala › portrait  ┃│                              │
        ┃ draft  "Tala is brave"       ┃│                              │
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛└──────────────────────────────┘
        shelf  C disconnected · D closed
        """
    )
  }

  @Test func `an app that does not run, and one without a window, say so`() {
    #expect(
      drawn(ScreenState(isRunning: false, disconnected: ["A"]))
        == "the app is not running\nshelf  A disconnected")
    #expect(drawn(ScreenState()) == "no window is open")
    #expect(drawn(ScreenState(device: "Phone", isRunning: false)).hasPrefix("Phone:\n"))
  }

  @Test func `what slides over stands below, thirds and the rest share the screen`() {
    func rows(_ places: [String?]) -> [[String]] {
      let windows = places.enumerated().map { index, place in
        Window(name: "W\(index)", phase: .active, place: place)
      }
      return WindowRows(windows, width: 60).rows.map { row in
        row.map { "\($0.window.name) \($0.column)+\($0.width)" }
      }
    }
    #expect(
      rows(["left-half", "right-third", "slide-over"]) == [["W0 0+30", "W1 40+20"], ["W2 40+20"]])
    #expect(rows([nil, nil]) == [["W0 0+30", "W1 30+30"]])
    #expect(rows([nil, nil, nil, nil]) == [["W0 0+20", "W1 20+20", "W2 40+20"], ["W3 0+20"]])
    #expect(rows(["right-half", "left-half"]) == [["W1 0+30", "W0 30+30"]])
    #expect(rows(["full", "full"]) == [["W0 0+60"], ["W1 0+60"]])
    #expect(rows([]).isEmpty)
  }

  @Test(arguments: [24, 40, 80, 200])
  func `no line is wider than the screen, and plain ones are ASCII`(width: Int) {
    let long = Window(
      name: "Wüßtenspringmaus", phase: .background, openedBy: "universal-link",
      tabs: ["first", "second", "third"], selectedTab: "third",
      values: [
        .init("text", "\"漢字 \u{202E}and \u{1B}[31m more \(String(repeating: "x", count: 200))\"")
      ])
    let screen = ScreenState(windows: [Self.hawk, long, long, long], closed: ["B\nC"])
    for line in WindowDrawing(width: width, symbols: .unicode).lines(screen) {
      #expect(DisplayWidth.of(line) <= width, "\(line)")
      #expect(!line.contains("\u{1B}") && !line.contains("\u{202E}"))
    }
    let plain = ScreenState(windows: [Self.hawk])
    for line in WindowDrawing(width: width, symbols: .plain).lines(plain) {
      #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
    }
  }
}
