import Foundation
import LMDB
import SceneState
import StoreTools
import Synchronization
import Testing

/// Two processes with two writers and two readers each work on one store.
@Suite struct DurabilitySharingTests {
  private static let rounds = 150

  @Test func `two processes lose no acknowledged write of each other`() async throws {
    let folder = try DurabilityFolder()
    let path = folder.store
    async let left = Self.output(of: path, process: 0)
    async let right = Self.output(of: path, process: 1)
    let outputs = try await [left, right]

    let reader = try StoreInspector.look(path)
    defer { reader.close() }
    let snapshot = try reader.snapshot()
    for (process, output) in outputs.enumerated() {
      for writer in 0..<2 {
        let scene = Self.scene(process, writer)
        let acknowledged = output.acknowledged(scene.rawValue)
        #expect(acknowledged == Array(1...Self.rounds))
        let state = DurabilityState(snapshot, scene: scene)
        #expect(state.first == Self.rounds && state.pairRight == Self.rounds, "\(state)")
      }
      // Readers that saw nothing would prove nothing.
      #expect((output.acknowledged("snapshots").first ?? 0) > 10)
    }
    #expect(Set(snapshot.sessions.map(\.number)).count == 4)
  }

  private static func scene(_ process: Int, _ writer: Int) -> SceneID {
    SceneID(rawValue: "process\(process)-writer\(writer)")
  }

  private static func output(of path: String, process: Int) async throws -> [UInt8] {
    let result = await #expect(
      processExitsWith: .exitCode(0), observing: [\.standardOutputContent]
    ) { [path = path as String, process = process as Int] in
      try DurabilitySharingTests.work(on: path, process: process)
      exit(0)
    }
    return try #require(result).standardOutputContent
  }

  private static func work(on path: String, process: Int) throws {
    let store = try SceneStore.open(
      URL(filePath: path), options: .init(commitDelay: .milliseconds(1)))
    let failures = Mutex<[String]>([])
    let isOver = Atomic(false)
    let snapshots = Atomic(0)
    let readers = try (0..<2).map { _ in
      try WorkerThread(name: "reader", stackBytes: 1 << 20) {
        while !isOver.load(ordering: .acquiring) {
          look(at: store, failures)
          snapshots.add(1, ordering: .relaxed)
        }
      }
    }
    let writers = try (0..<2).map { writer in
      try WorkerThread(name: "writer", stackBytes: 1 << 20) {
        write(to: store, scene: scene(process, writer), failures)
      }
    }
    for writer in writers { writer.join() }
    isOver.store(true, ordering: .releasing)
    for reader in readers { reader.join() }
    acknowledge("snapshots", snapshots.load(ordering: .relaxed))
    #expect(failures.withLock { $0 } == [])
    #expect(store.reportedProblems == [])
    store.close()
  }

  private static func write(
    to store: SceneStore, scene: SceneID, _ failures: borrowing Mutex<[String]>
  ) {
    let workload = DurabilityWorkload(store, scene: scene)
    for number in 1...rounds {
      workload.round(number)
      do throws(SceneProblem) {
        try store.flush()
        acknowledge(scene.rawValue, number)
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
  }

  private static func look(at store: SceneStore, _ failures: borrowing Mutex<[String]>) {
    do throws(SceneProblem) {
      let snapshot = try store.inspect()
      for scene in snapshot.sessions.map(\.id) {
        let state = DurabilityState(snapshot, scene: scene)
        if !state.isPrefix { failures.withLock { $0.append("\(scene): \(state)") } }
      }
    } catch {
      failures.withLock { $0.append("\(error)") }
    }
  }
}
