import Foundation
import FuzzTargets
import Testing

/// Every input that was worth keeping is read again, by the target that its folder names.
@Suite struct FuzzCorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "FuzzCorpus")

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `the kept inputs of a target are refused or read, and nothing traps`(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder.appending(path: name), includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files {
      let wrong = target.run([UInt8](try Data(contentsOf: file)))
      #expect(wrong == nil, "\(file.lastPathComponent)")
    }
  }

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `some new inputs of a target are refused or read`(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    for seed in 0..<(name == "store" ? 20 : 200) {
      var random = FuzzRandom(UInt64(seed))
      #expect(target.run(target.make(&random)) == nil, "seed \(seed)")
    }
  }
}
