import Foundation
import LMDB
import SceneState
import StoreTools
import Testing

@Suite struct StoreInspectorTests {
  private let draft = SceneKey("draft", default: "")

  @Test func `an inspector shows dead readers and frees them only when it is told to`()
    async throws
  {
    let folder = try DurabilityFolder()
    // Open all the time: the first process to open a store begins a new table of readers.
    let store = try SceneStore.open(folder.storeURL)
    store.scene("A")[draft] = "x"
    try store.flush()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.store as String] in
      let environment = try Environment.open(
        path, options: Environment.Options(readOnly: true, databases: ["info"]))
      try environment.read { (_) throws(LMDBError) in _ = kill(getpid(), SIGKILL) }
    }
    await #expect(processExitsWith: .success) {
      [path = folder.store as String] in
      for _ in 0..<2 {
        let readers = try StoreInspector.readers(path)
        let stale = readers.filter(\.isStale)
        #expect(stale.map(\.age) == [0])
        #expect(stale.map(\.processName) == [nil])
        let living = readers.filter { !$0.isStale }
        #expect(!living.isEmpty)
        #expect(living.allSatisfy { $0.processID == getppid() && $0.processName != nil })
        let snapshot = try StoreInspector.look(path).snapshot()
        #expect(snapshot.lastTransaction > 0)
        #expect(snapshot.entries.map(\.key) == ["draft"])
      }
      #expect(try StoreInspector.clearStaleReaders(path) == 1)
      #expect(try StoreInspector.readers(path).filter(\.isStale).isEmpty)
      #expect(try StoreInspector.clearStaleReaders(path) == 0)
    }
    store.close()
  }

  @Test func `a folder without a store has no readers`() throws {
    let folder = try DurabilityFolder()
    #expect(throws: StoreInspector.Failure.missing) { try StoreInspector.readers(folder.store) }
    #expect(throws: StoreInspector.Failure.notAStore) { try StoreInspector.readers(folder.path) }
  }
}
