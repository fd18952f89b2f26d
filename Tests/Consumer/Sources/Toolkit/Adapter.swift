// Adapter.swift
import SceneLifecycle
import SceneState
import Views

/// The scope of what is drawn, a window's or that of a tab in it, comes with the environment.
enum ScopeKey: EnvironmentKey {
  static var defaultValue: SceneScope? { nil }
}

/// A stored value of a view.
@MainActor @propertyWrapper struct Stored<Value: Codable & Sendable>: ViewProperty {
  @Environment(ScopeKey.self) private var scope
  @Kept private var follower = Follower<Value>()
  private let key: SceneKey<Value>
  init(wrappedValue: Value, _ name: String) { key = SceneKey(name, default: wrappedValue) }
  var wrappedValue: Value {
    get { follower.scope?[key] ?? follower.early ?? key.defaultValue }
    nonmutating set {
      // Before the first drawing nobody knows the window: what is written then waits for it.
      guard let scope = follower.scope else { return follower.early = newValue }
      scope[key] = newValue
      follower.needsDrawing()  // at once: input that waits already is meant for what is drawn then
    }
  }

  mutating func update() { follower.follow(scope, key) }
}

/// Follows a value while views come and go, and asks for a drawing on the main actor.
@MainActor final class Follower<Value: Codable & Sendable>: ViewObject {
  var needsDrawing: () -> Void = {}
  var early: Value?
  private(set) var scope: SceneScope?
  private var bag: [KeptSubscription] = []

  func follow(_ new: SceneScope?, _ key: SceneKey<Value>) {
    guard new != scope else { return }
    (scope, bag) = (new, [])
    if let new, let early { (new[key], self.early) = (early, nil) }
    new?.observeOnMain(key) { [weak self] _ in self?.needsDrawing() }.keep(in: &bag)
  }
}

/// What the window system says, said to the host.
@MainActor struct Windows {
  let host: SceneHost

  func opened() throws -> SceneScope { try host.open().scope }
  func gotFocus(_ id: SceneID) throws {
    for other in host.scenes where other.id != id && other.state == .foregroundActive {
      try host.transition(other.id, to: .foregroundInactive)
    }
    try host.bring(id, to: .foregroundActive)
  }
  func minimised(_ id: SceneID) throws { try host.bring(id, to: .background) }
  /// The last window is kept with its values: the app ends after this.
  func closed(_ id: SceneID) throws { try host.closingEndsApp(id) ? loggedOut() : host.discard(id) }
  func loggedOut() throws { try host.willQuit() }
}
