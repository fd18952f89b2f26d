import Foundation
import LMDB
import SceneState
import StoreTools
import Testing

/// A process that is killed at any moment loses nothing that it was told is on the disk.
@Suite(.serialized) struct DurabilityKillTests {
  private static let kills = 100
  private static let scene: SceneID = "A"

  @Test(arguments: [0, 16])
  func `a killed process leaves whole ticks in order and all that was flushed`(
    delay: Int
  ) async throws {
    let folder = try DurabilityFolder()
    let path = folder.store
    let seed = UInt64(20_240 + delay)
    var random = DurabilityRandom(seed: seed)
    var flushed = 0
    var restarts = 0
    // So long that a busy machine gets to a flush, too.
    var longest = 25_000
    for kill in 1...Self.kills {
      if kill % 10 == 0, flushed == 0 || restarts < kill * 2 / 3 { longest *= 2 }
      let life = Int.random(in: 0...longest, using: &random)
      let result = await #expect(
        processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
      ) { [path = path as String, delay = delay as Int, life = life as Int] in
        try Self.writeUntilKilled(path, delay: delay, life: life)
      }
      let output = try #require(result).standardOutputContent
      flushed = max(flushed, output.acknowledged("flushed").max() ?? 0)
      restarts += output.acknowledged("opened").count
      guard FileManager.default.fileExists(atPath: path + "/data.mdb") else { continue }
      let reader = try StoreInspector.look(path)
      defer { reader.close() }
      let state = DurabilityState(try reader.snapshot(), scene: Self.scene)
      #expect(state.isPrefix, "kill \(kill), seed \(seed): \(state)")
      #expect(state.pairRight >= flushed, "kill \(kill), seed \(seed): \(state)")
    }
    // The kills must have hit a process at work, or nothing was tested.
    #expect(restarts > Self.kills / 2)
    #expect(flushed > 0)
  }

  private static func writeUntilKilled(_ path: String, delay: Int, life: Int) throws {
    let killer = try WorkerThread(name: "killer", stackBytes: 64 << 10) {
      // Some deaths come while the store is being opened, most while it is written to.
      usleep(UInt32(life))
      kill(getpid(), SIGKILL)
    }
    let store = try SceneStore.open(
      URL(filePath: path), options: .init(commitDelay: .milliseconds(delay)))
    let workload = DurabilityWorkload(store, scene: scene)
    acknowledge("opened", workload.last)
    workload.completeLastRound()
    var number = workload.last
    while true {
      number += 1
      workload.round(number)
      if number % 50 == 0 {
        try store.flush()
        acknowledge("flushed", number)
      }
      withExtendedLifetime(killer) {}
    }
  }
}
