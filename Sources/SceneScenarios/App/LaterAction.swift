import FoundationEssentials

/// An action that a window or the app has put off.
struct LaterAction: Sendable {
  let name: String
  /// What it is given; each payload has a time of its own.
  let payload: Node?
  let due: Date

  func isSame(_ name: String, _ payload: Node?) -> Bool {
    self.name == name
      && self.payload.map { ScenarioValue($0.content) }
        == payload.map { ScenarioValue($0.content) }
  }
}

extension [LaterAction] {
  /// The one whose time comes first; of several the one that was put off first.
  var next: LaterAction? { self.min { ($0.due, $0.name) < ($1.due, $1.name) } }

  /// When an action is taken next, whatever it is given.
  func due(_ name: String) -> Date? { filter { $0.name == name }.map(\.due).min() }

  /// Lets go of one that is taken.
  ///
  /// - Returns: Whether it was here.
  mutating func take(_ action: LaterAction) -> Bool {
    let index = firstIndex { $0.isSame(action.name, action.payload) && $0.due == action.due }
    if let index { remove(at: index) }
    return index != nil
  }
}
