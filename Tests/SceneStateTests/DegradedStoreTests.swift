import FaultyCalls
import Foundation
import LMDB
import SceneState
import Testing

/// A store whose file cannot be written for a while, or at all.
@Suite struct DegradedStoreTests {
  @Test func `a disk that fails for ever is told once, and values live on in memory`() async throws
  {
    let folder = try StoreFolder()
    await #expect(processExitsWith: .success) { [path = folder.store.path as String] in
      let draft = SceneKey("draft", default: "")
      let store = try SceneStore.open(
        URL(filePath: path), options: .init(commitDelay: .seconds(3600)))
      store.scene("A")[draft] = "stored"
      try store.flush()
      faulty_fail_first_pages(-1, EIO)
      for number in 0..<20 {
        store.scene("A")[draft] = "\(number)"
        #expect(store.scene("A")[draft] == "\(number)")
        #expect(throws: SceneProblem.self) { try store.flush() }
      }
      #expect(store.reportedProblems.map(\.code) == [.storeNotUsable])
      #expect(store.condition != .usable)
      faulty_fail_first_pages(0, 0)
      try store.flush()
      #expect(store.condition == .usable)
      store.close()
    }
    #expect(try folder.withStore { $0.scene("A")[SceneKey("draft", default: "")] } == "19")
  }
}
