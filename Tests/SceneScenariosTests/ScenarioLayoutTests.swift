import Foundation
import SceneScenarios
import Testing

struct ScenarioLayoutTests {
  @Test func `the samples have the canonical layout`() throws {
    let files = TestFolder.files(in: TestFolder.samples, ending: [".yaml"])
    #expect(files.count == 7)
    for file in files {
      let bytes = try TestFolder.bytes(of: file)
      #expect(try Self.canonical(bytes) == bytes, "\(file.lastPathComponent)")
    }
  }

  @Test
  func `every scenario means the same, has all its comments and stays as it is the next time`()
    throws
  {
    let folders = [TestFolder.samples, TestFolder.scenarios, TestFolder.failing].flatMap {
      [$0, $0.appending(path: "apps"), $0.appending(path: "steps")]
    }
    let files = folders.flatMap { TestFolder.files(in: $0, ending: [".yaml"]) }
    #expect(files.count > 70)
    for file in files {
      let bytes = try TestFolder.bytes(of: file)
      let new = try Self.canonical(bytes)
      #expect(try Self.content(of: new) == Self.content(of: bytes), "\(file.lastPathComponent)")
      #expect(try Self.canonical(new) == new, "\(file.lastPathComponent)")
      // No scenario of ours has this mark inside a text.
      #expect(Self.remarks(in: new) == Self.remarks(in: bytes), "\(file.lastPathComponent)")
    }
  }

  @Test func `hundreds of untidy files keep their meaning and their comments`() throws {
    for seed in 1...300 {
      let old = UntidyFile(seed: UInt64(seed)).text
      let new = String(decoding: try Self.canonical(Array(old.utf8)), as: UTF8.self)
      let note = "seed \(seed)"
      #expect(try Self.content(of: new) == Self.content(of: old), "\(note)")
      #expect(Self.numbers(in: new) == Self.numbers(in: old), "\(note)")
      #expect(try Self.canonical(Array(new.utf8)) == Array(new.utf8), "\(note)")
      #expect(!new.contains("\n\n\n") && !new.hasPrefix("\n") && !new.hasSuffix("\n\n"), "\(note)")
      // A line of blanks can be a part of a text.
      let ends = new.split(separator: "\n").filter {
        $0.hasSuffix(" ") && !$0.hasSuffix("\"two ") && $0.contains { $0 != " " }
      }
      #expect(ends.isEmpty, "\(note)")
    }
  }

  @Test(arguments: pairs) func `a file gets its layout`(pair: Pair) throws {
    let new = try Self.canonical(Array(pair.old.utf8))
    #expect(String(decoding: new, as: UTF8.self) == pair.new)
  }

  @Test func `a file that cannot be read is refused with the reader's message`() throws {
    for file in BrokenFilesTests.unreadable {
      let source = SourceFile(path: "x", bytes: try TestFolder.bytes(of: file))
      do throws(ScenarioLayout.Failure) {
        _ = try ScenarioLayout.canonical(source)
        Issue.record("\(file.lastPathComponent) got a layout")
      } catch {
        guard case .mistake(let found) = error else {
          Issue.record("\(file.lastPathComponent): \(error)")
          continue
        }
        #expect(throws: found) { _ = try ScenarioReader.read(source) }
      }
    }
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: String
    let new: String

    init(_ title: String, _ old: String, _ new: String) {
      (testDescription, self.old, self.new) = (title, old, new)
    }
  }

  static let pairs = [
    Pair("levels are two blanks", "a:\n    b:\n        c: 1\n", "a:\n  b:\n    c: 1\n"),
    Pair("a list is below its key", "a:\n- 1\n- b: 2\n  c: 3\n", "a:\n  - 1\n  - b: 2\n    c: 3\n"),
    Pair("an item begins in the line of its dash", "-\n   a: 1\n-   b\n", "- a: 1\n- b\n"),
    Pair("a comment before an item stays there", "- # c\n  a\n", "-  # c\n  a\n"),
    Pair("brackets", "a: [ 1,2 , [ ],{ } ,{b: c,d},]\n", "a: [1, 2, [], {}, { b: c, d }]\n"),
    Pair("a pair without braces", "- [a:   b,c]\n", "- [a: b, c]\n"),
    Pair("a value that is left out", "- {a:   ,b}\n- {a: }\n", "- { a: , b }\n- { a: }\n"),
    Pair(
      "lines in brackets stay lines", "a: {\nb: 1,\n c: [\n 2\n ] }\n",
      "a: {\n    b: 1,\n    c: [\n      2\n    ] }\n"),
    Pair("JSON", #"{"a":1,"b":[true,null]}"#, "{ \"a\": 1, \"b\": [true, null] }\n"),
    Pair("one blank after a colon", "a:    1\nbcd:   2\n", "a: 1\nbcd: 2\n"),
    Pair("a table stays one", "a:   1\nbcd: 2\n", "a:   1\nbcd: 2\n"),
    Pair("empty lines", "\n\na: 1\n\n\n\nb:\n\n  - 2\n\n\n", "a: 1\n\nb:\n  - 2\n"),
    Pair("blanks at the end", "a: 1  \n  \nb: 2\t\n", "a: 1\n\nb: 2\n"),
    Pair("no line end at the end", "a: 1", "a: 1\n"),
    Pair("a text without line end", "a: |\n  b", "a: |\n  b"),
    Pair("line ends stay what they are", "a:   1\r\nb: |\r\n    c\r\n", "a: 1\r\nb: |\r\n  c\r\n"),
    Pair("markers", "---\na: 1\n...\n# end\n", "a: 1\n# end\n"),
    Pair(
      "a text keeps its shape", "a:\n      b: |\n         c\n           d\n",
      "a:\n  b: |\n    c\n      d\n"),
    Pair("a text with a digit", "a:\n    b: |2\n        c\n", "a:\n  b: |2\n      c\n"),
    Pair("a text keeps its empty lines", "a: |+\n  b\n\n\nc: 1\n", "a: |+\n  b\n\n\nc: 1\n"),
    Pair("a quoted text over lines", "a:\n    b: \"c\n  d\"\n", "a:\n  b: \"c\n    d\"\n"),
    Pair("a comment keeps its distance", "a: 1    # c\n", "a: 1    # c\n"),
    Pair("a comment has two blanks at least", "a: 1 # c\n", "a: 1  # c\n"),
    Pair(
      "comments below each other stay so", "-    a    # 1\n-    bcde # 2\n",
      "- a     # 1\n- bcde  # 2\n"),
    Pair(
      "a comment of two lines", "a: 1   # c\n       # d\nb: 2\n", "a: 1   # c\n       # d\nb: 2\n"),
    Pair(
      "a comment belongs to its level", "a:\n    - b\n    # in\n# out\nc: 1\n",
      "a:\n  - b\n  # in\n# out\nc: 1\n"),
    Pair("a comment in brackets", "a: [b, # c\n  d]\n", "a: [b,  # c\n    d]\n"),
    Pair("a comment before a comma", "a: [b # c\n  , d]\n", "a: [b,  # c\n    d]\n"),
  ]

  private static func canonical(_ bytes: [UInt8]) throws -> [UInt8] {
    try ScenarioLayout.canonical(SourceFile(path: "x.scene.yaml", bytes: bytes))
  }

  private static func content(of text: String) throws -> Node.Content {
    try content(of: Array(text.utf8))
  }

  private static func content(of bytes: [UInt8]) throws -> Node.Content {
    try ScenarioReader.read(SourceFile(path: "x", bytes: bytes)).content
  }

  private static func remarks(in bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).matches(of: /(?:^|\s)#.*/.anchorsMatchLineEndings())
      .map { $0.output.drop { $0.isWhitespace } }
  }

  private static func numbers(in text: String) -> [Substring] {
    text.matches(of: /#c[0-9]+/).map(\.output)
  }
}
