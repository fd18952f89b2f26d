import Foundation
import Testing

@testable import SceneRoaming

/// Machines, a cluster and what happens between them, at random; `Scripts/soak roaming` plays more.
struct ScheduleTests {
  fileprivate static let first =
    ProcessInfo.processInfo.environment["SCENE_STORAGE_SEED"].flatMap { Int($0) } ?? 1
  fileprivate static let count =
    ProcessInfo.processInfo.environment["SCENE_STORAGE_SCHEDULES"].flatMap { Int($0) } ?? 80

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
    #expect(10 * counts.forked > Self.count && 10 * counts.discarded > Self.count, "\(counts)")
  }

  /// A checker that finds nothing when something is wrong is worth nothing.
  @Test(arguments: ScheduledFault.allCases)
  func `a cluster that does wrong is found out`(_ fault: ScheduledFault) throws {
    // A digest tells only where the machine that knew better was restarted.
    let wanted = fault == .otherDigests ? 1 : 4
    var found = 0
    for seed in 1...UInt64(60) where found < wanted {
      var schedule = ModelSchedule(seed: seed, fault: fault)
      try schedule.play(80)
      found += schedule.history.breaches.isEmpty ? 0 : 1
    }
    #expect(found == wanted, "\(found) in 60")
  }
}

#if Roaming
  /// The same on three members of etcd, to which things happen as well; `Scripts/soak members` plays more.
  @Suite(
    .serialized, .enabled(if: RealCluster() != nil, "Scripts/members run starts members"))
  struct MemberScheduleTests {
    private static let members = RealCluster()

    @Test func `no schedule on three members breaks a promise`() throws {
      let members = try #require(Self.members)
      var counts = ModelHistory.Counts()
      for seed in ScheduleTests.first..<(ScheduleTests.first + ScheduleTests.count) {
        var schedule = ModelSchedule(seed: UInt64(seed), on: members)
        try schedule.play(50)
        counts.add(schedule.history.counts)
        let steps = schedule.steps.joined(separator: "\n")
        print("schedule \(seed - ScheduleTests.first + 1) of \(ScheduleTests.count), seed \(seed)")
        try #require(schedule.history.breaches.isEmpty, "seed \(seed)\n\(steps)")
      }
      #expect(counts.carried > 2 * ScheduleTests.count, "\(counts)")
    }

    @Test(arguments: [ScheduledFault.noFencing, .lostAnswers, .otherDigests])
    func `members that do wrong are found out`(_ fault: ScheduledFault) throws {
      let members = try #require(Self.members)
      var hasBreach = false
      for seed in 1...UInt64(60) where !hasBreach {
        var schedule = ModelSchedule(seed: seed, on: members, fault: fault, isDisturbed: false)
        try schedule.play(80)
        hasBreach = !schedule.history.breaches.isEmpty
      }
      #expect(hasBreach)
    }
  }
#endif
