import HawkNotes
import SceneState
import Testing

struct KeyTests {
  @Test func `bytes of a terminal become keys`() {
    var reader = KeyReader()
    #expect(
      reader.keys(in: Array("ab\t\r\u{7F}\u{3}".utf8)) == [
        .text("ab"), .tab, .enter, .backspace, .control("c"),
      ])
    #expect(
      reader.keys(in: Array("\u{1B}[A\u{1B}[B\u{1B}[Z\u{1B}[3~\u{1B}".utf8)) == [
        .up, .down, .backTab, .escape,
      ])
  }

  @Test func `a letter that comes in two parts is one letter`() {
    var reader = KeyReader()
    let bytes = Array("日".utf8)
    #expect(reader.keys(in: Array(bytes[..<2])) == [])
    #expect(reader.keys(in: Array(bytes[2...])) == [.text("日")])
  }

  @Test @MainActor func `keys write, change books and windows, and enter commands`() {
    let desktop = Desktop(store: .temporary())
    var session = KeySession(desktop)
    func press(_ keys: Key...) -> Ending? {
      var code: Ending?
      for key in keys { code = code ?? session.press(key) }
      return code
    }
    #expect(press(.text("Tala"), .backspace, .tab, .text("other")) == nil)
    #expect(desktop.pictures.first?.draft == "other")
    #expect(press(.backTab, .control("n"), .up) == nil)
    #expect(desktop.pictures.map(\.draft) == ["Tal", ""])
    #expect(desktop.pictures.map(\.isFront) == [true, false])
    #expect(press(.enter, .text("drag tala edg"), .text("e"), .enter) == nil)
    #expect(desktop.pictures.map(\.path) == [[], [], ["character/tala"]])
    #expect(press(.control("z"), .text("lost")) == nil)
    let screen = session.screen(Frame.Style(columns: 72), rows: 14)
    #expect(screen.contains("all windows are in the background"))
    #expect(screen.contains("(2 more)"))
    #expect(press(.down, .text("!")) == nil)
    #expect(desktop.pictures.last?.draft == "!")
    #expect(press(.control("c")) == .interrupted)
  }
}
