import SceneState

extension SceneHost {
  /// Makes the navigator of a scene, which shows the place of a new window at first.
  func makeNavigator(for scene: ConnectedScene) {
    guard let places = manifest.places else { return }
    let initial = manifest.placeKeeper?.initial(scene)
    scene.navigator = Navigator(
      places, tabs: manifest.tabs, defaultURL: initial, address: scene.id.rawValue
    ) { [weak self, weak scene] navigation in
      guard let self, let scene else { return }
      change {
        if navigation.savedURLChanged, let url = navigation.new.savedURL {
          self.manifest.placeKeeper?.save(scene, url)
        }
        self.noteSelectedTab(scene)
      }
    }
  }

  /// Shows the place that a scene connects with: the saved one, unless something from outside
  /// decides where to go.
  func restorePlace(of scene: ConnectedScene, _ external: External) {
    guard let navigator = scene.navigator, let places = manifest.places else { return }
    var isShown = external.activities.isEmpty
    if let link = external.url {
      do throws(LinkError) {
        _ = try places.place(for: link)
        isShown = false
      } catch {
        report(error.problem(with: link, at: scene.id.rawValue), scene.id)
      }
    }
    // A new window shows the place of the default, or the first one, and stores nothing.
    guard let keeper = manifest.placeKeeper, case let saved = keeper.load(scene),
      saved != keeper.initial(scene)
    else { return }
    if let problem = navigator.restore(saved, isShown: isShown) { report(problem, scene.id) }
  }
}
