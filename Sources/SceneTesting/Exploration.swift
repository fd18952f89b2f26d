import SceneExplorer
import SceneScenarios
public import SceneLifecycle
public import Testing

/// Plays steps that nobody wrote down in an app, and records as an issue what loses state.
///
/// Each issue has the shortest scenario that shows it as an attachment: `scenesim run` plays it in a
/// tool that knows the app, and ``Scenario`` in a test. What is looked at, and how to say that
/// something is meant, is told by `scenesim explain restores` and the other properties.
///
/// ```swift
/// @Test @MainActor func nothingIsLost() async throws {
///   try await Exploration { HawkNotes() }.run(steps: 50_000)
/// }
/// ```
public struct Exploration {
  private let app: () -> any SceneApp

  /// Makes an exploration of an app.
  ///
  /// - Parameter app: Makes the app of each process that is played.
  public init(app: @escaping () -> any SceneApp) { self.app = app }

  /// Explores on the store in memory; the same seed and steps find the same.
  ///
  /// - Parameters:
  ///   - steps: How many steps are played.
  ///   - seed: Where random choices start.
  ///   - except: Properties that are not looked at, `isolated`, or one key of them,
  ///     `isolated:zoom`.
  ///   - sourceLocation: Where issues are recorded; the line of the call.
  /// - Throws: What is wrong with the app's manifest.
  public func run(
    steps: Int = 10_000, seed: UInt64 = 1, except: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let name = "\(type(of: app()))"
    let apps = KnownApps([name: app])
    var options = Explorer.Options()
    (options.seed, options.steps) = (seed, steps)
    options.choice = PropertyChoice(except: except)
    let explored = try ExploredApp(path: "exploration", appLines: ["app: \(name)"], apps: apps)
    var report = Explorer(explored, apps: apps, options: options).run()
    if let mistake = report.mistake { throw mistake }
    report.takeUnproven()
    for (index, finding) in report.findings.enumerated() {
      Attachment.record(
        finding.bytes, named: finding.fileName(number: index + 1), sourceLocation: sourceLocation)
      Issue.record(
        Comment(rawValue: "\(finding.property): \(finding.sentence)\n\(finding.message)"),
        sourceLocation: sourceLocation)
    }
  }
}
