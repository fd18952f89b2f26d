import AppsInSwift
import SceneTesting
import Testing

struct ScenarioTests {
  @Test(arguments: Scenario.all(in: "Scenarios"))
  @MainActor func `every case of a folder is a test`(scenario: Scenario) {
    scenario.run { HawkNotes() }
  }

  @Test func `cases are sorted and told apart by file and title`() {
    let all = Scenario.all(in: "Scenarios")
    #expect(
      all.map(\.testDescription) == [
        "01-declared · first", "01-declared · second", "02-named · A draft of an app in Swift",
      ])
    #expect(all.map(\.caseNumber) == [1, 2, 1])
  }

  @Test func `a failure stands at its line of the file, with the text of the terminal`() throws {
    let scenario = try #require(Scenario.all(in: "Broken").first)
    let issues = recorded { scenario.run() }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    let place = try #require(issue.sourceLocation)
    #expect(place.filePath == scenario.path && scenario.path.hasSuffix("01-fails.scene.yaml"))
    #expect(place.fileID == "Broken/01-fails.scene.yaml")
    #expect((place.line, place.column) == (7, 37))
    let text = try #require(issue.comments.first?.rawValue)
    #expect(text.hasPrefix("\(scenario.path):7:37: error: A.values.draft"))
    #expect(text.contains("\n  expected   \"typed\"     (string)\n  actual     \"\""))
    #expect(text.contains("next   scenesim run \(scenario.path) --until 2"))
  }

  @Test func `a file with mistakes is a case that fails at each of them`() throws {
    let broken = Scenario.all(in: "Broken")[1]
    #expect(broken.testDescription == "02-mistakes")
    let issues = recorded { broken.run() }
    #expect(issues.map { $0.sourceLocation?.line } == [3, 5])
    #expect(issues.first?.comments.first?.rawValue.contains("[unknown-key]") == true)
  }

  @Test(arguments: ["Nowhere", "Empty"])
  func `a folder without scenarios is a case that fails`(folder: String) throws {
    let all = Scenario.all(in: folder)
    #expect(all.count == 1)
    #expect(recorded { all.first?.run() }.count == 1)
  }

  @Test func `a folder that cannot be read is not told as one that is missing`() throws {
    let all = Scenario.all(in: "Empty/notes.txt/inside")
    let issues = recorded { all.first?.run() }
    #expect(issues.first?.comments.first?.rawValue.contains("cannot read the folder") == true)
    let missing = recorded { Scenario.all(in: "Nowhere").first?.run() }
    #expect(missing.first?.comments.first?.rawValue.contains("there is no folder") == true)
  }

  @Test func `an app that nobody gave is a mistake at its name`() throws {
    let named = try #require(Scenario.all(in: "Scenarios").last)
    let issues = recorded { named.run() }
    #expect(issues.first?.sourceLocation?.line == 4)
    #expect(issues.first?.comments.first?.rawValue.contains("knows no app `HawkNotes`") == true)
  }

  @Test func `a scenario that is skipped is told`() throws {
    let skipped = Scenario.all(in: "Broken")[2]
    let issues = recorded { skipped.run() }
    #expect(issues.map(\.severity) == [.warning])
    #expect(issues.first?.comments.first?.rawValue == "skipped: not today")
  }
}
