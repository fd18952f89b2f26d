import FoundationEssentials
import SceneState

/// What a simulated device keeps when a process ends: a folder, or memory that goes with the device.
final class SimulatedDisk {
  /// The folder; nil for memory, and before one that stays is made.
  private(set) var url: URL?
  /// The folder's path, for messages.
  var path: String? { url?.path }
  private let keepsFolder: Bool
  private let memory = StoreMemory()

  /// Takes the caller's folder, or makes one that stays, or keeps all in memory.
  init(_ directory: URL?, keeps: Bool) {
    url = directory
    keepsFolder = keeps
  }

  func open(_ options: SceneStore.Options) throws(StepFailure) -> SceneStore {
    do throws(SceneProblem) {
      if let url = try folder() { return try SceneStore.open(url, options: options) }
      return try memory.open(options: options)
    } catch {
      throw StepFailure(error)
    }
  }

  private func folder() throws(SceneProblem) -> URL? {
    if url == nil, keepsFolder { url = try Self.makeFolder() }
    return url
  }

  /// Whether an app has left a store there.
  var hasStore: Bool {
    guard let url else { return !memory.isEmpty }
    return FileManager.default.fileExists(atPath: url.appending(path: Self.dataFile).path)
  }

  // MARK: Copies

  private static let dataFile = "data.mdb"

  /// The bytes of the closed or flushed store; nil before there is one.
  func copy() throws(StepFailure) -> [UInt8]? {
    guard hasStore else { return nil }
    guard let url else { return memory.copy() }
    do {
      return Array(try Data(contentsOf: url.appending(path: Self.dataFile)))
    } catch {
      throw StepFailure(.storeNotUsable, "the store cannot be copied: \(error)")
    }
  }

  /// Puts back what `copy()` gave; nobody may have the store open.
  func restore(_ copy: [UInt8]?) throws(StepFailure) {
    do {
      guard let url else {
        try memory.goBack(to: copy ?? [])
        return
      }
      if FileManager.default.fileExists(atPath: url.path) {
        try FileManager.default.removeItem(at: url)
      }
      guard let copy else { return }
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let file = url.appending(path: Self.dataFile)
      try Data(copy).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    } catch {
      throw StepFailure(.storeNotUsable, "the store cannot be put back: \(error)")
    }
  }

  private static func makeFolder() throws(SceneProblem) -> URL {
    let parent = FileManager.default.temporaryDirectory
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
    throw SceneProblem(
      .storeNotUsable, detail: "no folder could be made in \(parent.path): give the store a place")
  }
}
