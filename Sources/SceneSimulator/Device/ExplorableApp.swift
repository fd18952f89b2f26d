public import SceneLifecycle

/// An app that says what its users can do beyond what every app has: the buttons of its windows.
///
/// `scenesim explore` and `Exploration` draw these actions among all else that users do, and the step
/// `act` of a scenario does one by its name.
///
/// ```swift
/// extension HawkNotes: ExplorableApp {
///   func actions(in scene: ConnectedScene) -> [SceneAction] {
///     [SceneAction("new note") { scene.scope[Keys.count] += 1 }]
///   }
/// }
/// ```
public protocol ExplorableApp: SceneApp {
  /// What the user can do in a window now; names that are there twice mean the first.
  func actions(in scene: ConnectedScene) -> [SceneAction]
}

/// Something that the user of an app can do in a window.
public struct SceneAction {
  /// What scenarios call it.
  public let name: String
  private let body: () -> Void

  /// Makes an action.
  ///
  /// - Parameters:
  ///   - name: What scenarios call it.
  ///   - body: Does it; all that it writes is one tick.
  public init(_ name: String, body: @escaping () -> Void) { (self.name, self.body) = (name, body) }

  package func perform() { body() }
}

extension SimulatedWindow {
  /// The names of what the app's user can do in the window now, if the app says so.
  public var actions: [String] { offered.map(\.name) }

  private var offered: [SceneAction] {
    guard let app = simulation.process?.app as? any ExplorableApp, let scene = connected else {
      return []
    }
    return app.actions(in: scene)
  }

  /// Does what the app offers by a name.
  ///
  /// - Parameter name: The name of the action.
  /// - Throws: `no-such-action`, `app-not-running` or `window-not-connected`.
  public func perform(_ name: String) throws(StepFailure) {
    try perform(name) { $0.perform() }
  }

  /// The same by somebody who knows what else an action needs.
  package func perform(
    _ name: String, by body: (SceneAction) -> Void
  ) throws(StepFailure) {
    try simulation.verb("act \(name)") { () throws(StepFailure) in
      _ = try scene()
      let offered = offered
      guard let action = offered.first(where: { $0.name == name }) else {
        throw .noSuchAction(name, known: offered.map(\.name))
      }
      act { body(action) }
    }
  }
}
