import Foundation
import SceneCommands
import SceneState
import Testing

struct StoreExportCommandTests {
  private static let hostile = [
    "=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "a,b", "say \"hi\"", "two\nlines", "a;b",
    "<script>alert(1)</script>", "a|b", "[x](javascript:y)", "*b*", "\u{202E}r", "&amp;", "'",
    "\u{1B}]52;c;aGVsbG8=\u{7}", "\u{9B}2J", "\u{200B}",
  ]

  private func store() throws -> SampleStore {
    try SampleStore(
      sessions: [(1, "A", "")],
      values: Self.hostile.enumerated().map {
        .text($0.element, "k\($0.offset < 10 ? "0" : "")\($0.offset)")
      } + [
        .init(key: "z", type: "int", tag: 2, payload: [UInt8](repeating: 255, count: 8))
      ])
  }

  @Test(arguments: ["json", "csv", "md", "html"])
  func `nothing that a terminal obeys is in an export`(kind: String) throws {
    let sample = try store()
    let output = Harness().run("store", "export", "--with-values", sample.path, "--as", kind).output
    let unsafe = output.unicodeScalars.filter {
      !SafeText.isHarmless($0) && !["\n", "\r", "\t"].contains($0)
    }
    #expect(unsafe.isEmpty, "\(unsafe.map(\.value))")
    #expect(output.contains("52;c;aGVsbG8="))
  }

  /// Reads CSV as RFC 4180 has it.
  private func rows(_ csv: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var cell = ""
    var isQuoted = false
    var rest = Array(csv.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"" where isQuoted && rest.first == "\"":
        cell.unicodeScalars.append("\"")
        rest.removeFirst()
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        row.append(cell)
        cell = ""
      case "\n" where !isQuoted:
        rows.append(row + [cell])
        (row, cell) = ([], "")
      default: cell.unicodeScalars.append(scalar)
      }
    }
    return rows
  }

  @Test func `a table of another program gets every text, and nothing that it would run`() throws {
    let store = try store()
    let result = Harness().run("store", "export", "--with-values", store.path, "--as", "csv")
    let rows = rows(result.output)
    #expect(rows.first == ["scene", "tab", "key", "type", "bytes", "txn", "version", "value"])
    #expect(rows.allSatisfy { $0.count == 8 })
    let values = rows.dropFirst().map { $0[7] }
    #expect(values.last == "-1")
    for (text, value) in zip(Self.hostile, values) {
      let isFormula = "=+-@\t\r".unicodeScalars.contains(text.unicodeScalars.first ?? "x")
      let shown = text.unicodeScalars.map {
        ["\n", "\r", "\t"].contains($0) ? String($0) : SafeText.shown($0)
      }.joined()
      #expect(value == (isFormula ? "'" : "") + shown)
    }
  }

  @Test func `a page for a browser has no tag but its own`() throws {
    let store = try store()
    let html = Harness().run("store", "export", "--with-values", store.path, "--as", "html").output
    #expect(!html.contains("<script"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(html.contains("&amp;amp;"))
    #expect(!html.contains("\u{202E}"))
    #expect(html.contains("default-src 'none'"))
  }

  @Test func `in Markdown no text ends its cell or begins a link`() throws {
    let store = try store()
    let lines = Harness().run("store", "export", "--with-values", store.path, "--as", "md").output
      .split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("| A |  | k") }
    #expect(rows.count == Self.hostile.count)
    for row in rows {
      #expect(row.replacing("\\|", with: "").split(separator: "|").count == 8, "\(row)")
      #expect(!row.contains("](") || row.contains("\\]("))
    }
  }

  @Test(arguments: ["json", "csv", "md", "html"])
  func `hidden keys are hidden in every form`(form: String) throws {
    let store = try SampleStore(
      sessions: [(1, "A", "")],
      values: [
        .text("se-cret", "password"), .text("se-cret", "passphrase", tab: "hawk"),
        .text("open", "draft"), .text("se-cret", "token"),
      ])
    let output = Harness().run(
      "store", "export", "--with-values", store.path, "--as", form, "--redact", "pass*", "--redact",
      "token,x"
    ).output
    #expect(!output.contains("se-cret"))
    #expect(output.contains("open"))
    #expect(output.contains("redacted"))
  }

  @Test func `only what was asked for is written`() throws {
    let store = try SampleStore.demo()
    let output = Harness().run(
      "store", "export", "--with-values", store.path, "A/hawk/", "--as", "csv", "--type", "string"
    ).output
    #expect(rows(output).map { $0[2] } == ["key", "draft"])
    let json = Harness().run("store", "export", "--with-values", store.path).output
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "scenesim.store.export/1")
    #expect((object["values"] as? [[String: Any]])?.count == 4)
  }

  @Test func `values stay out unless somebody asks for them`() throws {
    let store = try SampleStore.demo()
    for kind in ["json", "csv", "md", "html"] {
      let output = Harness().run("store", "export", store.path, "--as", kind).output
      #expect(!output.contains("brave") && output.contains("redacted"), "\(kind)")
    }
    let noted = Harness().run("store", "export", store.path, "--redact", "draft")
    #expect(noted.errors.contains("--redact is for --with-values"))
    #expect(!noted.output.contains("character"))
  }

  @Test func `what the file is called says what is written`() throws {
    let store = try SampleStore.demo()
    let folder = try TemporaryFolder()
    let path = folder.file("e.csv")
    #expect(Harness().run("store", "export", store.path, "-o", path).code == .success)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("scene,tab,key"))
  }

  @Test func `marks of direction belong to the texts of a sheet`() throws {
    let sample = try SampleStore(
      sessions: [(1, "", "")], values: [.text("\u{200F}مطبخ\u{200E}", "v")])
    let arguments = ["store", "export", "--with-values", sample.path, "--as", "csv"]
    #expect(Harness().run(arguments).output.contains("\u{200F}مطبخ\u{200E}"))
    // A window without a name has an address, too.
    #expect(Harness().run("store", "ls", sample.path, "--keys").output == "%/v\n")
    #expect(Harness().run("store", "get", sample.path, "%/v", "--raw").output.contains("مطبخ"))
  }
}
