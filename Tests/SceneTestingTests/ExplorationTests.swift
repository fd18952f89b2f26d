import AppsInSwift
import SceneTesting
import Synchronization
import Testing

/// Explorations of apps in Swift, as a test of an app runs them.
@MainActor struct ExplorationTests {
  /// The issues of an exploration, which then fail nothing.
  private func issues(_ options: HawkNotes.Options) async throws -> [String] {
    let issues = Mutex<[String]>([])
    try await withKnownIssue(isIntermittent: true) {
      try await Exploration { HawkNotes(options) }.run(steps: 640, seed: 11)
    } matching: { issue in
      issues.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    return issues.withLock { $0 }
  }

  @Test func `a draft that all tabs share is an issue`() async throws {
    var options = HawkNotes.Options()
    options.sharesDrafts = true
    let found = try await issues(options)
    #expect(found.contains { $0.hasPrefix("isolated: ") && $0.contains("`draft`") }, "\(found)")
  }

  @Test func `the app as it is shipped gives none`() async throws {
    #expect(try await issues(HawkNotes.Options()) == [])
  }
}
