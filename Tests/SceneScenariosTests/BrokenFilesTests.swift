import Foundation
import SceneScenarios
import Testing

struct BrokenFilesTests {
  static let files = TestFolder.files(in: TestFolder.broken, ending: [".yaml", ".json"])

  @Test func `there are broken files`() {
    #expect(Self.files.count > 60)
  }

  @Test(arguments: files)
  func `a broken file gives its stored message`(file: URL) throws {
    let source = SourceFile(
      path: file.lastPathComponent, bytes: try TestFolder.bytes(of: file))
    let message: String
    do throws(Diagnostic) {
      let node = try ScenarioReader.read(source)
      Issue.record("read without a mistake: \(node)")
      message = "OK: \(node.content)\n"
    } catch {
      message = DiagnosticRenderer.text(error, source: source)
    }
    let stored = file.appendingPathExtension("expected")
    let expected = String(decoding: try TestFolder.bytes(of: stored), as: UTF8.self)
    #expect(message == expected)
  }
}
