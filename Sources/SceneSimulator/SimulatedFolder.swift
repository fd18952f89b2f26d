#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder of a simulation's store: the caller's, or one of its own that goes away with it.
struct SimulatedFolder {
  let url: URL
  private let isTemporary: Bool

  /// Takes the caller's folder, or makes one in memory where the system has such a place.
  init(_ directory: URL?, keeps: Bool) throws(StepFailure) {
    if let directory {
      url = directory
      isTemporary = false
      return
    }
    url = try Self.makeTemporary()
    isTemporary = !keeps
  }

  func remove() {
    guard isTemporary else { return }
    // A folder that cannot be removed is left behind: there is nobody to tell.
    try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
  }

  private static func makeTemporary() throws(StepFailure) -> URL {
    let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    let parent = isThere ? memory : FileManager.default.temporaryDirectory
    for number in 1...10_000 {
      let process = ProcessInfo.processInfo.processIdentifier
      let folder = parent.appending(path: "scenesim-\(process)-\(number)")
      do {
        // Fails for a name that is taken, also by a link that somebody else put there.
        try FileManager.default.createDirectory(
          at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return folder.appending(path: "scenes.store", directoryHint: .isDirectory)
      } catch {
        continue
      }
    }
    throw StepFailure(
      "store-not-usable", "no temporary folder could be made in \(parent.path)",
      hint: "give the store a place of its own")
  }
}
