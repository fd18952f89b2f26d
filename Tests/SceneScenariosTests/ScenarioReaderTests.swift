import Foundation
import SceneScenarios
import Testing

struct ScenarioReaderTests {
  static let samples = TestFolder.files(in: TestFolder.samples, ending: [".scene.yaml"])

  @Test func `there are seven samples`() {
    #expect(Self.samples.count == 7)
  }

  @Test(arguments: samples)
  func `a sample reads without a mistake`(file: URL) throws {
    let source = SourceFile(
      path: file.lastPathComponent, bytes: try TestFolder.bytes(of: file))
    let node = try ScenarioReader.read(source)
    #expect(node["scenesim"]?.int == 1)
    #expect(node["steps"]?.list?.isEmpty == false)
  }
}
