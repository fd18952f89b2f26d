import StoreFormat
import StoreTools

extension AddressPattern {
  /// Whether it means the app or a single scene.
  var isNarrow: Bool {
    switch owner {
    case .anyone: false
    case .app: true
    case .scene(let part): part.literal != nil
    }
  }

  /// The part of the store that has to be read for it.
  func selection(
    in look: StoreLook
  ) throws(StoreInspector.Failure) -> StoreLook.Selection {
    switch owner {
    case .anyone: return .everything
    case .app: return .app
    case .scene(let part):
      guard let name = part.literal else { return .everything }
      if let number = try look.number(of: name) { return .session(number) }
      return try selection(named: name, in: look)
    }
  }

  /// A scene by its alias, or by the beginning of its identifier if there is only one such.
  private func selection(
    named name: String, in look: StoreLook
  ) throws(StoreInspector.Failure) -> StoreLook.Selection {
    let live = try look.sessionRecords().filter { $0.kind == .live }
    let aliased = live.filter { $0.alias == name }
    let found = aliased.isEmpty ? live.filter { $0.id.hasPrefix(name) } : aliased
    let isExact = live.contains { $0.id == name }
    guard let only = found.first, found.count == 1, !isExact else { return .everything }
    return .session(only.number)
  }
}
