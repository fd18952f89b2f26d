import Foundation
import LMDB
import SceneState
import Testing

/// Recoverers that race and die.
@Suite(.serialized) struct RecoveryRaceTests {
  private static let rounds = 20

  @Test func `of recoverers that race and are killed one at last succeeds`() async throws {
    let store = try DamagedStore(backupAt: 12)
    let seed = UInt64.random(in: 0...9999)
    var random = DurabilityRandom(seed: seed)
    var (killed, recovered, newest) = (0, 0, 0)
    for round in 0..<Self.rounds {
      var bytes = store.bytes
      let page = Int.random(in: 0..<2, using: &random)
      for index in page * 4096..<page * 4096 + 160 {
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      try store.put(bytes)
      let path = store.folder.store.path
      let lives = (0..<3).map { _ in Int.random(in: 0...90_000, using: &random) }
      async let first = Self.recover(path, life: lives[0])
      async let second = Self.recover(path, life: lives[1])
      async let third = Self.recover(path, life: lives[2])
      killed += await [first, second, third].filter(\.self).count
      let place = "round \(round), seed \(seed)"
      let outcome = try store.reopen()
      if outcome.report != nil { recovered += 1 }
      #expect(outcome.wrong == [], "\(place)")
      #expect(outcome.lost == 0, "\(place)")
      newest += outcome.newest
      let quarantine = store.folder.store.appending(path: "quarantine")
      let kept = try FileManager.default.contentsOfDirectory(atPath: quarantine.path)
      #expect(kept.count == 1, "\(place): \(kept)")
      let whole = try kept.map { try Data(contentsOf: quarantine.appending(path: $0)) }
      #expect(whole == [Data(bytes)], "\(place)")
      #expect(!FileManager.default.fileExists(atPath: path + "/rebuild.tmp"), "\(place)")
    }
    let all = Self.rounds * store.newest.count
    print(
      "recovery race: \(killed) of \(3 * Self.rounds) killed, \(recovered) rounds left to the end, "
        + "newest \(newest) of \(all), seed \(seed)")
    #expect(newest == all)
    #expect(killed > Self.rounds)
  }

  /// Opens the store in a process that dies after a while, or ends by itself; answers which.
  private static func recover(_ path: String, life: Int) async -> Bool {
    let result = await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, life = life as Int] in
      let killer = try WorkerThread(name: "killer", stackBytes: 64 << 10) {
        usleep(UInt32(life))
        kill(getpid(), SIGKILL)
      }
      while true {
        var options = SceneStore.Options(commitDelay: .zero)
        options.backups = nil
        let store = try SceneStore.open(URL(filePath: path), options: options)
        store.close()
        withExtendedLifetime(killer) {}
      }
    }
    return result != nil
  }
}
