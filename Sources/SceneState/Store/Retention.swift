import StoreFormat

/// What may be forgotten, oldest first, so that a store does not grow for ever.
///
/// Nothing is forgotten unless ``SceneStore/Options/retention`` says so.
///
/// ```swift
/// options.retention = [.nested("note", latest: 50), .disconnectedScenes(latest: 10)]
/// ```
public struct Retention: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case nested(String)
    case disconnectedScenes
  }

  let kind: Kind
  /// At least 1: what is written now is never forgotten at once.
  let latest: Int

  private init(_ kind: Kind, latest: Int) {
    self.kind = kind
    self.latest = max(latest, 1)
  }

  /// Keeps the state of the latest items of a nested kind in each scene.
  ///
  /// The commit that adds an item removes those that were written longest ago, with their
  /// set-aside values and everything nested in them. An item that stands in two tabs counts as two;
  /// one that a window shows is kept by ``SceneScope/hold()``.
  public static func nested(_ kind: String, latest: Int) -> Self {
    Self(.nested(kind.normalFormC), latest: latest)
  }

  /// Keeps the latest windows that are not open; older ones are discarded as closed ones are.
  public static func disconnectedScenes(latest: Int) -> Self {
    Self(.disconnectedScenes, latest: latest)
  }
}

extension SceneStore.Options {
  /// How many items of each nested kind a scene keeps; of two rules for one kind the first counts.
  var keptItems: [String: Int] {
    var kept: [String: Int] = [:]
    for case (.nested(let kind), let latest) in retention.map({ ($0.kind, $0.latest) })
    where kept[kind] == nil {
      kept[kind] = latest
    }
    return kept
  }

  /// How many windows that are not open are kept; nil for all.
  package var keptDisconnectedScenes: Int? {
    retention.first { $0.kind == .disconnectedScenes }?.latest
  }
}

extension SceneStore {
  /// Whether old windows that are not open are forgotten at all.
  package var forgetsDisconnectedScenes: Bool { core.options.keptDisconnectedScenes != nil }

  /// Destroys the sessions that retention does not keep; part of the tick.
  ///
  /// - Parameter disconnected: The sessions that are not open, the one used last at the end.
  /// - Returns: The sessions that are destroyed now.
  package func discardScenes(beyondRetention disconnected: [SceneID]) -> [SceneID] {
    guard let kept = core.options.keptDisconnectedScenes else { return [] }
    let old = disconnected.dropLast(kept)
    tick { for id in old { destroySession(id) } }
    return Array(old)
  }
}
