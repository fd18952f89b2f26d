import Foundation
import FoundationXML
import SceneReports
import SceneScenarios
import Testing

/// Elements as a reader of the report sees them.
private final class Elements: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let parent: String
    let attributes: [String: String]
    var text = ""
  }

  private(set) var all: [Element] = []
  private var open: [Int] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let parent = open.last.map { all[$0].name } ?? ""
    open.append(all.count)
    all.append(Element(name: name, parent: parent, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { all[last].text += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func named(_ name: String) -> [Element] { all.filter { $0.name == name } }

  static func read(_ text: String) throws -> Elements {
    let elements = Elements()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = elements
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return elements
  }
}

struct JUnitRunReporterTests {
  private let elements: Elements

  init() throws { elements = try Elements.read(SampleRun.text(JUnitRunReporter.self)) }

  @Test func `there is a suite per file and a case per case`() {
    #expect(elements.all.first?.name == "testsuites")
    #expect(elements.all.first?.attributes["tests"] == "4")
    let suites = elements.named("testsuite")
    #expect(
      suites.map { $0.attributes["name"] } == [SampleRun.file, "b.scene.yaml", "c.scene.yaml"])
    #expect(suites.map { $0.attributes["tests"] } == ["2", "1", "1"])
    #expect(suites.map { $0.attributes["failures"] } == ["1", "0", "0"])
    #expect(suites.map { $0.attributes["errors"] } == ["0", "0", "1"])
    #expect(suites.map { $0.attributes["skipped"] } == ["0", "1", "0"])
    let cases = elements.named("testcase")
    #expect(cases.map { $0.attributes["line"] } == ["7", "8", "2", "1"])
    #expect(cases.allSatisfy { $0.parent == "testsuite" && $0.attributes["file"] != nil })
    #expect(cases.map { $0.attributes["classname"] } == ["02-drag", "02-drag", "b", "c"])
  }

  @Test func `a failure has its code, its sentence and the whole text`() throws {
    let failures = elements.named("failure")
    #expect(failures.count == 2)
    let failure = try #require(failures.first)
    #expect(failure.attributes["type"] == "not-as-expected")
    let visible = SampleRun.hostile.replacingOccurrences(of: "\u{1B}", with: "\\u{1B}")
    // A parser reads CR LF, written as characters, as they are.
    #expect(failure.attributes["message"] == "A.values.draft: \(visible)")
    #expect(failure.text == SampleRun.failed.texts()[0])
    #expect(elements.named("error").first?.attributes["message"] == "no scenario")
    #expect(elements.named("skipped").first?.attributes["message"] == "not, yet: 50%")
  }

  @Test func `what happened stands in system-out`() throws {
    let outputs = elements.named("system-out")
    #expect(outputs.count == 2)
    #expect(try #require(outputs.first).text.contains("\n001 launch A\n"))
  }

  @Test func `characters that XML cannot have are made visible`() throws {
    var row = SampleRun.failed
    row.caseTitle = "\u{0}\u{8}\u{B}\u{FFFE}\u{FFFF}\u{7F}\u{85}\tok\u{1F426}"
    let elements = try Elements.read(SampleRun.text(JUnitRunReporter.self, [row]))
    #expect(
      elements.named("testcase").first?.attributes["name"]
        == "\\u{0}\\u{8}\\u{B}\\u{FFFE}\\u{FFFF}\\u{7F}\\u{85}\tok\u{1F426}")
  }

  @Test func `there is no time, which would differ from run to run`() {
    #expect(!elements.all.contains { $0.attributes["time"] != nil })
    #expect(!elements.all.contains { $0.attributes["timestamp"] != nil })
  }
}
