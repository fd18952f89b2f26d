import Foundation
import SceneState

/// The file of a store as it was after each commit of its story.
struct StoryFiles {
  let story: Story
  /// `data.mdb` after each commit.
  private(set) var images: [[UInt8]] = []
  /// A backup of the store after some of them.
  private(set) var backups: [Int: [UInt8]] = [:]
  static let backedUp = [4, 9]

  /// Plays a story in a new folder.
  init(_ story: Story, in folder: String) throws {
    self.story = story
    let place = folder + "/store"
    try makeFolder(folder)
    var options = SceneStore.Options(commitDelay: .seconds(3_600))
    options.commitsByItself = false
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: place), options: options)
    defer { store.abandon() }
    for (number, steps) in story.commits.enumerated() {
      store.tick { for step in steps { Self.apply(step, to: store) } }
      try store.flush()
      images.append(fileBytes(place + "/data.mdb") ?? [])
      if Self.backedUp.contains(number) {
        let path = "\(folder)/\(number).snap"
        try store.backup(to: URL(filePath: path))
        backups[number] = fileBytes(path) ?? []
      }
    }
    guard store.reportedProblems.isEmpty else { throw HarnessError("\(store.reportedProblems)") }
  }

  private static func apply(_ step: Story.Step, to store: SceneStore) {
    switch step {
    case .put(let place, let value): store.scope(of: place)[place.sceneKey] = value
    case .remove(let place): store.scope(of: place).reset(place.sceneKey)
    case .record(let scene, let bytes):
      store.openSession(SceneID(rawValue: scene))
      store.setRecord(bytes, for: SceneID(rawValue: scene))
    case .discard(let scene): store.destroySession(SceneID(rawValue: scene))
    case .giveUp(let scene): store.giveUp(SceneID(rawValue: scene), keepingSetAside: true)
    }
  }

  /// The pages that a commit wrote, by number.
  func pages(of commit: Int) -> [Int] {
    let (old, new) = (commit == 0 ? [] : images[commit - 1], images[commit])
    let size = Damage.pageBytes
    return (0..<new.count / size).filter { page in
      let range = page * size..<(page + 1) * size
      return range.upperBound > old.count || old[range] != new[range]
    }
  }
}

extension Story.Place {
  var sceneKey: SceneKey<String> { SceneKey(key, default: "") }
}

extension SceneStore {
  func scope(of place: Story.Place) -> SceneScope {
    if place.scope == "app" { return app }
    let names = place.scope.split(separator: "/").map(String.init)
    let scene = scene(SceneID(rawValue: names[0]))
    return names.count > 1 ? scene.tab(TabID(rawValue: names[1])) : scene
  }
}
