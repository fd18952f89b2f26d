import Foundation
import SceneScenarios
import Testing

/// Misspells the names of the samples, one at a time: each is found at its place, with the name
/// that was meant.
///
/// A quarter of them, in the gate that of the commit; all for `Scripts/soak names`.
struct MisspellingTests {
  static let samples = TestFolder.files(in: TestFolder.samples, ending: [".scene.yaml"])

  private static let settings = ProcessInfo.processInfo.environment
  /// Which of them; nil for all.
  private static let quarter =
    settings["SCENE_STORAGE_SOAK_NAMES"] == nil
    ? (settings["SCENE_STORAGE_SAMPLE"].flatMap { Int($0) } ?? 0) % 4 : nil

  @Test(arguments: samples)
  func `a name with wrong letters is found, with the right one first`(file: URL) throws {
    let source = SourceFile(path: file.path, bytes: try TestFolder.bytes(of: file))
    let names = MisspelledName.all(in: try ScenarioReader.read(source))
    try #require(names.count > 40)
    // What a name can become that means something else.
    let known = Set(names.map(\.name) + ["value"])
    var random = SeededNumbers(seed: 7)
    var count = 0
    var further: [String] = []
    for (index, name) in names.enumerated() {
      // One letter is wrong, or two are.
      let isTwice = index.isMultiple(of: 3) && name.name.count > 4
      let once = Self.edited(name.name, &random)
      let wrong = isTwice ? Self.edited(once, &random) : once
      if let quarter = Self.quarter, index % 4 != quarter { continue }
      if known.contains(wrong) || !Self.isName(wrong) { continue }
      let found = ScenarioCheck.diagnostics(of: Self.replacing(name, by: wrong, in: source))
      let errors = found.filter { $0.severity == .error }
      let here = errors.first { $0.range.start == name.range.start }
      #expect(
        here?.hint.map { Self.isRight($0, for: name.name, wrong) } == true
          && here?.range.end.column == name.range.end.column + wrong.count - name.name.count,
        "\(name.range.start) \(name.name) → \(wrong): \(found.map(RunHelper.line)) \(here)")
      count += 1
      if errors.count > 1 { further += [wrong] + errors.map(RunHelper.line) }
    }
    #expect(count > (Self.quarter == nil ? 35 : 8))
    // Little follows from a mistake that is not worth a message of its own.
    #expect(further.count < 20, "\(further)")
  }

  /// Whether the name comes first, or only behind names that are as near.
  private static func isRight(_ hint: String, for name: String, _ wrong: String) -> Bool {
    guard hint.hasPrefix("did you mean ") else { return false }
    let names = hint.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    guard let first = names.first else { return false }
    return first == name
      || names.contains(name)
        && NearestName.distance(first, wrong) <= NearestName.distance(name, wrong)
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.first, text.contains(where: \.isLetter) else { return false }
    return first != "-" && first != "~" && !["true", "false", "null"].contains(text)
  }

  /// One edit: a letter too many, missing, wrong, or two swapped.
  private static func edited(_ name: String, _ random: inout SeededNumbers) -> String {
    var letters = Array(name)
    let place = Int.random(in: 0..<max(1, letters.count), using: &random)
    let letter = "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random) ?? "q"
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where letters.count > 3: letters.remove(at: place)
    case 1 where letters.count > 1: letters[place] = letter
    case 2 where place > 0: letters.swapAt(place - 1, place)
    default: letters.insert(letter, at: place)
    }
    return String(letters)
  }

  @Test func `a declaration that is misspelt is named at each use`() {
    let text = """
      scenesim: 1
      scenario: test
      app: { storage: { darft: string } }
      steps:
        - launch: A
        - set: { draft: x }
        - expect: { A: { values: { draft: x } } }
      """
    let found = ScenarioCheck.diagnostics(of: SourceFile(path: "a.scene.yaml", text: text))
    #expect(found.map(\.range.start.line) == [6, 7])
    #expect(
      Set(found.map(\.hint)) == [
        "did you mean `darft`? it stands in line 3 only: one of them is misspelt"
      ])
  }

  @Test func `a step that is misspelt twice has nothing to do with the one that is not`() {
    let text = "scenesim: 1\nscenario: x\nsteps: [launch: A, activte: A, activte: A, activate: A]\n"
    let found = ScenarioCheck.diagnostics(of: SourceFile(path: "a.scene.yaml", text: text))
    #expect(found.map(\.hint) == ["did you mean `activate`?", "did you mean `activate`?"])
  }

  @Test func `a use that is misspelt has nothing to do with the declaration`() {
    let text = """
      scenesim: 1
      scenario: test
      app: { storage: { draft: string } }
      steps:
        - launch: A
        - set: { draft: x }
        - set: { darft: x }
        - set: { darft: y }
      """
    let found = ScenarioCheck.diagnostics(of: SourceFile(path: "a.scene.yaml", text: text))
    #expect(found.map(\.range.start.line) == [7, 8])
    #expect(Set(found.map(\.hint)) == ["did you mean `draft`?"])
  }

  private static func replacing(
    _ name: MisspelledName, by wrong: String, in source: SourceFile
  ) -> SourceFile {
    var text = source.text(in: name.range)
    text = text.replacingOccurrences(of: name.name, with: wrong)
    var lines = source.lines
    let line = name.range.start.line - 1
    var scalars = Array(lines[line].unicodeScalars)
    scalars.replaceSubrange(
      (name.range.start.column - 1)..<(name.range.end.column - 1), with: text.unicodeScalars)
    var changed = String.UnicodeScalarView()
    changed.append(contentsOf: scalars)
    lines[line] = String(changed)
    return SourceFile(path: source.path, text: lines.joined(separator: "\n"))
  }
}
