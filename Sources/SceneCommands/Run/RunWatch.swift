import SceneState
import FoundationEssentials
import SceneReports

/// Plays everything once, then again whatever changes: a scenario, its app, what it includes.
final class RunWatch {
  /// How often the files are looked at.
  private static let interval = Duration.milliseconds(250)

  /// What tells one version of a file from the next.
  private struct Stamp: Hashable {
    let size: Int?
    let changed: Date?
  }

  private let invocation: Invocation
  private let settings: RunSettings
  private let console: Console
  private let loader: ScenarioLoader
  /// The files each scenario is made of, and how they looked when it was read.
  private var watched: [String: [String: Stamp]] = [:]

  init(
    _ invocation: Invocation, _ settings: RunSettings, console: Console,
    loader: @escaping ScenarioLoader
  ) {
    self.invocation = invocation
    self.settings = settings
    self.console = console
    self.loader = loader
  }

  /// Ends by throwing: when it is interrupted, or if there is nothing to watch.
  func run() throws -> ExitCode {
    let paths = try ScenarioFiles.someFiles(invocation)
    try play(paths)
    tellCount()
    while true {
      console.surroundings.clock.wait(for: Self.interval)
      try console.checkInterruption()
      let changed = changedPaths()
      guard !changed.isEmpty else { continue }
      let names = changed.map { SafeText.escaped($0) }.joined(separator: ", ")
      if !invocation.has("quiet") { console.complain("changed: \(names)\n") }
      do { try play(changed) } catch let failure as CommandFailure {
        // A file that cannot be read right now is being saved; a filter may match nothing.
        guard failure.exit == .unusable || failure.exit == .nothingToDo else { throw failure }
        console.complain(ErrorText.lines(failure, paint: console.errorPaint))
      }
    }
  }

  private func tellCount() {
    guard !invocation.has("quiet") else { return }
    let count = Set(watched.values.flatMap(\.keys)).count
    console.complain("watching \(Amount.count(count, "file")); Ctrl-C ends\n")
  }

  private func play(_ paths: [String]) throws {
    // Looked at before they are read: a change in between is seen the next time.
    for path in paths { watched[path] = stamps(Array((watched[path] ?? [:]).keys) + [path]) }
    let plan = try RunPlan(paths, settings.filter, console: console, loader: loader)
    for file in plan.files {
      let earlier = watched[file.path] ?? [:]
      watched[file.path] = stamps(file.parts).merging(earlier) { _, earlier in earlier }
        .filter { file.parts.contains($0.key) }
    }
    _ = try RunSession(invocation, settings, console: console, plan: plan).play()
    try console.flush()
  }

  /// The scenarios of which something looks different now, and those that are new, in order.
  private func changedPaths() -> [String] {
    // A folder that is gone for a moment is no reason to end.
    let now = (try? ScenarioFiles.find(invocation.operands, for: invocation.command)) ?? []
    return now.filter { path in
      guard let earlier = watched[path] else { return true }
      return stamps(Array(earlier.keys)) != earlier
    }
  }

  private func stamps(_ paths: [String]) -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    for path in paths {
      // A file that cannot be looked at has no size and no date: coming back is a change.
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      stamps[path] = Stamp(
        size: (attributes?[.size] as? UInt).map { Int($0) },
        changed: attributes?[.modificationDate] as? Date)
    }
    return stamps
  }
}
