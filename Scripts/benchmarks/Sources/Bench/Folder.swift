import Foundation

/// A folder that is removed when its owner goes; in memory where the system has such a place.
final class Folder {
  let path: String

  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let base =
      inMemory && FileManager.default.isWritableFile(atPath: memory)
      ? URL(filePath: memory) : FileManager.default.temporaryDirectory
    let url = base.appending(path: "scene-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    path = url.path(percentEncoded: false)
  }

  func sub(_ name: String) -> String { path + "/" + name }

  /// What a file takes on the disk.
  static func diskBytes(_ path: String) -> Double {
    var info = stat()
    return stat(path, &info) == 0 ? Double(info.st_blocks) * 512 : 0
  }

  static func fileBytes(_ path: String) -> Int {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_size) : 0
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
