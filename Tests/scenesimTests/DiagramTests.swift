import Foundation
import Testing

/// Diagrams are read by the programs they are made for.
struct DiagramTests {
  private let stage: TranscriptStage

  init() throws { stage = try TranscriptStage() }

  private static let hasGraphviz =
    ["/usr/bin/dot", "/usr/local/bin/dot"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }

  private static let all = [
    "lifecycle drag.scene.yaml", "routes drag.scene.yaml", "places links.scene.yaml",
  ]

  @Test(.enabled(if: hasGraphviz, "no Graphviz here; Scripts/install adds it"), arguments: all)
  func `Graphviz reads what is made for it`(diagram: String) throws {
    let text = stage.play("scenesim diagram \(diagram) --as dot")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["dot", "-Tplain"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    input.fileHandleForWriting.write(Data(text.utf8))
    try input.fileHandleForWriting.close()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let arrows = text.components(separatedBy: " -> ").count - 1
    #expect(arrows > 1)
    #expect(said.components(separatedBy: "\nedge ").count - 1 == arrows)
  }

  @Test(arguments: all)
  func `every line is one of the language of Mermaid`(diagram: String) throws {
    let lines = stage.play("scenesim diagram \(diagram)").split(separator: "\n").map(String.init)
    try #require(lines.prefix(3).map { $0.prefix(6) } == ["---", "title:", "---"])
    try #require(lines.count > 4)
    let isStates = diagram.hasPrefix("lifecycle")
    #expect(lines[3] == (isStates ? "stateDiagram-v2" : "flowchart LR"))
    // Texts are words and signs by number: nothing in them is part of the language.
    let words = /([\p{L}\p{N} .,\/_()-]|#\d+;|<br\/>)*/
    let forms =
      try
      (isStates
      ? [
        #"  state "(.*)" as s\d+"#, #"  s\d+ --> s\d+: (?:<b>)?(.*?)(?:</b>)?"#,
        #"  classDef seen ()font-weight:bold,stroke-width:3px"#,
        #"  class s\d+(?:,s\d+)* seen()"#,
      ]
      : [
        #"  n\d+\["(.*)"\]"#, #"  n\d+\(\["(.*)"\]\)"#,
        #"  n\d+ (?:-->|==>)(?:\|"(.*)"\|)? n\d+"#,
      ]).map { try Regex($0) }
    for line in lines.dropFirst(4) {
      let match = forms.lazy.compactMap { try? $0.wholeMatch(in: line) }.first
      let found = try #require(match, "\(line)")
      let text = found.output[1].substring ?? ""
      #expect((try? words.wholeMatch(in: text)) != nil, "\(line)")
    }
  }

  @Test func `only what the steps have seen is bold`() throws {
    let scenario = """
      scenesim: 1
      scenario: Only a launch
      app: {}
      steps:
        - launch: A

      """
    let path = stage.folder.file("places")
    try Data(scenario.utf8).write(to: URL(filePath: path))
    let text = stage.play("scenesim diagram lifecycle places")
    let bold = text.split(separator: "\n").filter { $0.contains("<b>") }
    #expect(
      bold == ["  s0 --> s1: <b>willEnterForeground</b>", "  s1 --> s2: <b>didBecomeActive</b>"])
  }

  @Test(arguments: all)
  func `the picture of a diagram has a name, words, and whole numbers`(diagram: String) throws {
    let text = stage.play("scenesim diagram \(diagram) --as svg")
    #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(text.contains("<title id=\"t\">"))
    #expect(text.contains(" to "))
    #expect(!text.contains("href"))
    #expect(text.firstMatch(of: /(?:x|y|width|height)="-?\d+\./) == nil)
  }
}
