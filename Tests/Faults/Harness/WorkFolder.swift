import Foundation
import LMDB

/// A folder of one suite's own, in memory where the system has such a place; removed at the end.
final class WorkFolder {
  let path: String

  init(_ name: String) throws {
    path = try makeTemporaryDirectory(prefix: "storefaults-\(name)-", memoryBacked: true)
  }

  deinit { removeDirectory(path) }

  /// A place inside it.
  func place(_ name: String) -> String { path + "/" + name }
}

/// The content of a file; nil if it cannot be read.
func fileBytes(_ path: String) -> [UInt8]? {
  FileManager.default.contents(atPath: path).map { [UInt8]($0) }
}

/// Makes a private file with a content.
func writeFile(_ path: String, _ bytes: some Collection<UInt8>) throws {
  guard
    FileManager.default.createFile(
      atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
  else { throw HarnessError("'\(path)' cannot be written") }
}

/// Makes a private folder.
func makeFolder(_ path: String) throws {
  try FileManager.default.createDirectory(
    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
}

/// Copies a folder of plain files into a new one.
func copyStore(_ from: String, to: String) throws {
  removeDirectory(to)
  try makeFolder(to)
  for name in try FileManager.default.contentsOfDirectory(atPath: from) {
    guard let bytes = fileBytes("\(from)/\(name)") else { continue }
    try writeFile("\(to)/\(name)", bytes)
  }
}

/// How many files this process has open.
func openDescriptorCount() -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
}

/// How many threads this process has.
func threadCount() -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
}
