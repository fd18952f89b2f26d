import Foundation
import Testing

@testable import SceneRoaming

/// Machines, a cluster and what happens between them, at random; `Scripts/soak roaming` plays more.
struct ScheduleTests {
  private static let first =
    ProcessInfo.processInfo.environment["SCENE_STORAGE_SEED"].flatMap { Int($0) } ?? 1
  private static let count =
    ProcessInfo.processInfo.environment["SCENE_STORAGE_SCHEDULES"].flatMap { Int($0) } ?? 200

  @Test func `no schedule breaks a promise`() throws {
    var counts = ModelHistory.Counts()
    for seed in Self.first..<(Self.first + Self.count) {
      var schedule = ModelSchedule(seed: UInt64(seed))
      try schedule.play(80)
      counts.add(schedule.history.counts)
      let steps = schedule.steps.joined(separator: "\n")
      if Self.count > 1000, seed % 500 == 0 { print("\(seed - Self.first) schedules") }
      try #require(schedule.history.breaches.isEmpty, "seed \(seed)\n\(steps)")
    }
    // A history in which nothing happens keeps every promise.
    #expect(counts.carried > 5 * Self.count && 2 * counts.brought > Self.count, "\(counts)")
    #expect(5 * counts.forked > Self.count && 10 * counts.discarded > Self.count, "\(counts)")
  }

  /// A checker that finds nothing when something is wrong is worth nothing.
  @Test(arguments: ModelCluster.Fault.allCases)
  func `a cluster that does wrong is found out`(_ fault: ModelCluster.Fault) throws {
    var found = 0
    for seed in 1...UInt64(60) {
      var schedule = ModelSchedule(seed: seed, fault: fault)
      try schedule.play(80)
      found += schedule.history.breaches.isEmpty ? 0 : 1
    }
    #expect(found > 3, "\(found) of 60")
  }
}
