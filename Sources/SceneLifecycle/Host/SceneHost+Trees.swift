import SceneState

/// What windows show beside their values: the trees of views and the positions of lists.
extension SceneHost {
  /// Makes the trees of windows again, before the first of them connects.
  ///
  /// At a launch the callbacks are events; at a reconnect they run in silence, because events of
  /// trees lie between `willFinishLaunching` and `didFinishLaunching`.
  func restoreTrees(of sessions: [SceneSession], isLaunch: Bool) {
    var tell: ((String) -> Void)?
    if isLaunch, observer != nil { tell = { [self] in observer?(.tree($0)) } }
    trees?.restore(sessions, in: store, tell: tell) { [self] in report($0, $1) }
  }

  /// Makes the tree of a window again that connects after the launch.
  func restoreTree(of session: SceneSession) {
    guard let trees, !trees.hasRestored(session.id), let session = roster[session.id]
    else { return }
    restoreTrees(of: [session], isLaunch: false)
  }

  /// The positions that the lists of a window may have again.
  func positionsToRestore(of session: SceneSession) -> ListPositions {
    let saved = session.record.lists
    return saved.lists.isEmpty || trees?.mayRestoreState ?? true ? saved : ListPositions()
  }

  /// Tells the tree of a window that it is seen, when the window is active for the first time.
  func noteAppeared(_ scene: ConnectedScene) {
    guard !scene.hasAppeared else { return }
    scene.hasAppeared = true
    scene.scope.run { trees?.appeared(scene.id) }
  }

  /// Keeps what a window shows beside its values: list positions and the restoration archive.
  func keepPlaces(of scene: ConnectedScene) {
    let kept = trees?.keep(scene, appVersion: Int(appVersion)) { [self] problem in
      report(problem, scene.id)
    }
    switch kept {
    case .tree(let archive): roster.update(scene.id) { $0.archive = archive }
    case .asBefore, nil: break
    case .refused: return
    }
    let positions = scene.lists.saved
    roster.update(scene.id) { $0.lists = positions }
  }
}
