import FoundationEssentials
import SceneState

/// Brings back what a window showed beside its values, and keeps it: the place, the trees of
/// views, the positions of lists and the activity.
final class Restoring {
  private unowned let host: SceneHost
  /// Windows whose delegate is to report that restoring failed.
  var failures: Set<SceneID> = []

  init(_ host: SceneHost) { self.host = host }

  // MARK: Places

  /// Makes the navigator of a scene, which shows the place of a new window at first.
  func makeNavigator(for scene: ConnectedScene) {
    guard let places = host.manifest.places else { return }
    let initial = host.manifest.placeKeeper?.initial(scene)
    scene.navigator = Navigator(
      places, tabs: host.manifest.tabs, defaultURL: initial, address: scene.id.rawValue
    ) { [weak self, weak scene] navigation in
      guard let self, let scene else { return }
      host.calls.change {
        if navigation.savedURLChanged, let url = navigation.new.savedURL {
          host.manifest.placeKeeper?.save(scene, url)
        }
        host.phases.noteSelectedTab(scene)
      }
      followTab(of: scene)
    }
  }

  /// Values that follow the selected tab follow that of the navigator.
  func followTab(of scene: ConnectedScene) {
    guard let tab = scene.navigator?.selectedTab else { return }
    scene.scope.follow(tab)
  }

  /// Whether the saved place can be read before there is a delegate.
  func knowsPlace(of scene: ConnectedScene) -> Bool {
    host.manifest.placeKeeper?.load(scene) != nil
  }

  /// Shows the place that a scene connects with: the saved one, unless something from outside
  /// decides where to go.
  func restorePlace(of scene: ConnectedScene, _ external: External) {
    guard let navigator = scene.navigator, let places = host.manifest.places else { return }
    if let link = external.url {
      do throws(LinkError) { _ = try places.place(for: link) } catch {
        host.report(error.problem(with: link, at: scene.id.rawValue), scene.id)
      }
    }
    let isShown = !decides(external) || host.manifest.externalWins == .nothing
    // A new window shows the place of the default, or the first one, and stores nothing.
    guard let keeper = host.manifest.placeKeeper, let saved = keeper.load(scene),
      saved != keeper.initial(scene)
    else { return }
    if let problem = navigator.restore(saved, isShown: isShown) { host.report(problem, scene.id) }
  }

  /// Whether something from outside decides where a connecting scene goes: a link that leads
  /// nowhere does not.
  private func decides(_ external: External) -> Bool {
    guard external.activities.isEmpty, let link = external.url else { return !external.isEmpty }
    guard let places = host.manifest.places else { return true }
    do throws(LinkError) { _ = try places.place(for: link) } catch { return false }
    return true
  }

  /// Hides what is not restored where something from outside decides where to go.
  func hideSaved(in scene: ConnectedScene, _ external: External) {
    if scene.awaitsRestoration { return scene.scope.hidden = HiddenValues(.everything) }
    let decides = scene.isRestored && decides(external)
    switch host.manifest.externalWins {
    case _ where !decides, .nothing: return scene.scope.hidden = nil
    case .navigation: scene.scope.hidden = HiddenValues(.navigation)
    case .everything: scene.scope.hidden = HiddenValues(.everything)
    }
    host.trees?.forget(scene.id)
  }

  /// Shows what was saved after all: what came from outside could not be delivered.
  func showSaved(in scene: ConnectedScene) {
    guard scene.scope.hidden != nil else { return }
    scene.scope.hidden = nil
    guard let navigator = scene.navigator, let keeper = host.manifest.placeKeeper,
      let saved = keeper.load(scene), saved != keeper.initial(scene)
    else { return }
    if let problem = navigator.restore(saved) { host.report(problem, scene.id) }
  }

  /// Shows what was saved in a window that waited with it; what was written meanwhile stays.
  func restoreNow(_ scene: ConnectedScene) {
    guard scene.awaitsRestoration else { return }
    scene.awaitsRestoration = false
    scene.waitingTabs = nil
    host.longRestorations.complete(scene)
    forgetExpired(scene.id)
    showSaved(in: scene)
    scene.lists.restoreWaiting()
    if let saved = host.roster[scene.id]?.record.activity {
      let needsSave = scene.needsSave
      scene.userActivity = scene.userActivity ?? saved
      scene.needsSave = needsSave
      restore(saved, in: scene)
    }
    scene.scope.run { scene.delegate?.sceneRestoreInteractionState(scene) }
  }

  // MARK: Trees and lists

  /// Makes the trees of windows again, before the first of them connects.
  ///
  /// At a launch the callbacks are events; at a reconnect they run in silence, because events of
  /// trees lie between `willFinishLaunching` and `didFinishLaunching`.
  func restoreTrees(of sessions: [SceneSession], isLaunch: Bool) {
    var tell: ((String) -> Void)?
    if isLaunch, host.observer != nil {
      tell = { [weak host = host] in host?.observer?(.tree($0)) }
    }
    host.trees?.restore(sessions, in: host.store, tell: tell) { [weak host = host] in
      host?.report($0, $1)
    }
  }

  /// Makes the tree of a window again that connects after the launch.
  func restoreTree(of session: SceneSession) {
    guard let trees = host.trees, !trees.hasRestored(session.id),
      let session = host.roster[session.id]
    else { return }
    restoreTrees(of: [session], isLaunch: false)
  }

  /// The positions that the lists of a window may have again.
  func positionsToRestore(of session: SceneSession) -> ListPositions {
    let saved = session.record.lists
    return saved.lists.isEmpty || host.trees?.mayRestoreState ?? true ? saved : ListPositions()
  }

  /// Tells the tree of a window that it is seen, when the window is active for the first time.
  func noteAppeared(_ scene: ConnectedScene) {
    guard !scene.hasAppeared else { return }
    scene.hasAppeared = true
    scene.scope.run { host.trees?.appeared(scene.id) }
  }

  /// Keeps what a window shows beside its values: list positions and the restoration archive.
  func keepPlaces(of scene: ConnectedScene) {
    let kept = host.trees?.keep(scene, appVersion: Int(host.appVersion)) { [host] problem in
      host.report(problem, scene.id)
    }
    switch kept {
    case .tree(let archive): host.roster.update(scene.id) { $0.archive = archive }
    case .asBefore, nil: break
    case .refused: return
    }
    let positions = scene.lists.saved
    host.roster.update(scene.id) { $0.lists = positions }
  }

  // MARK: Activities

  /// Forgets an activity that is of no use any more.
  func forgetExpired(_ id: SceneID) {
    guard let expired = host.roster[id]?.record.activity?.expirationDate, expired <= host.clock()
    else { return }
    host.roster.update(id) { $0.activity = nil }
    host.observer?(.expired(id))
  }

  /// Gives a window the activity that was handed over last.
  func restore(_ saved: UserActivity, in scene: ConnectedScene) {
    switch scene.scope.run({ scene.delegate?.scene(scene, restore: saved) }) {
    case .restored, nil: break
    case .notRecognised:
      host.report(.activityNotRecognised(scene.id, saved.activityType), scene.id)
    case .failed(let reason): giveUp(scene.id, reason)
    }
  }

  /// Takes the state of a scene away that cannot be restored, as the profile says.
  func giveUp(_ id: SceneID, _ reason: String) {
    let isKept = host.profile.fateAfterFailedRestoration == .setAside
    host.store.giveUp(id, keepingSetAside: isKept)
    host.scene(id)?.identity = nil
    host.roster.update(id) { record in
      record.activity = nil
      record.lists = ListPositions()
      record.archive = nil
      record.title = nil
      record.identity = nil
    }
    host.report(.partlyRestored(id, reason), id)
  }
}
