extension ClusterLook {
  /// What the members had on their disks before a compaction, and have after it.
  package struct Compaction: Sendable {
    /// Up to which revision of the cluster no older state is kept.
    package let revision: Int64
    /// In the order of the address.
    package let members: [(name: String, before: Int64, after: Int64)]
  }

  /// Forgets older states, of all users alike, and gives their room back to the members' disks.
  ///
  /// What is there now stays, and who follows it goes on. A cluster that was full takes changes again.
  /// - Parameters:
  ///   - isTried: Whether nothing is done, and each member only says what it has.
  ///   - told: Hears of each member before that one stops for it, for seconds where it is large.
  /// - Returns: What was freed at the members that the address names, which are all that it reaches.
  /// - Throws: `not-allowed` for a user who is no operator, and what a cluster answers otherwise.
  package func compact(
    isTried: Bool, _ told: (_ member: String) -> Void
  ) throws(RoamingProblem) -> Compaction {
    let revision = try client.pairs([names.root]).revision
    if !isTried { try forget(before: revision) }
    var members: [(name: String, before: Int64, after: Int64)] = []
    for (name, member) in alone() {
      let before = try member.sizes().disk
      if !isTried {
        told(name)
        let _: ClusterMessage.Done = try member.ask("maintenance/defragment", [String: String]())
      }
      members.append((name, before, try member.sizes().disk))
    }
    if !isTried { try endAlarms() }
    return Compaction(revision: revision, members: members)
  }

  private func forget(before revision: Int64) throws(RoamingProblem) {
    do throws(RoamingProblem) {
      let _: ClusterMessage.Done = try client.ask(
        "kv/compaction", ClusterMessage.Compaction(revision: String(revision)))
    } catch {
      // Nothing was written since somebody else did that.
      guard error.code == .refused, error.detail.contains("has been compacted") else {
        throw error
      }
    }
  }

  /// There is room again, and the members take changes.
  private func endAlarms() throws(RoamingProblem) {
    let alarms: ClusterMessage.Alarms = try client.ask("maintenance/alarm", ClusterMessage.Alarm())
    for alarm in alarms.alarms ?? [] where alarm.alarm == ClusterMessage.Alarm.noSpace {
      let _: ClusterMessage.Done = try client.ask("maintenance/alarm", alarm.off)
    }
  }
}
