import FoundationEssentials
import Synchronization

/// The folder of a simulation's store: the caller's, or one of its own that goes away with it.
package final class SimulatedFolder {
  private(set) var url: URL?
  private let isTemporary: Bool

  /// Takes the caller's folder, or makes one when it is needed first.
  init(_ directory: URL?, keeps: Bool) {
    url = directory
    isTemporary = directory == nil && !keeps
  }

  /// The folder, made in memory where the system has such a place.
  func make() throws(StepFailure) -> URL {
    if let url { return url }
    let made = try Self.makeTemporary()
    url = made
    return made
  }

  func remove() {
    guard isTemporary, let url else { return }
    // A folder that cannot be removed is left behind: there is nobody to tell.
    try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
    _ = Self.temporary.withLock { $0.remove(url.deletingLastPathComponent()) }
  }

  /// The temporary folders of this process, for one that has to end at once.
  private static let temporary = Mutex<Set<URL>>([])

  /// Removes the temporary stores of all simulations, which cannot go on.
  package static func removeAll() {
    for folder in temporary.withLock({ $0 }) {
      try? FileManager.default.removeItem(at: folder)  // The process ends, whatever is left.
    }
  }

  /// Whether an app has left a store there.
  var hasStore: Bool {
    guard let url else { return false }
    return FileManager.default.fileExists(atPath: url.appending(path: Self.dataFile).path)
  }

  // MARK: Copies

  private static let dataFile = "data.mdb"

  /// The bytes of the closed or flushed store; nil before there is one.
  func copy() throws(StepFailure) -> Data? {
    guard let url else { return nil }
    let file = url.appending(path: Self.dataFile)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do {
      return try Data(contentsOf: file)
    } catch {
      throw StepFailure("store-not-usable", "the store cannot be copied: \(error)")
    }
  }

  /// Puts back what `copy()` gave; nobody may have the store open.
  func restore(_ copy: Data?) throws(StepFailure) {
    guard let url else { return }
    do {
      if FileManager.default.fileExists(atPath: url.path) {
        try FileManager.default.removeItem(at: url)
      }
      guard let copy else { return }
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let file = url.appending(path: Self.dataFile)
      try copy.write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    } catch {
      throw StepFailure("store-not-usable", "the store cannot be put back: \(error)")
    }
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
        _ = temporary.withLock { $0.insert(folder) }
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
