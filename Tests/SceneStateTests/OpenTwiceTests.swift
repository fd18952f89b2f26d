import Foundation
import LMDB
import Synchronization
import Testing

@testable import SceneState

/// One folder that a process opens more than once.
@Suite struct OpenTwiceTests {
  private let count = SceneKey("count", default: 0)

  @Test func `a second opening by whatever path gives the same store`() throws {
    let folder = try StoreFolder()
    let link = folder.url.appending(path: "link")
    let first = SceneStore.shared(at: folder.store.path, options: .init(), openedAt: "one")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.store)
    let second = SceneStore.shared(at: link.path, options: .init(), openedAt: "two")
    #expect(first === second)
    #expect(first.remarks.map(\.code) == [])
    let problem = #expect(throws: SceneProblem.self) { try folder.open() }
    #expect(problem?.code == .alreadyOpen)
    #expect(first.reportedProblems == [])
  }

  @Test func `other options are a remark, and the first ones stay`() throws {
    let folder = try StoreFolder()
    let path = folder.store.path
    let first = SceneStore.shared(at: path, options: .init(), openedAt: "one")
    let second = SceneStore.shared(at: path, options: .init(valueBudget: 10), openedAt: "two")
    #expect(first === second)
    #expect(first.remarks.map(\.code) == [.otherOptions])
    second.app[SceneKey("text", default: "")] = "more than ten bytes"
    try second.flush()
  }

  @Test func `stores that several threads open at once are one`() async throws {
    let folder = try StoreFolder()
    let path = folder.store.path
    let stores = await withTaskGroup(of: SceneStore.self) { group in
      for _ in 0..<8 {
        group.addTask { SceneStore.shared(at: path, options: .init(), openedAt: "") }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(stores).count == 1)
    #expect(stores.allSatisfy { $0.isUsable && $0.reportedProblems.isEmpty })
  }

  @Test(arguments: [true, false])
  func `a store that is being closed is waited for`(isShared: Bool) throws {
    let folder = try StoreFolder()
    let (isInside, mayGo) = (Signal(), Signal())
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.commitHook = { point in
      guard point == .commit else { return }
      isInside.notify()
      _ = mayGo.wait(timeout: .seconds(20))
    }
    var store: SceneStore? = try folder.open(options)
    store?.app[count] = 1
    let last = Mutex(store)
    store = nil
    let closing = try WorkerThread(name: "closing", stackBytes: 1 << 20) {
      last.withLock { $0 = nil }
    }
    #expect(isInside.wait(timeout: .seconds(20)))
    let goer = try WorkerThread(name: "goer", stackBytes: 1 << 20) {
      pause(.milliseconds(5))
      mayGo.notify()
    }
    let again =
      isShared
      ? SceneStore.shared(at: folder.store.path, options: .init(), openedAt: "")
      : try folder.open()
    #expect(again.isUsable && again.app[count] == 1)
    closing.join()
    goer.join()
  }

  @Test func `a folder that was moved away before it could be opened is nobody's`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.app[count] = 1 }
    let lock = try DurabilityLock(folder.store.path + "/open.lock")
    let waiting = try folder.open(
      .init(commitDelay: .seconds(3600), lockDeadline: .milliseconds(1)))
    #expect(!waiting.isUsable)
    let moved = folder.url.appending(path: "moved")
    try FileManager.default.moveItem(at: folder.store, to: moved)
    lock.release()
    let other = try SceneStore.open(moved)
    #expect(other.isUsable && other.app[count] == 1)
    // What waits for the old place makes a store of its own there.
    waiting.app[count] = 2
    try waiting.flush()
    #expect(other.app[count] == 1)
  }

  @Test func `an open store is found where its folder was moved to`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    let moved = folder.url.appending(path: "moved")
    try FileManager.default.moveItem(at: folder.store, to: moved)
    let problem = #expect(throws: SceneProblem.self) { try SceneStore.open(moved) }
    #expect(problem?.code == .alreadyOpen)
    withExtendedLifetime(store) {}
  }

  @Test func `a store that is closed inside its own tick is closed at the end of it`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(.init(commitDelay: .seconds(3600)))
    store.tick {
      store.close()
      store.app[count] = 1
    }
    try folder.withStore { #expect($0.app[count] == 1) }
  }
}
