import SceneScenarios
import SceneSimulator

/// Plays every sequence of steps up to a depth; what was met before is not gone on from twice.
///
/// States are met level by level, so that how many are looked at at the same time changes nothing.
package struct Exhaustive {
  private let app: ExploredApp
  private let options: Explorer.Options
  private let depth: Int
  private let windowLimit: Int

  package init(
    _ app: ExploredApp, options: Explorer.Options, depth: Int, windows: Int
  ) {
    (self.app, self.options, self.depth, windowLimit) = (app, options, depth, windows)
  }

  /// A step from a state: where it leads, and what does not hold there.
  private struct Edge: Sendable {
    let path: [Action]
    let hash: UInt64
    let violation: Violation?
  }

  /// What one state leads to.
  private struct Branch: Sendable {
    var edges: [Edge] = []
    var coverage = Coverage()
    var mistake: Diagnostic?
  }

  /// Explores.
  ///
  /// - Parameter progress: Gets what is known after each level.
  /// - Returns: What was found; its states are all that there are.
  package func run(progress: (Explorer.Report, Int) -> Void = { _, _ in }) -> Explorer.Report {
    var report = Explorer.Report()
    var frontier: [[Action]] = [[]]
    var violations: [(Violation, [Action])] = []
    var met: Set<UInt64> = []
    for _ in 0..<depth where !options.isStopped() && !frontier.isEmpty {
      var next: [[Action]] = []
      for node in expand(frontier) {
        report.mistake = report.mistake ?? node.mistake
        report.steps += node.edges.count
        report.coverage.merge(node.coverage)
        for edge in node.edges {
          if let found = edge.violation,
            !violations.contains(where: { $0.0.identity == found.identity })
          {
            violations.append((found, edge.path))
          }
          if met.insert(edge.hash).inserted { next.append(edge.path) }
        }
      }
      report.runs += frontier.count
      report.rounds += 1
      frontier = next
      report.coverage.states = met
      report.notePoint()
      progress(report, 0)
    }
    for (found, path) in violations {
      report.take(found, path, app: app, apps: KnownApps(), options: options)
    }
    report.shrinkApps(KnownApps(), options)
    return report
  }

  /// Looks where each of some states leads.
  private func expand(_ frontier: [[Action]]) -> [Branch] {
    let found = Workers.share(
      frontier.count, jobs: options.jobs, isStopped: options.isStopped
    ) { expand(frontier[$0]) }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private func expand(_ path: [Action]) -> Branch {
    var node = Branch()
    var play: Play
    do throws(Diagnostic) {
      play = try Play(app, KnownApps(), options.choice)
    } catch {
      node.mistake = error
      return node
    }
    for action in path { _ = play.play(action) }
    guard let moment = play.stage.save() else { return node }
    let before = play
    for action in actions(play) {
      switch play.play(action) {
      case .refused(_, let violation), .lost(_, let violation):
        node.coverage.refused(action, "refused")
        if let violation {
          node.edges.append(
            Edge(path: path + [action], hash: StateHash.of(before), violation: violation))
        }
      case .done(let violations):
        if let moment = play.moment { node.coverage.count(moment) }
        node.edges.append(
          Edge(
            path: path + [action], hash: StateHash.of(play), violation: violations.first))
      }
      // A stage that cannot go back leads nowhere else.
      play = before
      guard (try? play.goBack(to: moment)) != nil else { return node }
    }
    return node
  }

  /// All that can be done: what ends, starts and moves windows, and what users set in them.
  private func actions(_ play: Play) -> [Action] {
    let look = play.look
    guard look.isRunning else { return [Action("launch")] }
    var actions: [Action] = []
    let isSeen = look.windows.contains(where: \.isForeground)
    actions.append(isSeen ? Action("background") : Action("kill"))
    if !isSeen { actions.append(Action("foreground")) }
    if look.count < windowLimit, play.facts.app.hasManyWindows, let name = look.freeName {
      actions.append(Action("open", .text(name)))
    }
    for name in look.away { actions.append(Action("reconnect", .text(name))) }
    for window in look.windows {
      let name = Node.text(window.name)
      if look.front != window.name { actions.append(Action("activate", name)) }
      if look.count > 1 { actions.append(Action("close", name)) }
      if window.phase == .background { actions.append(Action("disconnect", name)) }
      if window.isForeground { actions += inside(window, play.facts) }
    }
    return actions
  }

  private func inside(_ window: StageLook.Window, _ facts: AppFacts) -> [Action] {
    var actions = window.tabs.filter { $0 != window.tab }.map {
      Action("select", .text($0), in: window.name)
    }
    if facts.opensTabs {
      actions += facts.tabs.prefix(3).map { tab in
        Action(
          window.tabs.contains(tab) ? "close-tab" : "open-tab", .text(tab), in: window.name)
      }
    }
    for (_, key) in facts.valueKeys where facts.shownColumn(of: key, in: window) != nil {
      let values = facts.app.explore.values[key.name] ?? Samples.values(of: key.sample)
      for value in values.prefix(2) {
        actions.append(Action("set", .map([(key.name, value)]), in: window.name))
      }
      actions.append(Action("clear", .texts([key.name]), in: window.name))
    }
    return actions
  }
}
