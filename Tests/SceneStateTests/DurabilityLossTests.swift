import Foundation
import LMDB
import SceneState
import Synchronization
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
    let store = try SceneStore.open(
      folder.storeURL, options: .init(lockDeadline: .milliseconds(300)))
    let scope = store.scene("A")
    scope[Self.note] = "before"
    try store.flush()

    let lock = try DurabilityLock(folder.store + "/writer.lock")
    scope[Self.note] = "meanwhile"
    var problem: SceneProblem?
    do throws(SceneProblem) { try store.flush() } catch { problem = error }
    #expect(problem?.code == .storeNotUsable)
    #expect(scope[Self.note] == "meanwhile")
    #expect(store.reportedProblems.map(\.code) == [.storeNotUsable])
    #expect(try store.inspect().entries.map(\.json) == ["\"before\""])

    lock.release()
    // Nobody asks: the committer tries again by itself.
    while try store.inspect().entries.map(\.json) != ["\"meanwhile\""] { usleep(20_000) }
  }

  @Test func `reads do not wait for a store that is being opened`() throws {
    let folder = try DurabilityFolder()
    do { _ = try SceneStore.open(folder.storeURL) }
    let lock = try DurabilityLock(folder.store + "/open.lock")
    let store = try SceneStore.open(
      folder.storeURL, options: .init(lockDeadline: .milliseconds(1500)))
    #expect(store.reportedProblems.map(\.code) == [.storeNotUsable])
    // Opens it again and again, a second and a half each time.
    let isEnough = Atomic(false)
    let opener = try WorkerThread(name: "opener", stackBytes: 1 << 20) {
      while !isEnough.load(ordering: .acquiring) { _ = try? store.flush() }
    }
    usleep(100_000)
    let scope = store.scene("A")
    // A thousand waits would take twenty-five minutes.
    for number in 0..<1_000 {
      scope[Self.note] = "meanwhile \(number)"
      #expect(scope[Self.note] == "meanwhile \(number)")
    }
    isEnough.store(true, ordering: .releasing)
    scope[Self.note] = "meanwhile"
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
    // How much later it may be is measured by `Scripts/faults`: a busy machine takes its time.
    #expect(waited >= deadline, "\(waited)")
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
