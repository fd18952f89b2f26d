import SceneScenarios

/// What is left of what points at rows, as the page of `gone:` has it.
struct RowModel {
  let facts: AppFacts
  let stage: ScenarioStage

  /// What a key has once the rows that went are left out; nil if that cannot be told.
  func kept(_ value: ScenarioValue, of key: StorageKey, at column: Int) -> ScenarioValue? {
    // What is kept of a row goes with it.
    if case .places(let kinds) = key.scope, isGone(facts.sights.places(of: kinds)[column]) {
      return key.initial
    }
    guard let row = key.row else { return value }
    let rows = stage.fields(of: row)
    switch value {
    case .null: return value
    case .list(let list):
      // Only texts are compared.
      guard list.allSatisfy({ $0.plainText != nil }) else { return nil }
      let isThere = list.map { $0.plainText.map(rows.contains) ?? true }
      if !isThere.contains(false) { return value }
      switch row.gone {
      case .default: return key.initial
      case .dropIt: return .list(zip(list, isThere).filter(\.1).map(\.0))
      case .cut: return .list(Array(list.prefix(isThere.firstIndex(of: false) ?? 0)))
      }
    case .map: return nil
    default: return value.plainText.map { rows.contains($0) ? value : key.initial }
    }
  }

  /// Whether a place is about a row that went.
  func isGone(_ place: String?) -> Bool {
    guard let place, let kind = facts.app.places.first(where: { place.hasPrefix("\($0.name)/") }),
      let row = kind.row
    else { return false }
    return !stage.fields(of: row).contains(String(place.dropFirst(kind.name.count + 1)))
  }

  /// The screens whose rows are there.
  func kept(_ path: [String]) -> [String] {
    var screens: [String] = []
    for screen in path {
      let declared = facts.app.screens.first { $0.part(of: screen) != nil }
      guard let row = declared?.row, let part = declared?.part(of: screen),
        !stage.fields(of: row).contains(part)
      else {
        screens.append(screen)
        continue
      }
      if row.gone == .cut { break }
    }
    return screens
  }
}
