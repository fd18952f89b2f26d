import HawkNotes
import HawkNotesApp
import SceneLifecycle
import Testing

struct FrameTests {
  private let window = WindowText(
    name: "A", isFront: true, state: .foregroundActive, tab: .raven,
    path: ["character/tala", "letters"], draft: "Tala is brave")

  private func lines(_ window: WindowText, _ style: Frame.Style) -> [Substring] {
    Frame(style).draw([window]).split(separator: "\n")
  }

  @Test func `a narrow frame keeps the end of the path and every word of the draft`() {
    var window = window
    window.draft = "Tala is brave, and she knows what the dragons want"
    #expect(
      Frame(Frame.Style(columns: 40)).draw([window]) == """
        ┏ A ━━━━━━━━━━━━━━━━━━━━━━━━━━━━ front ┓
        ┃  hawk [raven] swift                  ┃
        ┃ …en Raven › character/tala › letters ┃
        ┃ Tala is brave, and she knows what    ┃
        ┃ the dragons want                     ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

        """)
  }

  @Test func `without a Unicode locale the frame is ASCII`() {
    let text = Frame(Frame.Style(isUnicode: false, columns: 40)).draw([window])
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.hasPrefix("+ A ============================ front +\n|  hawk [raven] swift "))
  }

  @Test(arguments: ["日本語の下書き", "👩‍👩‍👧 family", "e\u{301}te\u{301}", "\u{1B}[2J\u{202E}x", ""])
  func `wide, joined and hostile letters never break the frame`(draft: String) {
    var window = window
    window.draft = draft
    let rows = lines(window, Frame.Style(columns: 24))
    #expect(rows.allSatisfy { $0.hasSuffix("┃") || $0.hasSuffix("┓") || $0.hasSuffix("┛") })
    #expect(!rows.joined().unicodeScalars.contains("\u{1B}"))
    #expect(!rows.joined().unicodeScalars.contains("\u{202E}"))
  }

  @Test func `a long draft shows its end`() {
    var window = window
    window.draft = (1...40).map { "line\($0)" }.joined(separator: " ")
    let text = Frame(Frame.Style(columns: 24)).draw([window])
    #expect(text.contains("lines above"))
    #expect(text.contains("line40"))
    #expect(!text.contains("line1 "))
  }

  @Test func `escape sequences appear only where paint is wanted`() {
    #expect(!Frame(Frame.Style()).draw([window]).contains("\u{1B}"))
    #expect(
      Frame(Frame.Style(isPainted: true)).draw([window]).contains("\u{1B}[1m[raven]\u{1B}[0m"))
  }

  @Test func `without windows the next step is said`() {
    #expect(Frame(Frame.Style()).draw([]) == "no window; 'open' makes one\n")
  }
}
