import SceneScenarios
import SceneReports
import Testing

struct TextTableTests {
  private let paint = Paint(isOn: false)

  private func table(_ rows: [[String]]) -> TextTable {
    var table = TextTable([
      .init("KEY", cutWidth: 4), .init("SIZE", isRightAligned: true), .init("VALUE", cutWidth: 6),
    ])
    for row in rows { table.add(row) }
    return table
  }

  @Test func `columns line up and lines have no trailing blanks`() {
    let lines = table([["draft", "5 B", "\"a\""], ["p", "18 B", "[]"]])
      .lines(width: nil, ellipsis: "…", paint: paint)
    #expect(lines == ["KEY    SIZE  VALUE", "draft   5 B  \"a\"", "p      18 B  []"])
  }

  @Test(arguments: [80, 40, 30, 24, 20])
  func `no line is wider than asked as long as the least widths fit`(width: Int) {
    let lines = table([["a-rather-long-key", "5 B", "\"🦅 brave 鷹 Tala goes home\""]])
      .lines(width: width, ellipsis: "…", paint: paint)
    for line in lines { #expect(DisplayWidth.of(line) <= width, "\(line)") }
  }

  @Test func `the value is cut before the key`() {
    let lines = table([["selectedTab", "5 B", "\"Tala is brave\""]])
      .lines(width: 26, ellipsis: "…", paint: paint)
    #expect(lines[1] == "selectedTab   5 B  \"Tala …")
  }

  @Test func `a cut never splits a wide character`() {
    #expect(DisplayWidth.cut("鷹鷹鷹", to: 4, mark: "…") == "鷹…")
    #expect(DisplayWidth.cut("鷹鷹", to: 4, mark: "…") == "鷹鷹")
  }

  @Test(arguments: [
    ("abc", 3), ("鷹", 2), ("e\u{301}", 1), ("🦅", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("☀\u{FE0F}", 2),
    ("\u{301}", 0), ("ﬁ", 1), ("한글", 4), ("", 0), ("é–…", 3),
  ])
  func `widths are those of a terminal`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }
}
