import SceneState
import StoreFormat

/// A place in a store that an address without wildcards means, whether something stands there or
/// not.
struct ChosenPlace {
  /// The number of the session; 0 for the app.
  let session: UInt32
  let scene: SceneID?
  let path: ScopePath

  /// The scope in which the address's value stands, or that the address itself is.
  ///
  /// - Throws: Wrong usage for a wildcard; a no if the scene is not in the store.
  init(
    scopeOf pattern: AddressPattern, in snapshot: StoreSnapshot
  ) throws(CommandFailure) {
    let only = try pattern.scenes(in: snapshot)?.only
    let literals = pattern.parts.compactMap(\.literal)
    guard let scene = only, literals.count == pattern.parts.count else {
      throw .usage(
        "'\(pattern.text)' can mean more than one place", next: "scenesim help addresses")
    }
    self.scene = scene
    session = try Self.number(of: scene, in: snapshot)
    let texts = pattern.isBelow ? literals : Array(literals.dropLast())
    path = Self.path(texts, of: scene, in: snapshot)
  }

  func address(of key: String) -> ValueAddress {
    ValueAddress(session: session, path: path, key: key)
  }

  private static func number(
    of scene: SceneID?, in snapshot: StoreSnapshot
  ) throws(CommandFailure) -> UInt32 {
    guard let scene else { return ValueAddress.appSession }
    if let session = snapshot.sessions.first(where: { $0.id == scene }) { return session.number }
    throw CommandFailure(
      .no,
      snapshot.damagedSessions.contains { "#\($0)" == scene.rawValue }
        ? "the record of scene '\(scene.rawValue)' is damaged: its values can be read and removed"
        : "scene '\(scene.rawValue)' was discarded; only values are left of it",
      code: "no-such-scene", next: "scenesim store check")
  }

  /// The scope with these texts that is there, else what they most likely mean: a tab, then pairs
  /// of kind and item.
  private static func path(
    _ texts: [String], of scene: SceneID?, in snapshot: StoreSnapshot
  ) -> ScopePath {
    for entry in snapshot.entries where entry.scene == scene {
      var components = entry.facts.path.components
      while !components.isEmpty {
        let path = ScopePath(components)
        if path.shortTexts == texts || path.texts == texts { return path }
        components.removeLast()
      }
    }
    var components: [ScopePath.Component] = []
    var rest = texts[...]
    if rest.count % 2 == 1 { components.append(.tab(rest.removeFirst())) }
    while let kind = rest.popFirst() {
      components.append(.nested(kind: kind, id: rest.popFirst() ?? ""))
    }
    return ScopePath(components)
  }
}
