import Foundation
import SceneScenarios
import Testing

/// Scenarios that are to fail, each with all of its messages beside it.
///
/// With `RECORD_MESSAGES=1` in the environment the messages are written instead of compared; read
/// them before they are committed.
struct FailingScenarioTests {
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_MESSAGES"] != nil

  static let files = TestFolder.files(in: TestFolder.failing, ending: [".scene.yaml"])

  @Test func `a failing scenario gives its stored messages`() throws {
    for file in Self.files {
      let messages = try Self.messages.get()[file] ?? ""
      let stored = file.appendingPathExtension("expected")
      if Self.isRecording { try Data(messages.utf8).write(to: stored) }
      let expected = String(decoding: try TestFolder.bytes(of: stored), as: UTF8.self)
      #expect(messages == expected, "\(file.lastPathComponent)")
      #expect(!messages.isEmpty, "\(file.lastPathComponent) passes")
    }
    #expect(Self.files.count >= 70)
    #expect(!Self.isRecording, "the messages were recorded, not compared")
  }

  @Test func `no message names a type of Swift`() throws {
    for file in Self.files {
      let words = try Self.messages.get()[file, default: ""].split {
        !$0.isLetter && !$0.isNumber && $0 != "@" && $0 != "_"
      }
      let types = words.filter { $0.wholeMatch(of: /(Optional|[A-Z][a-z]+[A-Z][A-Za-z]*)/) != nil }
      #expect(types == [], "\(file.lastPathComponent)")
    }
  }

  /// What the files give, each of them played once.
  private static let messages = Result {
    try Dictionary(uniqueKeysWithValues: files.map { ($0, try messages(of: $0)) })
  }

  /// The stored messages of all files.
  private static let stored = files.map { file in
    let bytes = try? TestFolder.bytes(of: file.appendingPathExtension("expected"))
    return String(decoding: bytes ?? [], as: UTF8.self)
  }.joined()

  @Test func `every code of a step has a stored message`() {
    for entry in ProblemExplanation.all where entry.kind != .mistake && !entry.isInSwift {
      guard !ProblemExplanationTests.besideTrace.contains(entry.code) else { continue }
      #expect(Self.stored.contains("[\(entry.code)]"), "\(entry.code)")
    }
  }

  static let subjects = [
    "app", "app-phase", "windows", "front", "closed", "events of A", "data.countries", "problems",
    "store.entries", "store.bytes", "store.set-aside", "store.none-of", "store.whole", "store.A.",
    "store.app.", "A.phase", "A.restored", "A.opened-by", "A.saved", "A.tab", "A.path", "A.values.",
    "A.tabs.", "A.lists.", "A.url", "A.title", "A.shows", "A.why.", "A.advertises", "B.scene",
    "B.value.", "A.tree", "A.nodes.",
  ]

  @Test(arguments: subjects)
  func `every kind of expectation has a stored message`(subject: String) {
    #expect(Self.stored.contains("error: \(subject)"))
  }

  /// All messages of a file, which is named without its folder.
  static func messages(of file: URL) throws -> String {
    let source = SourceFile(path: file.path, bytes: try TestFolder.bytes(of: file))
    let texts: [String]
    do throws(MistakesFound) {
      let scenario = try LoadedScenario(source)
      texts = scenario.cases.flatMap { selected in
        var run = ScenarioRun.run(scenario, case: selected)
        let rest = run.notRun.map { ["\($0)\n"] } ?? []
        run.notRun = nil
        return run.texts() + rest
      }
    } catch {
      texts = error.diagnostics.map { DiagnosticRenderer.text($0, source: source) }
    }
    return texts.joined(separator: "\n").replacing(TestFolder.failing.path + "/", with: "")
  }
}
