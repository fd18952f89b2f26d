import Foundation
import LMDB
import SceneState
import Testing

/// What is lost, and what is not, when a store ends or cannot be written to.
@Suite struct DurabilityLossTests {
  private static let note = SceneKey("note", default: "")

  @Test func `an abandoned store loses only what was not committed`() throws {
    let folder = try DurabilityFolder()
    let store = try SceneStore.open(
      folder.storeURL, options: .init(commitDelay: .seconds(3600)))
    let scope = store.scene("A").tab("hawk")
    scope[Self.note] = "flushed"
    try store.flush()
    scope[Self.note] = "waiting"
    store.scene("B")[Self.note] = "waiting"
    store.abandon()
    scope[Self.note] = "late"
    let again = try SceneStore.open(folder.storeURL)
    #expect(again.scene("A").tab("hawk")[Self.note] == "flushed")
    #expect(!again.scene("B").contains(Self.note))
    #expect(again.reportedProblems == [])
  }

  @Test func `a closed store has committed what waited`() throws {
    let folder = try DurabilityFolder()
    let store = try SceneStore.open(
      folder.storeURL, options: .init(commitDelay: .seconds(3600)))
    store.scene("A")[Self.note] = "waiting"
    store.close()
    let again = try SceneStore.open(folder.storeURL)
    #expect(again.scene("A")[Self.note] == "waiting")
  }

  @Test func `a store locked by another process works in memory and catches up`() throws {
    let folder = try DurabilityFolder()
    let deadline = Duration.milliseconds(300)
    let store = try SceneStore.open(folder.storeURL, options: .init(lockDeadline: deadline))
    let scope = store.scene("A")
    scope[Self.note] = "before"
    try store.flush()

    let lock = try DurabilityLock(folder.store + "/writer.lock")
    scope[Self.note] = "meanwhile"
    let start = ContinuousClock.now
    var problem: SceneProblem?
    do throws(SceneProblem) { try store.flush() } catch { problem = error }
    let waited = ContinuousClock.now - start
    #expect(problem?.code == .storeNotUsable)
    // The committer may be waiting already, and a commit waits for the one before.
    #expect(waited < deadline * 2 + .milliseconds(200), "\(waited)")
    #expect(scope[Self.note] == "meanwhile")
    #expect(store.reportedProblems.map(\.code) == [.storeNotUsable])
    #expect(try store.inspect().entries.map(\.json) == ["\"before\""])

    lock.release()
    // Nobody asks: the committer tries again by itself.
    let end = ContinuousClock.now + .seconds(10)
    while try store.inspect().entries.map(\.json) != ["\"meanwhile\""] {
      guard ContinuousClock.now < end else {
        Issue.record("what waited was not written")
        return
      }
      usleep(20_000)
    }
  }

  @Test func `reads do not wait for a store that is being opened`() throws {
    let folder = try DurabilityFolder()
    do { _ = try SceneStore.open(folder.storeURL) }
    let lock = try DurabilityLock(folder.store + "/open.lock")
    let deadline = Duration.milliseconds(1500)
    let store = try SceneStore.open(folder.storeURL, options: .init(lockDeadline: deadline))
    #expect(store.reportedProblems.map(\.code) == [.storeNotUsable])
    let opener = try WorkerThread(name: "opener", stackBytes: 1 << 20) { try? store.flush() }
    usleep(100_000)
    let start = ContinuousClock.now
    store.scene("A")[Self.note] = "meanwhile"
    #expect(store.scene("A")[Self.note] == "meanwhile")
    #expect(ContinuousClock.now - start < .milliseconds(500))
    opener.join()
    lock.release()
    try store.flush()
    #expect(try store.inspect().entries.map(\.json) == ["\"meanwhile\""])
  }

  @Test func `a flush of a locked store gives up at its deadline`() throws {
    let folder = try DurabilityFolder()
    let deadline = Duration.milliseconds(300)
    let store = try SceneStore.open(
      folder.storeURL, options: .init(commitDelay: .seconds(3600), lockDeadline: deadline))
    let lock = try DurabilityLock(folder.store + "/writer.lock")
    store.scene("A")[Self.note] = "meanwhile"
    let start = ContinuousClock.now
    var problem: SceneProblem?
    do throws(SceneProblem) { try store.flush() } catch { problem = error }
    let waited = ContinuousClock.now - start
    #expect(problem?.code == .storeNotUsable)
    #expect(waited >= deadline && waited < deadline + .milliseconds(100), "\(waited)")
    lock.release()
    try store.flush()
    #expect(try store.inspect().entries.map(\.json) == ["\"meanwhile\""])
  }
}

/// Another process that holds a lock file until it is released.
final class DurabilityLock {
  private let process = Process()
  private let input = Pipe()

  init(_ path: String) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "exec 9<>\"$0\"; flock -x 9; echo ready; read line", path]
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    _ = output.fileHandleForReading.availableData
  }

  func release() {
    input.fileHandleForWriting.closeFile()
    process.waitUntilExit()
  }
}
