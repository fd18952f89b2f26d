import Foundation
import SceneLifecycle
import SceneState

/// An app that writes down what it is told.
final class RecordingApp: SceneApp {
  var manifest = SceneManifest(id: "com.example.recording")
  private(set) var told: [String] = []
  /// What ends with the app.
  var registrations: [Registration] = []
  /// The windows of which it says that they do not come back.
  var gone: Set<SceneID> = []
  /// The windows of which it says that they show at once what was saved.
  var eager: Set<SceneID> = []
  /// What the app does when a window is told of a change.
  var onChange: ((ConnectedScene, ActivationState) -> Void)?

  func willFinishLaunching() { told.append("will finish") }
  func didFinishLaunching() { told.append("did finish") }

  func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    told.append("make \(scene.id.rawValue)\(options.isRestoring ? " again" : "")")
    return Delegate(app: self)
  }

  func comesBack(_ session: SceneSession) -> Bool { !gone.contains(session.id) }

  func restoresOnDemand(_ session: SceneSession) -> Bool { !eager.contains(session.id) }

  func didDiscardSceneSessions(_ sessions: [SceneSession]) {
    told.append("discarded \(sessions.map(\.id.rawValue).joined())")
  }

  /// What was told since the last call.
  func news() -> [String] {
    defer { told = [] }
    return told
  }

  final class Delegate: SceneDelegate {
    private let app: RecordingApp

    init(app: RecordingApp) { self.app = app }

    func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
      app.told.append("\(scene.id.rawValue) connects")
    }

    func scene(_ scene: ConnectedScene, didChange state: ActivationState) {
      app.told.append("\(scene.id.rawValue) \(state)")
      app.onChange?(scene, state)
    }

    func sceneWasTakenOver(_ scene: ConnectedScene) {
      app.told.append("\(scene.id.rawValue) is taken over")
    }

    func sceneDidDisconnect(_ scene: ConnectedScene) {
      app.told.append("\(scene.id.rawValue) disconnects")
    }
  }
}

extension SceneHost {
  /// Launches with a window of this name in front.
  @discardableResult
  func launch(_ name: String) -> [ConnectedScene] {
    launch(LaunchRequest(id: SceneID(rawValue: name)))
  }

  /// Opens a window of this name.
  @discardableResult
  func open(_ name: String) throws(SceneProblem) -> ConnectedScene {
    try open(OpenRequest(id: SceneID(rawValue: name)))
  }
}
