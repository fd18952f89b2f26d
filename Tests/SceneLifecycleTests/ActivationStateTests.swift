import SceneLifecycle
import Testing

struct ActivationStateTests {
  @Test func `every pair of states means what the table in the documentation says`() throws {
    let table = try DocumentedTable(in: "life-of-a-scene", after: "| from \\ to |")
    #expect(
      table.columns == ["unattached", "foregroundInactive", "foregroundActive", "background"])
    #expect(table.rows.map(\.name) == ActivationState.allCases.map(\.rawValue))
    for row in table.rows {
      let from = try #require(ActivationState(rawValue: row.name))
      for (name, cell) in zip(table.columns, row.cells) {
        let to = try #require(ActivationState(rawValue: name))
        let meaning =
          switch from.change(to: to) {
          case .none: "same"
          case .callback(let callback): callback.rawValue
          case .forbidden: "refused"
          }
        #expect(meaning == cell, "\(from) to \(to)")
      }
    }
  }

  @Test func `each end of a process leaves what the table in the documentation says`() throws {
    let table = try DocumentedTable(in: "life-of-a-scene", after: "| event |")
    let profiles: [RestorationProfile] = [.iPadOS, .macOS, .macOSDiscard, .wayland]
    #expect(table.columns == profiles.map { "\($0)" })
    let ends: [(String, RestorationProfile.End)] = [
      ("kill", .kill), ("stop", .stop), ("crash", .crash), ("crash on launch", .crashOnLaunch),
      ("force-quit", .forceQuit), ("quit", .quit),
    ]
    #expect(table.rows.map(\.name) == ends.map(\.0) + ["failed restoration"])
    for (row, end) in zip(table.rows, ends) {
      for (profile, cell) in zip(profiles, row.cells) where cell != "–" {
        #expect(Self.word(profile.fate(after: end.1)) == cell, "\(row.name) on \(profile)")
      }
    }
    #expect(table.rows[5].cells[0] == "–" && !RestorationProfile.iPadOS.canQuit)
    for (profile, cell) in zip(profiles, table.rows[6].cells) {
      #expect(Self.word(profile.fateAfterFailedRestoration) == cell, "failed on \(profile)")
    }
  }

  private static func word(_ fate: RestorationProfile.Fate) -> String {
    switch fate {
    case .kept: "kept"
    case .destroyed: "destroyed"
    case .setAside: "set aside"
    }
  }

  @Test func `a route leads through allowed changes only`() {
    for from in ActivationState.allCases {
      for to in ActivationState.allCases {
        var state = from
        for next in from.route(to: to) {
          #expect(state.change(to: next) != .forbidden, "\(from) to \(to): \(state) to \(next)")
          #expect(state != next)
          state = next
        }
        #expect(state == to)
      }
    }
  }

  @Test func `the app is as active as its most active scene`() {
    #expect(AppPhase([ActivationState]()) == .background)
    #expect(AppPhase([.background, .unattached]) == .background)
    #expect(AppPhase([.background, .foregroundInactive]) == .inactive)
    #expect(AppPhase([.foregroundInactive, .foregroundActive]) == .active)
  }
}
