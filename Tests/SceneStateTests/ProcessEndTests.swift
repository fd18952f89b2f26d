import Foundation
import LMDB
import Synchronization
import Testing

@testable import SceneState

/// What was written before a process ends in the ordinary way.
///
/// No committer runs here before the end: what is found afterwards was saved by the end itself.
@Suite(.serialized) struct ProcessEndTests {
  private static let count = SceneKey("count", default: 0)
  private static let patient = SceneStore.Options(
    commitDelay: .seconds(3600), lockDeadline: .seconds(60))

  /// Who holds the store at the end.
  enum Holder: String, Codable, CaseIterable {
    case global, local, task, thread
  }

  private static let held = Mutex<[SceneStore]>([])

  private static func open(_ path: String, _ options: SceneStore.Options = patient) throws
    -> SceneStore
  {
    SceneProblem.tellsOnStandardError = true
    return try SceneStore.open(URL(filePath: path), options: options)
  }

  private static func value(in path: String) throws -> Int {
    let store = try SceneStore.open(URL(filePath: path), options: patient)
    defer { store.close() }
    return store.app[count]
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("scene-storage: ") }
  }

  @Test(arguments: Holder.allCases)
  func `exit saves what was written, whoever holds the store`(holder: Holder) async throws {
    let folder = try DurabilityFolder()
    await #expect(processExitsWith: .exitCode(3)) {
      [path = folder.store as String, holder = holder as Holder] in
      let store = try Self.open(path)
      store.app[Self.count] = 7
      switch holder {
      case .global: Self.held.withLock { $0.append(store) }
      case .local: break
      case .task: Task { while true { try await Task.sleep(for: .seconds(store.app[Self.count])) } }
      case .thread: Thread.detachNewThread { while true { store.app[Self.count] += 1 } }
      }
      withExtendedLifetime(store) { exit(3) }
    }
    let value = try Self.value(in: folder.store)
    #expect(holder == .thread ? value >= 7 : value == 7)
  }

  @Test func `two stores are saved, and a return from main is an end too`() async throws {
    let (one, two) = (try DurabilityFolder(), try DurabilityFolder())
    await #expect(processExitsWith: .success) {
      [one = one.store as String, two = two.store as String] in
      for path in [one, two] {
        let store = try Self.open(path)
        store.app[Self.count] += 1
        Self.held.withLock { $0.append(store) }
      }
    }
    #expect(try Self.value(in: one.store) == 1)
    #expect(try Self.value(in: two.store) == 1)
  }

  @Test func `what handlers write after the stores were saved is committed at once`() async throws {
    let folder = try DurabilityFolder()
    await #expect(processExitsWith: .success) { [path = folder.store as String] in
      // The handler that was added first runs last.
      atexit {
        for store in Self.held.withLock({ $0 }) { store.app[Self.count] += 1 }
      }
      let store = try Self.open(path)
      store.app[Self.count] = 1
      Self.held.withLock { $0.append(store) }
    }
    #expect(try Self.value(in: folder.store) == 2)
  }

  @Test func `an end inside a tick drops what waits and says so`() async throws {
    let folder = try DurabilityFolder()
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [path = folder.store as String] in
      let store = try Self.open(path)
      store.scene("A")[Self.count] = 1
      store.tick {
        store.app[Self.count] = 1
        exit(0)
      }
    }
    #expect(
      Self.lines(result.standardErrorContent) == [
        "scene-storage: 2 values of '\(folder.store)' are lost: "
          + "the process ended inside a tick or a commit"
      ])
    #expect(try Self.value(in: folder.store) == 0)
  }

  @Test func `another process that writes is waited for two seconds, and the loss is told`()
    async throws
  {
    let folder = try DurabilityFolder()
    try SceneStore.open(folder.storeURL).close()
    let lock = try DurabilityLock(folder.store + "/writer.lock")
    let start = ContinuousClock.now
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [path = folder.store as String] in
      let store = try Self.open(path)
      store.app[Self.count] = 1
      // NB: what is written after a return is kept from those who observe it.
      withExtendedLifetime(store) { exit(0) }
    }
    #expect(ContinuousClock.now - start < .seconds(30))
    lock.release()
    #expect(
      Self.lines(result.standardErrorContent) == [
        "scene-storage: 1 value of '\(folder.store)' is lost: "
          + "they could not be written within 2 s"
      ])
  }

  @Test func `a full disk at the end is told with the number of values`() async throws {
    let folder = try DurabilityFolder()
    try SceneStore.open(folder.storeURL).close()
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [path = folder.store as String] in
      var options = Self.patient
      options.commitHook = { (point) throws(LMDBError) in
        if point == .commit { throw .diskFull }
      }
      let store = try Self.open(path, options)
      store.app[Self.count] = 1
      // NB: what is written after a return is kept from those who observe it.
      withExtendedLifetime(store) { exit(0) }
    }
    #expect(
      Self.lines(result.standardErrorContent) == [
        "scene-storage: 1 value of '\(folder.store)' is lost: "
          + "the disk is full; the last commit was not kept"
      ])
  }

  @Test func `a simulated store is not saved by the end of the process`() async throws {
    let folder = try DurabilityFolder()
    await #expect(processExitsWith: .success) { [path = folder.store as String] in
      var options = Self.patient
      options.commitsByItself = false
      let store = try Self.open(path, options)
      store.app[Self.count] = 1
      Self.held.withLock { $0.append(store) }
    }
    #expect(try Self.value(in: folder.store) == 0)
  }

  @Test(arguments: [true, false])
  func `SIGTERM ends the process, and what waits is saved if it was asked for`(
    isAsked: Bool
  ) async throws {
    let folder = try DurabilityFolder()
    await #expect(processExitsWith: .signal(SIGTERM)) {
      [path = folder.store as String, isAsked = isAsked as Bool] in
      if isAsked { #expect(SceneStore.savesOnTermination()) }
      let store = try Self.open(path)
      store.app[Self.count] = 1
      kill(getpid(), SIGTERM)
      withExtendedLifetime(store) { while true { usleep(10_000) } }
    }
    #expect(try Self.value(in: folder.store) == (isAsked ? 1 : 0))
  }

  @Test func `SIGTERM is passed on to the handler that was there before`() async throws {
    let folder = try DurabilityFolder()
    await #expect(processExitsWith: .exitCode(9)) { [path = folder.store as String] in
      signal(SIGTERM) { _ in _exit(9) }
      SceneStore.savesOnTermination()
      let store = try Self.open(path)
      store.app[Self.count] = 1
      kill(getpid(), SIGTERM)
      withExtendedLifetime(store) { while true { usleep(10_000) } }
    }
    #expect(try Self.value(in: folder.store) == 1)
  }
}
