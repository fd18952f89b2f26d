import Foundation
import SceneScenarios
import Testing

/// Misspells the names of the samples, one at a time: each is found at its place, with the name
/// that was meant.
struct MisspellingTests {
  static let samples = TestFolder.files(in: TestFolder.samples, ending: [".scene.yaml"])

  @Test(arguments: samples)
  func `a name with one wrong letter is found, with the right one`(file: URL) throws {
    let source = SourceFile(path: file.path, bytes: try TestFolder.bytes(of: file))
    let names = MisspelledName.all(in: try ScenarioReader.read(source))
    try #require(names.count > 20)
    // What a name can become that means something else.
    let known = Set(names.map(\.name) + ["value"])
    var random = SeededNumbers(seed: 7)
    var count = 0
    for name in names {
      for wrong in Self.misspellings(of: name.name, &random) where !known.contains(wrong) {
        let found = ScenarioCheck.diagnostics(of: Self.replacing(name, by: wrong, in: source))
        let here = found.filter { $0.range.start == name.range.start && $0.severity == .error }
        let isRight = here.contains { $0.hint?.contains("`\(name.name)`") == true }
        #expect(
          isRight,
          "\(name.range.start) \(name.name) → \(wrong): \(found.map(RunHelper.line)) \(here)")
        count += 1
      }
    }
    #expect(count > 40)
  }

  /// Two misspellings by one edit: a letter too many, missing, wrong, or swapped.
  private static func misspellings(of name: String, _ random: inout SeededNumbers) -> [String] {
    let letters = Array(name)
    let place = Int.random(in: 0..<letters.count, using: &random)
    var results = [letters + ["x"]]
    if letters.count > 3 {
      var other = letters
      switch Int.random(in: 0..<3, using: &random) {
      case 0: other.remove(at: max(1, place))
      case 1: other[max(1, place)] = "q"
      default: other.swapAt(max(1, place) - 1 == 0 ? 1 : max(1, place) - 1, max(1, place))
      }
      results.append(other)
    }
    return results.map { String($0) }.filter { $0 != name && !$0.contains(" ") }
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
