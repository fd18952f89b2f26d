import SceneState

/// Counts its runs in a store that a task holds which never ends, and returns.
@main
struct AsyncMain {
  static let launches = SceneKey("launches", default: 0)

  static func main() async throws {
    let store = SceneStore.open(appID: "async")
    let other = SceneStore.open(appID: "other")
    Task {
      while true {
        try await Task.sleep(for: .seconds(3600))
        _ = store.app[launches]
      }
    }
    store.app[launches] += 1
    other.app[launches] += 1
    print(min(store.app[launches], other.app[launches]))
  }
}
