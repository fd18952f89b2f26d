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

  /// Who is asked for decisions and nodes while trees are restored.
  package struct Makers {
    package var shouldRestore: () -> Bool = { true }
    /// Whether a tree kept by that version of the app may be restored.
    package var acceptsVersion: (Int) -> Bool = { _ in true }
    package var classes: [any NodeRestoring.Type] = []
    /// The app's turn, after the restoration class; nil asks on.
    package var app: ([String], RestorationCoder) -> (any RestorableNode)? = { _, _ in nil }
    /// The last turn: what a storyboard would make for the path.
    package var template: ([String], RestorationCoder) -> (any RestorableNode)? = { _, _ in nil }
    /// Runs after all nodes of all windows have decoded.
    package var didDecode: () -> Void = {}
    /// The app that restoration classes find through their coder.
    var restoredApp: (any RestorableTreeApp)?

    package init() {}

    package init(_ app: any RestorableTreeApp) {
      shouldRestore = { app.shouldRestoreState() }
      acceptsVersion = { app.acceptsState(savedBy: $0) }
      classes = app.restorationClasses
      self.app = { app.node(path: $0, coder: $1) }
      template = { app.templateNode(path: $0, coder: $1) }
      didDecode = { app.didDecodeRestorableState() }
      restoredApp = app
    }
  }

  /// Keeps the tree of a window.
  ///
  /// - Returns: What was kept; nil if the app does not want it or it is too large, so that the
  ///   older one stays.
  package static func preserve(
    _ window: Window, appVersion: Int, shouldSave: () -> Bool = { true },
    report: @escaping (TreeEvent) -> Void
  ) -> RestorationArchive? {
    let isWanted = window.run(shouldSave)
    report(.shouldSaveState(window.id, isWanted))
    guard isWanted else { return nil }
    let walk = NodeWalk(window, report: report)
    var archive = RestorationArchive(appVersion: appVersion)
    for (path, node) in walk.nodes {
      let links = NodeLinks(
        path: { walk.path(of: $0) }, node: { _ in nil },
        report: { report(.problem(window.id, $0)) })
      let coder = RestorationCoder(encoding: path, scene: window.id, links: links)
      report(.encoded(window.id, path: path))
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
      report(.problem(window.id, .archiveTooLarge(window.id, bytes: size)))
      return nil
    }
    return archive
  }

  /// Makes the trees of windows again, all at once: creates every node, then decodes every one.
  ///
  /// - Returns: The nodes that exist afterwards, by window; empty if nothing was restored.
  package static func restore(
    _ windows: [Window], with makers: Makers, report: @escaping (TreeEvent) -> Void
  ) -> [SceneID: RestoredTree] {
    guard windows.contains(where: { $0.archive != nil }) else { return [:] }
    let isWanted = makers.shouldRestore()
    report(.shouldRestoreState(isWanted))
    guard isWanted else { return [:] }
    var restorers: [TreeRestorer] = []
    for window in windows {
      guard let archive = window.archive else { continue }
      guard makers.acceptsVersion(archive.appVersion) else {
        report(.refusedVersion(window.id, archive.appVersion))
        continue
      }
      restorers.append(TreeRestorer(window, archive, makers: makers, report: report))
    }
    guard !restorers.isEmpty else { return [:] }
    for restorer in restorers { restorer.createAll() }
    for restorer in restorers { restorer.decodeAll() }
    report(.didDecodeRestorableState)
    makers.didDecode()
    for restorer in restorers { restorer.finishAll() }
    let trees = restorers.map { ($0.window.id, $0.tree) }
    return Dictionary(trees, uniquingKeysWith: { first, _ in first })
  }
}

/// The nodes of a window after restoring.
package struct RestoredTree {
  /// The nodes by path.
  package internal(set) var nodes: [[String]: any RestorableNode] = [:]

  /// The nodes without a parent, in the order they were kept.
  package internal(set) var roots: [any RestorableNode] = []

  package init() {}
}
