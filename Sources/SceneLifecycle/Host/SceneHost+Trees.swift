import SceneState

/// What windows show beside their values: the trees of views and the positions of lists.
extension SceneHost {
  /// Makes the trees of windows again, before the first of them connects.
  ///
  /// At a launch the callbacks are events; at a reconnect they run in silence, because events of
  /// trees lie between `willFinishLaunching` and `didFinishLaunching`.
  func restoreTrees(of sessions: [SceneSession], isLaunch: Bool) {
    guard let treeApp = app as? any RestorableTreeApp else { return }
    let windows = sessions.compactMap { session -> RestorationTree.Window? in
      guard let archive = session.record.archive else { return nil }
      let scope = store.scene(session.id)
      let roots = scope.run { treeApp.rootNodes(for: session.id) }
      return RestorationTree.Window(session.id, roots: roots, archive: archive, scope: scope)
    }
    var makers = RestorationTree.Makers(treeApp)
    makers.shouldRestore = { [self] in mayRestoreState() }
    let trees = RestorationTree.restore(windows, with: makers) { [self] event in
      if case .problem(let id, let problem) = event { report(problem, id) }
      if isLaunch { observer?(.tree(event)) }
    }
    for window in windows { restoredTrees[window.id] = trees[window.id] ?? RestoredTree() }
  }

  /// Makes the tree of a window again that connects after the launch.
  func restoreTree(of session: SceneSession) {
    guard restoredTrees[session.id] == nil, let session = roster[session.id] else { return }
    restoreTrees(of: [session], isLaunch: false)
  }

  /// The positions that the lists of a window may have again.
  func positionsToRestore(of session: SceneSession) -> ListPositions {
    let saved = session.record.lists
    return saved.lists.isEmpty || mayRestoreState() ? saved : ListPositions()
  }

  /// Asks the app once in a process, when there is something to restore.
  private func mayRestoreState() -> Bool {
    if let restoresState { return restoresState }
    let answer = (app as? any RestorableTreeApp)?.shouldRestoreState() ?? true
    restoresState = answer
    return answer
  }

  /// Tells the tree of a window that it is seen, when the window is active for the first time.
  func noteAppeared(_ scene: ConnectedScene) {
    guard !scene.hasAppeared else { return }
    scene.hasAppeared = true
    guard let treeApp = app as? any RestorableTreeApp else { return }
    scene.scope.run {
      for root in treeApp.rootNodes(for: scene.id) { root.tellAppeared() }
    }
  }

  /// Keeps what a window shows beside its values: list positions and the restoration archive.
  func keepPlaces(of scene: ConnectedScene) {
    var isWanted = true
    if let treeApp = app as? any RestorableTreeApp {
      let roots = scene.scope.run { treeApp.rootNodes(for: scene.id) }
      let window = RestorationTree.Window(scene.id, roots: roots, scope: scene.scope)
      // Only problems are told: the callbacks of keeping are no events.
      let archive = RestorationTree.preserve(
        window, appVersion: Int(appVersion),
        shouldSave: {
          isWanted = treeApp.shouldSaveState()
          return isWanted
        },
        report: { [self] event in
          if case .problem(_, let problem) = event { report(problem, scene.id) }
        })
      // An app without a tree now does not throw away the one it had.
      if let archive, !roots.isEmpty { roster.update(scene.id) { $0.archive = archive } }
    }
    guard isWanted else { return }
    let positions = scene.lists.saved
    roster.update(scene.id) { $0.lists = positions }
  }
}
