import SceneScenarios
import Testing

/// Carets stand under the text they mean, whatever the text is made of and however wide the frame.
struct SourceFrameTests {
  /// The frame of a line in which `«…»` encloses what is marked.
  private func frame(_ marked: String, width: Int? = nil, resolved: String? = nil) -> [String] {
    let scalars = Array(marked.unicodeScalars)
    let start = scalars.firstIndex(of: "«") ?? 0
    let end = (scalars.firstIndex(of: "»") ?? 0) - 1
    let line = String(String.UnicodeScalarView(scalars.filter { $0 != "«" && $0 != "»" }))
    let range = SourceRange(
      start: SourcePosition(line: 1, column: start + 1),
      end: SourcePosition(line: 1, column: end + 1))
    var diagnostic = Diagnostic(.wrongValue, file: "a.yaml", range: range, "no")
    diagnostic.frame?.resolved = resolved
    let text = DiagnosticRenderer.text(
      diagnostic, source: SourceFile(path: "a.yaml", text: line + "\n"),
      layout: DiagnosticRenderer.Layout(width: width))
    return text.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func `wide characters take two columns`() {
    #expect(
      frame("鷹: «日本», x") == ["      1 | 鷹: 日本, x", "        |     ^^^^"])
    #expect(frame("🦅: «x»") == ["      1 | 🦅: x", "        |     ^"])
    #expect(frame("👩‍👩‍👧: «🇯🇵»") == ["      1 | 👩‍👩‍👧: 🇯🇵", "        |     ^^"])
  }

  @Test func `combining marks take none, and tabs are one blank`() {
    #expect(frame("e\u{301}\u{302}: «e\u{301}x»")[1] == "        |    ^^")
    #expect(frame("a:\t«b»\tc") == ["      1 | a: b c", "        |    ^"])
  }

  @Test func `control and direction characters are escaped, and count as such`() {
    #expect(
      frame("\u{202E}a: «b»") == ["      1 | \\u{202E}a: b", "        |            ^"])
    #expect(frame("a: «\u{7}»")[1] == "        |    ^^^^^")
    #expect(frame("שלום: «עולם»")[1] == "        |       ^^^^")
  }

  @Test func `a frame of 40 columns shows what is marked`() {
    let before = String(repeating: "before ", count: 20)
    let frame = frame("\(before)«here» and after it comes more, and more", width: 40)
    #expect(
      frame == ["      1 | …e before here and after it c…", "        |           ^^^^"])
    #expect(frame.allSatisfy { $0.count <= 40 })
  }

  @Test(arguments: ["before ", "鷹日本 ", "e\u{301}🇯🇵 "])
  func `a very long line is shown as a shorter one`(piece: String) {
    func text(_ count: Int) -> String { String(repeating: piece, count: count) }
    let wanted = frame("\(text(60))«here»\(text(60))")
    #expect(wanted[1].contains("^^^^") && wanted[0].contains("…"))
    #expect(frame("\(text(20_000))«here»\(text(20_000))") == wanted)
    #expect(frame("\(text(60))«here»\(text(20_000))") == wanted)
    let toTheEnd = frame("\(text(60))«here»")
    #expect(frame("\(text(20_000))«here»") == toTheEnd)
  }

  @Test func `a long line before is shown at the same columns`() {
    let digits = String(repeating: "0123456789", count: 3_000)
    func lines(_ column: Int, of length: Int) -> [String] {
      let range = SourceRange(at: SourcePosition(line: 2, column: column))
      let text = "\(digits)\n\(digits.prefix(length))\n"
      return DiagnosticRenderer.text(
        Diagnostic(.notYAML, file: "a.yaml", range: range, "no"),
        source: SourceFile(path: "a.yaml", text: text)
      ).split(separator: "\n").map { String($0.dropFirst(9)) }
    }
    for (column, length) in [
      (1, 100), (60, 100), (1_900, 1_950), (1_900, 30_000), (20_000, 30_000),
    ] {
      let lines = lines(column, of: length)
      #expect(lines[1].hasPrefix(lines[2].dropLast()), "\(column), \(length): \(lines)")
      #expect(lines[2].count > 50 && lines[1].hasSuffix("…"))
    }
  }

  @Test(arguments: [20, 27, 40, 41, 80, 200])
  func `carets stay under the text at every width`(width: Int) {
    let pieces = ["a ", "鷹", "e\u{301}", "🇯🇵", "x\t", "日本 "]
    for count in 0..<60 {
      let text = (0..<count).map { pieces[$0 % pieces.count] }.joined()
      let lines = frame("\(text)«MARK»\(text)", width: width)
      let shown = lines[0]
      let lead = lines[1].prefix { $0 != "^" }.count
      guard let place = shown.firstRange(of: "MARK") else {
        Issue.record("\(width), \(count): \(shown)")
        continue
      }
      let columns = shown[..<place.lowerBound].reduce(0) { $0 + Self.columns(of: $1) }
      #expect(lead == columns, "\(width), \(count): \(shown)")
      #expect(lines[1].filter { $0 == "^" }.count == 4)
    }
  }

  private static func columns(of character: Character) -> Int {
    ["鷹", "日", "本", "🇯🇵"].contains(character) ? 2 : 1
  }

  @Test func `a mark at the end of a line stands behind it`() {
    let range = SourceRange(at: SourcePosition(line: 1, column: 5))
    let text = DiagnosticRenderer.text(
      Diagnostic(.notYAML, file: "a.yaml", range: range, "no"),
      source: SourceFile(path: "a.yaml", text: "a: [\n"))
    #expect(text.hasSuffix("      1 | a: [\n        |     ^\n"))
  }
}
