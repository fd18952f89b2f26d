import Foundation
import LMDB
import SceneState
import Testing

/// A disk that takes a commit and refuses to keep it.
struct DurabilityRefusalTests {
  @Test func `a flush that the app did not ask for tells that it failed`() throws {
    let folder = try StoreFolder()
    let file = "\(folder.store.path)/data.mdb"
    var options = SceneStore.Options(commitDelay: .zero)
    options.commitsByItself = false
    options.commitHook = { point in
      if point == .afterCommit { Self.refuseFlushes(of: file) }
    }
    let store = try folder.open(options)
    defer { store.close() }
    store.setRecord([1], for: "A")
    #expect(throws: SceneProblem.self) { try store.makeDurable() }
    let problem = try #require(store.reportedProblems.first)
    #expect(problem.code == .storeNotUsable)
    #expect(problem.detail.contains("syncing"), "\(problem.detail)")
  }

  /// Puts a file that knows no flush under each descriptor that writes to another.
  private static func refuseFlushes(of file: String) {
    let null = unsafe open("/dev/null", O_RDWR)
    defer { close(null) }
    for descriptor in Int32(0)..<1024 {
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(descriptor)")  // no such descriptor is none to change
      if target == file, fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDWR {
        dup2(null, descriptor)
      }
    }
  }
}
