import Foundation
import LMDB
import SceneState
import Synchronization
import Testing

/// Two processes write the same keys of one scene; in the end memory shows what the file holds.
@Suite struct OutsideStressTests {
  private static let rounds = 300
  private static let keys = (0..<8).map { SceneKey<Int>("key\($0)", default: -1, scope: .scene) }

  @Test(.timeLimit(.minutes(30)))
  func `memory and file agree after two processes wrote at once`() async throws {
    let folder = try StoreFolder()
    let path = folder.store.path
    let store = try folder.open(.init(commitDelay: .milliseconds(1)))
    defer { store.close() }
    let scope = store.scene("A")
    for key in Self.keys { scope[key] = 0 }
    try store.flush()
    let notices = Counter()
    let subscription = scope.observe(Self.keys[0]) { _ in notices.add() }
    let isOver = Atomic(false)
    let writer = try WorkerThread(name: "ours", stackBytes: 1 << 20) {
      var round = 0
      while !isOver.load(ordering: .acquiring) {
        round += 1
        // Half of the keys are ours, two are everybody's.
        for key in Self.keys.prefix(5) { scope[key] = round }
      }
    }
    await #expect(processExitsWith: .success) { [path = path as String] in
      try OutsideStressTests.writeTheirs(path)
    }
    isOver.store(true, ordering: .releasing)
    writer.join()
    try store.flush()
    store.refresh()
    let stored = try store.inspect().entries
    for key in Self.keys {
      let json = stored.first { $0.key == key.name }?.json
      #expect(json == String(scope[key]), "\(key.name)")
    }
    for key in Self.keys.suffix(3) { #expect(scope[key] == 1_000_000 + Self.rounds) }
    #expect(notices.value > 0)
    subscription.cancel()
  }

  private static func writeTheirs(_ path: String) throws {
    let store = try SceneStore.open(
      URL(filePath: path), options: .init(commitDelay: .milliseconds(1)))
    for round in 1...rounds {
      for key in keys.suffix(5) { store.scene("A")[key] = 1_000_000 + round }
      if round % 3 == 0 { try store.flush() }
    }
    store.close()
  }
}
