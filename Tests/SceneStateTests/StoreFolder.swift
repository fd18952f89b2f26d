import Foundation
import SceneState

/// A folder of one test's own, in memory where the system has such a place; removed at the end.
final class StoreFolder: Sendable {
  let url: URL

  init() throws {
    let memory = "/dev/shm"
    let base =
      FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    url = URL(filePath: base).appending(path: "scene-state-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var store: URL { url.appending(path: "scenes.store") }

  /// Opens the store that lives here; changes are committed at once unless asked otherwise.
  func open(_ options: SceneStore.Options = .init(commitDelay: .zero)) throws -> SceneStore {
    try SceneStore.open(store, options: options)
  }

  /// Opens the store for a body, then closes it with everything written.
  func withStore<Result>(
    _ options: SceneStore.Options = .init(commitDelay: .zero),
    _ body: (SceneStore) throws -> Result
  ) throws -> Result {
    let store = try open(options)
    defer { store.close() }
    return try body(store)
  }

  /// A store with the value `draft` in the scenes A and B, and `size` in a tab of A.
  static func withTwoScenes() throws -> StoreFolder {
    let folder = try StoreFolder()
    try folder.withStore { store in
      let draft = SceneKey("draft", default: "")
      store.scene("A")[draft] = "a"
      store.scene("A").tab("hawk")[SceneKey("size", default: 0)] = 7
      store.scene("B")[draft] = "b"
    }
    return folder
  }
}
