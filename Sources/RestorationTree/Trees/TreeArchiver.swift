package import SceneLifecycle
package import SceneState

/// Keeps the trees of windows and makes them again.
package enum TreeArchiver {
  /// The tree of one window, and what was kept of it.
  package struct Window {
    let id: SceneID
    /// The roots that exist now, made by the app or a storyboard.
    let roots: [any RestorableNode]
    /// What was kept when the window went to the background; nil if nothing was.
    let archive: RestorationArchive?
    /// The scope that nodes are made and called in.
    let scope: SceneScope?

    package init(
      _ id: SceneID, roots: [any RestorableNode], archive: RestorationArchive? = nil,
      scope: SceneScope? = nil
    ) {
      self.id = id
      self.roots = roots
      self.archive = archive
      self.scope = scope
    }

    func run<Result>(_ body: () -> Result) -> Result { scope?.run(body) ?? body() }
  }

  /// Keeps the tree of a window.
  ///
  /// - Returns: What was kept; nil if it is too large, so that the older one stays.
  package static func preserve(
    _ window: Window, appVersion: Int, report: @escaping (SceneProblem) -> Void
  ) -> RestorationArchive? {
    let walk = NodeWalk(window, report: report)
    var archive = RestorationArchive(appVersion: appVersion)
    for (path, node) in walk.nodes {
      let links = NodeLinks(
        path: { walk.path(of: $0) }, node: { _ in nil }, report: report)
      let coder = RestorationCoder(encoding: path, scene: window.id, links: links)
      window.run { node.encodeRestorableState(with: coder) }
      coder.close()
      archive.nodes.append(
        RestorationArchive.Node(
          path: path, className: NodeClass.name(of: node),
          restorationClass: node.restorationClass.map { NodeClass.name($0) },
          state: coder.contents))
    }
    let size = archive.bytes.count
    guard size <= RestorationArchive.limitBytes else {
      report(.archiveTooLarge(window.id, bytes: size))
      return nil
    }
    return archive
  }

  /// Makes the trees of windows again, all at once: creates every node, then decodes every one.
  ///
  /// - Parameters:
  ///   - windows: The windows, with what was kept of them.
  ///   - app: Makes the nodes that nobody else makes, and may refuse what was kept.
  ///   - mayRestore: Whether it lets anything be restored; asked only if there is something.
  ///   - tell: Is told of each callback by its name and argument.
  ///   - report: Is told of each problem, and in which window.
  /// - Returns: The nodes that exist afterwards, by window; empty if nothing was restored.
  package static func restore(
    _ windows: [Window], of app: any RestorableTreeApp, mayRestore: () -> Bool,
    tell: ((String) -> Void)?, report: @escaping (SceneProblem, SceneID) -> Void
  ) -> [SceneID: RestoredTree] {
    guard windows.contains(where: { $0.archive != nil }) else { return [:] }
    let isWanted = mayRestore()
    tell?("shouldRestoreState")
    guard isWanted else { return [:] }
    var restorers: [TreeRestorer] = []
    for window in windows {
      guard let archive = window.archive, app.acceptsState(savedBy: archive.appVersion)
      else { continue }
      restorers.append(TreeRestorer(window, archive, of: app, tell: tell, report: report))
    }
    guard !restorers.isEmpty else { return [:] }
    for restorer in restorers { restorer.createAll() }
    for restorer in restorers { restorer.decodeAll() }
    tell?("didDecodeRestorableState")
    app.didDecodeRestorableState()
    for restorer in restorers { restorer.finishAll() }
    let trees = restorers.map { ($0.window.id, $0.tree) }
    return Dictionary(trees, uniquingKeysWith: { first, _ in first })
  }
}

package struct RestoredTree {
  package internal(set) var nodes: [[String]: any RestorableNode] = [:]

  /// The nodes without a parent, in the order they were kept.
  package internal(set) var roots: [any RestorableNode] = []

  package init() {}
}
