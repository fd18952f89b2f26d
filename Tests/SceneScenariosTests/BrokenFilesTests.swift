import Foundation
import SceneLifecycle
import SceneScenarios
import SceneSimulator
import SceneState
import Testing

/// Files with mistakes, each with all of its messages beside it; they are recorded as those of
/// failing scenarios are.
struct BrokenFilesTests {
  static let files = TestFolder.files(
    in: TestFolder.broken, ending: [".scene.yaml", ".scene.json"])

  /// Those that are no scenario at all: reading stops at their mistake.
  static let unreadable = files.filter { !$0.lastPathComponent.hasPrefix("check-") }

  @Test func `there are broken files`() {
    #expect(Self.files.count > 120)
  }

  @Test(arguments: files)
  func `a broken file gives its stored messages`(file: URL) throws {
    let (source, found) = try Self.findings(of: file)
    // Included files are found beside the file, wherever the tests lie.
    let messages = found.map { DiagnosticRenderer.text($0, source: source) }.joined()
      .replacingOccurrences(of: TestFolder.broken.path + "/", with: "")
    let stored = file.appendingPathExtension("expected")
    if FailingScenarioTests.isRecording { try Data(messages.utf8).write(to: stored) }
    #expect(!FailingScenarioTests.isRecording, "the messages were recorded, not compared")
    #expect(messages == String(decoding: try TestFolder.bytes(of: stored), as: UTF8.self))
  }

  @Test(arguments: files)
  func `mistakes come by line and column, one for each place`(file: URL) throws {
    let found = try Self.findings(of: file).found
    #expect(!found.isEmpty)
    for (first, second) in zip(found, found.dropFirst()) {
      #expect(Diagnostic.precedes(first, second))
      let isSamePlace = first.file == second.file && first.range.start == second.range.start
      #expect(!isSamePlace, "\(first) and \(second)")
    }
  }

  @Test(arguments: files)
  func `the carets stand under the text that the message names`(file: URL) throws {
    let (source, found) = try Self.findings(of: file)
    for finding in found where finding.frame?.source == nil && Self.names.contains(finding.code) {
      let text = source.text(in: finding.range)
      if finding.code == .wrongValue, !finding.message.contains(" is no ") { continue }
      // The name in the message, or the whole of an included name such as `raven/darft`.
      let name =
        finding.message.split(separator: "`", omittingEmptySubsequences: false)
        .dropFirst().first ?? finding.message.split(separator: " ").last ?? ""
      let bare = text.trimmingCharacters(in: ["\"", "'"])
      #expect(text.contains(name) || finding.message.contains(bare), "\(finding.message): \(text)")
      try Self.checkCarets(finding, in: source)
    }
  }

  @Test(arguments: files)
  func `no message speaks of types of the language or of the library below`(file: URL) throws {
    let words = [
      "mapping", "scalar", "sequence", "block end", "parser", "libyaml", "token", "stream",
      "document start", "Optional(", "Swift.", "nil,", "nil)", "Array<", "Error", "struct ",
    ]
    for finding in try Self.findings(of: file).found {
      let sentences = [finding.message, finding.hint ?? "", finding.frame?.remark ?? ""]
      // What the user wrote may be anything.
      let own = sentences.joined(separator: "\n").replacing(#/`[^`]*`/#, with: "")
      for word in words where own.contains(word) { Issue.record("\(word) in: \(own)") }
      #expect(own.firstMatch(of: #/[A-Z][a-z]+[A-Z][a-z]+/#) == nil, "\(own)")
    }
  }

  @Test func `each code of reading and checking is among them`() throws {
    var found: Set<ProblemCode> = []
    for file in Self.files { found.formUnion(try Self.findings(of: file).found.map(\.code)) }
    // Such files are no text, or too big, and are made by tests of their own.
    let elsewhere: Set<ProblemCode> = [.tooBig, .notUTF8]
    let mistakes = ProblemExplanation.all.filter { $0.kind == .mistake }.map(\.code)
    let missing = mistakes.filter { !found.contains($0) && !elsewhere.contains($0) }
    #expect(missing.map(\.rawValue) == [])
    let early: [ProblemCode] = [
      .activityNotDeclared, .payloadMismatch, .appInForeground, .notOurScheme, .noSuchPlace,
      .noSuchWindow, .noSuchTab, .noSuchKey, .typeMismatch, .noSuchSavePoint, .appNotRunning,
      .alreadyRunning, .appRunning, .noQuitHere, .noSuchDevice, .noSuchScene, .whichWindow,
      .windowExists, .oneWindowApp, .nothingHeld, .dragHeld,
    ]
    #expect(early.filter { !found.contains($0) }.map(\.rawValue) == [])
  }

  /// Codes whose message names the text it points at.
  private static let names: [ProblemCode] = [
    .noSuchStep, .noSuchWindow, .noSuchTab, .noSuchKey, .unknownKey, .noSuchCheck, .wrongValue,
    .noSuchSavePoint, .noSuchScene, .noSuchDevice, .noSuchVariable, .activityNotDeclared,
    .appInForeground, .unused, .hardlyMeant,
  ]

  private static func findings(of file: URL) throws -> (source: SourceFile, found: [Diagnostic]) {
    let source = SourceFile(path: file.path, bytes: try TestFolder.bytes(of: file))
    // What is hardly meant is told of whole scenarios alone.
    let isWhole = file.lastPathComponent.hasPrefix("check-hardly-")
    return (source, ScenarioCheck.diagnostics(of: source, takesShared: isWhole))
  }

  /// The text over the carets is the text of the range; wide characters are tested elsewhere.
  private static func checkCarets(_ finding: Diagnostic, in source: SourceFile) throws {
    let line = source.text(ofLine: finding.range.start.line)
    guard line.allSatisfy(\.isASCII), line.count < 120, !line.contains("\t"),
      finding.frame?.range == finding.range
    else { return }
    let lines = DiagnosticRenderer.text(finding, source: source).components(separatedBy: "\n")
    let mark = try #require(lines.firstIndex { $0.hasPrefix("        | ") })
    let columns = lines[mark].enumerated().filter { $0.element == "^" }.map(\.offset)
    let shown = Array(lines[mark - 1])
    let over = String(columns.compactMap { $0 < shown.count ? shown[$0] : nil })
    let text = source.text(in: finding.range).components(separatedBy: "\n")[0]
    #expect(over == text.trimmingCharacters(in: ["\r"]))
  }
}
