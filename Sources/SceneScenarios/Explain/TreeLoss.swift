import SceneLifecycle
import SceneSimulator

/// Knows why the tree of a window that came back did not bring something with it.
///
/// Where it cannot know, it says nothing.
struct TreeLoss: Explainer {
  typealias Node = TreeNodeDeclaration

  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  // MARK: What was to come back

  /// Why a value that lives in the tree is not there.
  func reason(forKey key: String, in window: String) -> String? {
    let savers = Self.chains(app.tree.roots).filter { $0.last?.saves(key) == true }
    guard !savers.isEmpty else {
      for update in context.updates.reversed() {
        let former = Self.chains(update.before.tree.roots)
        guard let node = former.last(where: { $0.last?.saves(key) == true })?.last else { continue }
        return "\(named(update.mark)) took it from node `\(node.id)`, and no other saves "
          + "`\(key)`"
      }
      return "no node of the tree saves `\(key)`"
    }
    if let reason = wholeReason(in: window) { return reason }
    let reasons = savers.map { reason(for: $0, in: window) }
    // A node that came back had its value, whatever became of the others.
    return reasons.contains(nil) ? nil : reasons.first ?? nil
  }

  /// Why the tab that was selected is not; nil also in a tree without tabs.
  func reason(forTabIn window: String) -> String? {
    guard let tabs = Self.chains(app.tree.roots).first(where: { $0.last?.kind == .tabs }) else {
      return nil
    }
    return movedTooLate(["select"], in: window) ?? wholeReason(in: window)
      ?? reason(for: tabs, in: window)
  }

  /// Why screens of a path are missing; nil also in a tree without a stack there.
  func reason(forPath path: [String], tab: String?, in window: String) -> String? {
    guard let stack = stack(in: tab, of: app) else { return nil }
    if let reason = movedTooLate(["show", "push", "pop"], in: window) ?? wholeReason(in: window) {
      return reason
    }
    return path.lazy.compactMap { screen in
      guard let node = stack.last?.children.first(where: { $0.id == screen }) else {
        return undeclared(screen, tab)
      }
      return reason(for: stack + [node], in: window)
    }.first
  }

  /// Whether the tree has tabs, or a stack in a tab.
  func keeps(_ fact: String, tab: String?) -> Bool {
    switch fact {
    case "tab": Self.chains(app.tree.roots).contains { $0.last?.kind == .tabs }
    case "path": stack(in: tab, of: app) != nil
    default: false
    }
  }

  /// Whether a tab is one of those that the tree shows.
  func hasTab(_ tab: String) -> Bool {
    let tabs = Self.chains(app.tree.roots).first { $0.last?.kind == .tabs }
    return tabs?.last?.children.contains { $0.id == tab } ?? true
  }

  private func undeclared(_ screen: String, _ tab: String?) -> String {
    let taking = context.updates.last { update in
      stack(in: tab, of: update.before)?.last?.children.contains { $0.id == screen } == true
    }
    if let taking { return "\(named(taking.mark)) took node `\(screen)` away" }
    return "the tree declares no screen `\(screen)`, so it has no identifier and is not kept"
  }

  private func stack(in tab: String?, of app: AppDeclaration) -> [Node]? {
    Self.chains(app.tree.roots).first { chain in
      chain.last?.kind == .navigation && (tab == nil || chain.contains { $0.id == tab })
    }
  }

  /// Every node with all above it, parents first.
  private static func chains(_ nodes: [Node], under parents: [Node] = []) -> [[Node]] {
    nodes.flatMap { node in [parents + [node]] + chains(node.children, under: parents + [node]) }
  }

  // MARK: Reasons

  /// Why nothing of the tree and of the lists of a window came back.
  func wholeReason(in window: String) -> String? {
    if !app.allowsSaving { return "the app lets no tree be kept (`save-allowed: false`)" }
    if !app.allowsRestoring { return "the app lets no tree be restored (`restore-allowed: false`)" }
    if let rule = outsideRule(in: window) { return rule }
    if let spoilt = spoilt(in: window) { return spoilt }
    guard let archive = archive(of: window), archive.appVersion < app.restoresFrom else {
      return nil
    }
    return "version \(archive.appVersion) of the app kept the tree, and this one restores those of "
      + "version \(app.restoresFrom) on (`restores-from: \(app.restoresFrom)`)"
  }

  /// What was kept and could not be read, or was taken away as the app could not restore it.
  private func spoilt(in window: String) -> String? {
    guard let back = event(of: window, ["willConnect"])?.mark,
      let problem = context.log.problems.last(where: {
        $0.code == .partlyRestored && $0.window == window && $0.step == back.step
      })
    else { return nil }
    let given = handOver(of: window)?.step ?? 0
    guard let fault = fates.lastFault(FateList.spoilers, after: given) else {
      return problem.detail
    }
    return "what was kept cannot be read since \(named(fault))"
  }

  /// Why a node that the app declares did not come back with what it kept.
  private func reason(for chain: [Node], in window: String) -> String? {
    if let node = chain.first(where: { !$0.hasIdentifier }) {
      return "node `\(node.id)` is not kept: `identifier: false` (\(line(node)))"
    }
    guard let archive = archive(of: window) else { return nil }
    if archive.paths.contains(TreeAddress.text(chain.map(\.id))) {
      guard let node = chain.first(where: { $0.returns != nil }), let answer = node.returns else {
        return nil
      }
      return "node `\(node.id)` was not made again: `returns: \(answer.rawValue)` (\(line(node)))"
    }
    if let node = chain.first(where: \.forgetsIdentifier), wasMadeAgain(in: window) {
      return "node `\(node.id)` came back without its identifier: `forgets: identifier` "
        + "(\(line(node)))"
    }
    let path = TreeAddress.text(chain.map(\.id))
    guard let keeper = handOver(of: window) else { return nil }
    return "node \(path) was not there when \(named(keeper)) kept the tree"
  }

  /// What was kept last before the window came back; nil if that was replaced since.
  private func archive(of window: String) -> RestorationArchive? {
    guard let back = event(of: window, ["willConnect"])?.mark,
      (handOver(of: window)?.step ?? 0) < back.step
    else { return nil }
    return simulation.session(window)?.record.archive
  }

  /// Whether the window had come back once before its tree was kept.
  private func wasMadeAgain(in window: String) -> Bool {
    let keeper = handOver(of: window)?.step ?? 0
    let connects = context.log.heard.filter {
      $0.window == window && $0.step < keeper && $0.text.hasPrefix("willConnect")
    }
    return connects.count > 1
  }

  /// Why lists are not where a step has moved them, if that came too late.
  func reason(forListsIn window: String) -> String? {
    movedTooLate(["pick", "scroll"], in: window, "the lists were")
  }

  /// The end of the process that came before something was kept with what a step has shown.
  private func movedTooLate(
    _ verbs: Set<String>, in window: String, _ what: String = "the tree was"
  ) -> String? {
    let kept = handOver(of: window)?.step ?? 0
    guard let back = event(of: window, ["willConnect"])?.mark, let moved = fates.last(verbs),
      moved.step > kept, back.step > moved.step, let end = fates.lastEnd(after: moved.step),
      back.step > end.step
    else { return nil }
    return "\(named(end)) came before \(what) kept with what \(named(moved)) "
      + "shows: `background` before keeps it"
  }

  private func line(_ node: Node) -> String { line(of: node.range) }
}

extension TreeNodeDeclaration {
  /// Whether the object encodes a value under this key.
  func saves(_ key: String) -> Bool { saves.contains { $0.key == key } }
}
