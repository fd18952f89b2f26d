import Foundation

/// The folders beside the tests, found through the source file: no resources are needed.
enum TestFolder {
  static let samples = folder("Samples")
  static let broken = folder("Broken")
  static let failing = folder("Failing")
  static let scenarios = folder("Scenarios")

  private static func folder(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
  }

  /// The files of a folder with one of the endings, sorted by name.
  static func files(in folder: URL, ending: [String]) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { name in ending.contains { name.hasSuffix($0) } }
      .map { folder.appending(path: $0) }
  }

  static func bytes(of file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }
}
